import { describe, expect, test } from "vitest";
import { WINDOWS } from "../shared/settings.svelte";
import type { Action, Package, Side, Window } from "../wire/types";
import { pack } from "./samples";
import { betweenPeople, covers, joined, passes, ruleOf, withThisWindow } from "./windows";

const MOMENTS: readonly Window[] = ["card", "react"];
const PASS: Action = { type: "Pass" };
const EVENT: Action = { type: "PlayEvent", card: 28, mode: "" };

/** A card window of the Axis, in the other side's turn, against somebody. */
const window = (actions: Action[], other: string, owned: Side[] = ["axis"]): Package =>
  pack(
    actions,
    { owned, game: { seats: { axis: { kind: "human" }, soviet: { kind: other } } } as unknown as Package["game"] },
    { phasing: "soviet", prompt: { code: "window" } as Package["view"]["prompt"] },
  );

describe("card windows that are passed at once", () => {
  test("between two people it never depends on the hand", () => {
    for (const setting of WINDOWS)
      for (const other of ["human", "open"]) {
        const useful = passes(setting, window([EVENT, PASS], other), () => "");
        const idle = passes(setting, window([EVENT, PASS], other), () => "changes nothing");
        expect(idle).toBe(useful);
        expect(useful).toBe(setting === "own" || setting === "never");
      }
  });

  test("against the computer an event that changes nothing is passed where that is set", () => {
    const idle = (setting: (typeof WINDOWS)[number]) =>
      passes(setting, window([EVENT, PASS], "computer"), () => "nothing");
    expect(WINDOWS.filter(idle)).toEqual(["useful", "own", "never"]);
    expect(passes("useful", window([EVENT, PASS], "computer"), () => "")).toBe(false);
  });

  test("both seats at one table are nobody else's", () => {
    expect(betweenPeople(window([], "human", ["axis", "soviet"]))).toBe(false);
    expect(betweenPeople(window([], "human"))).toBe(true);
  });

  test("other questions are asked", () => {
    const march = pack([PASS], {}, { prompt: { code: "move" } as Package["view"]["prompt"] });
    expect(WINDOWS.some((setting) => passes(setting, march, () => "nothing"))).toBe(false);
  });
});

describe("the rule of a seat", () => {
  const none = ruleOf("ask", MOMENTS);

  test("follows the settings, and is the same for every hand", () => {
    expect(none).toEqual({ own: [], other: [], phase: null });
    expect(ruleOf("useful", MOMENTS)).toEqual(none);
    expect(ruleOf("own", MOMENTS).own).toEqual([]);
    expect(ruleOf("own", MOMENTS).other).toEqual(MOMENTS);
    expect(ruleOf("never", MOMENTS)).toEqual({ own: MOMENTS, other: MOMENTS, phase: null });
  });

  test("grows by the window that is asked about, in that player's turn", () => {
    const asked = pack(
      [EVENT, PASS],
      { passes: ruleOf("ask", MOMENTS), window: "react", seat: "axis" },
      { phasing: "soviet" },
    );
    expect(withThisWindow(asked)).toEqual({ own: [], other: ["react"], phase: null });
    expect(withThisWindow(pack([PASS], { passes: none, window: null }))).toBeNull();
  });

  test("covers what it passes already", () => {
    const some = { own: [], other: ["react" as const], phase: null };
    expect(covers(some, none)).toBe(true);
    expect(covers(none, some)).toBe(false);
    expect(covers(joined(some, ruleOf("never", MOMENTS)), some)).toBe(true);
  });
});
