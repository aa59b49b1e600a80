import { expect, test } from "vitest";
import { move, positionOf } from "./samples";
import { Selection } from "./selection.svelte";
import { Stack } from "./stack.svelte";
import type { Talk } from "./talk.svelte";

const TALK = { query: () => Promise.reject(new Error("nobody answers")) } as unknown as Talk;

test("one more click on the unit in hand takes the next of its stack, round and round", () => {
  const position = positionOf([move("G11", "1311"), move("G2", "1311")]);
  const selection = new Selection(position, TALK);
  const stack = new Stack(position, TALK, selection);
  expect(stack.after("G11")).toBeNull();
  selection.select("G11");
  expect(stack.after("G11")).toBe("G2");
  expect(stack.after("G2")).toBeNull();
  selection.select("G2");
  expect(stack.after("G2")).toBe("G11");
});

test("those that can act come before those that cannot, and a single one is put down", () => {
  const position = positionOf([move("G11", "1311")]);
  const selection = new Selection(position, TALK);
  const stack = new Stack(position, TALK, selection);
  selection.select("G11");
  expect(stack.after("G11")).toBeNull();
  selection.select("S_W");
  expect(stack.after("S_W")).toBeNull();
});

test("all of a hex are taken by one click or pull with Shift, and pulled together once they are in hand", () => {
  const position = positionOf([move("G11", "1311"), move("G2", "1311")]);
  const selection = new Selection(position, TALK);
  const stack = new Stack(position, TALK, selection);
  expect(stack.hold("G2", false)).toBe(false);
  expect(selection.stack).toEqual([]);
  expect(stack.hold("G2", true)).toBe(true);
  expect([selection.unit, [...selection.stack].sort()]).toEqual(["G2", ["G11", "G2"]]);
  expect(stack.hold("G11", false)).toBe(true);
  selection.select("G11");
  expect(stack.hold("G11", false)).toBe(false);
});

test("a unit that alone can move is no stack", () => {
  const position = positionOf([move("G11", "1311")]);
  const selection = new Selection(position, TALK);
  const stack = new Stack(position, TALK, selection);
  expect(stack.hold("G11", true)).toBe(false);
  expect(stack.hold("S_W", true)).toBe(false);
});
