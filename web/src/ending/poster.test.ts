import { expect, test } from "vitest";
import { wrapped } from "./poster";

const wide = (text: string): number => text.length;

test("words go into lines that fit", () => {
  expect(wrapped("Victory for the Soviets", 15, 3, wide)).toEqual(["Victory for the", "Soviets"]);
  expect(wrapped("", 15, 3, wide)).toEqual([]);
});

test("too many lines end in an ellipsis that fits as well", () => {
  const lines = wrapped("held out until the very end of the long war", 12, 2, wide);
  expect(lines).toEqual(["held out", "until the …"]);
  expect(Math.max(...lines.map(wide))).toBeLessThanOrEqual(12);
});
