import { expect, test } from "vitest";
import type { LogLine } from "../wire/types";
import { grouped } from "./grouped";

const drawn = (side: "axis" | "soviet", said = "CardDrawn-hidden"): LogLine =>
  ({ type: "CardDrawn", side, said }) as LogLine;
const sizes = (...lines: LogLine[]): number[] => grouped(lines).map((told) => told.length);

test("the cards that a side draws one after the other are told in one line", () => {
  expect(sizes(drawn("axis"), drawn("axis"), drawn("axis"))).toEqual([3]);
});

test("each side, and what is seen and what is not, has a line of its own", () => {
  expect(sizes(drawn("axis"), drawn("axis"), drawn("soviet"))).toEqual([2, 1]);
  expect(sizes(drawn("axis"), drawn("axis", "CardDrawn"))).toEqual([1, 1]);
});

test("nothing else is drawn together, and nothing is lost", () => {
  const moved = { type: "UnitMoved", side: "axis", said: "UnitMoved" } as LogLine;
  expect(sizes(moved, moved, drawn("axis"), moved, drawn("axis"))).toEqual([1, 1, 1, 1, 1]);
  expect(sizes()).toEqual([]);
});
