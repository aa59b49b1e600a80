import { describe, expect, test } from "vitest";
import { commandOf, keyName, keyOf, SHORTCUTS } from "./keys";

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}) =>
  keyName({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, ...more } as KeyboardEvent);
/** The letters of a Russian keyboard, at the places of the English ones. */
const RUSSIAN: Record<string, string> = Object.fromEntries(
  [..."йцукенгшщзфывапролдячсмить"].map((letter, at) => [[..."qwertyuiopasdfghjklzxcvbnm"][at], letter]),
);

describe("the name of a key", () => {
  test.each(SHORTCUTS.flatMap((s) => s.keys.map((key) => [key, s.id])))("%s works on a Russian keyboard", (key, id) => {
    const letter = key.replace(/^(Shift|Control)\+/, "");
    if (!(letter in RUSSIAN)) return;
    const shiftKey = key.startsWith("Shift+");
    const russian = RUSSIAN[letter] ?? "";
    const name = press(shiftKey ? russian.toUpperCase() : russian, `Key${letter.toUpperCase()}`, {
      shiftKey,
      ctrlKey: key.startsWith("Control+"),
    });
    expect(name).toBe(key);
    expect(commandOf(name, false)).toBe(id);
  });

  test.each([
    ["ν", "KeyN", "n"],
    ["מ", "KeyN", "n"],
    ["٣", "Digit3", "3"],
    ["ю", "Period", "."],
  ])("%s is named by its place", (key, code, name) => {
    expect(press(key, code)).toBe(name);
  });

  test.each([
    ["z", "KeyY", "z"],
    ["a", "KeyQ", "a"],
    ["ö", "Semicolon", "ö"],
    ["é", "Digit2", "é"],
    ["1", "Numpad1", "1"],
    ["1", "Digit1", "1"],
    ["№", "Digit3", "№"],
    [".", "Slash", "."],
    ["ArrowUp", "ArrowUp", "ArrowUp"],
    ["я", "Unidentified", "я"],
  ])("%s of the reader's own Latin keyboard, or without a place, stays as it is", (key, code, name) => {
    expect(press(key, code)).toBe(name);
  });

  test("a key that is let go is known as the one that was pressed", () => {
    expect(keyOf({ key: "Р", code: "KeyH" } as KeyboardEvent)).toBe("h");
  });
});
