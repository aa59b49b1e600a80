import { beforeEach, expect, test } from "vitest";
import { toasts } from "./toasts.svelte";

beforeEach(() => {
  toasts.list = [];
});
const shown = () => toasts.list.map((one) => (one.gone ? "" : one.text));
const idOf = (text: string) => toasts.list.find((one) => one.text === text)?.id ?? -1;

test("what has been said leaves its place empty until what is below it has been said, too", () => {
  for (const text of ["a", "b"]) toasts.say(text);
  toasts.drop(idOf("a"));
  expect(shown()).toEqual(["", "b"]);
  toasts.say("c");
  expect(shown()).toEqual(["", "b", "c"]);
  toasts.drop(idOf("c"));
  expect(shown()).toEqual(["", "b"]);
  toasts.drop(idOf("b"));
  expect(shown()).toEqual([]);
});

test("empty places are given away before they push the rest out of sight; three are read at once", () => {
  for (const text of ["a", "b", "c"]) toasts.say(text);
  toasts.drop(idOf("a"));
  toasts.say("d");
  expect(shown()).toEqual(["b", "c", "d"]);
  toasts.say("e");
  expect(shown()).toEqual(["c", "d", "e"]);
});
