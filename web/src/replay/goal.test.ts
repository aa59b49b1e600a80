import { expect, test } from "vitest";
import type { Reason } from "../wire/types";
import { goalOf } from "./goal";

const told = (code: string, args: Reason["args"]): Reason => ({ code, args, text: "", remedy: "", rule: "" });
const points = (n: number): Reason => told("info-goal-points", { n });
const held = told("info-goal-held", { n: 12 });
const aim = (side: string, ...goals: Reason[][]): Reason => told("info-aim-goals", { side, turn: 16, goals });

test("a goal of points is a line, and decides alone where there is no other", () => {
  expect(goalOf(aim("soviet", [points(14)]))).toEqual({ side: "soviet", n: 14, only: true });
  expect(goalOf(aim("axis", [held], [points(21)]))).toEqual({ side: "axis", n: 21, only: false });
});

test("what else is asked for is no line", () => {
  expect(goalOf(aim("soviet", [held]))).toBeNull();
  expect(goalOf(aim("soviet", [points(14), held])), "points alone do not do").toBeNull();
  expect(goalOf(told("info-aim-mark", { side: "axis" })), "a campaign has no goals of its own").toBeNull();
  expect(goalOf(null)).toBeNull();
});
