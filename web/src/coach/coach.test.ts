import { expect, test } from "vitest";
import type { CoachFigures, CoachReview, CoachTurn } from "../wire/types";
import { apart, chanceLines, gain, mean, partsOf, reportOf } from "./coach";

const figures = (some: Partial<CoachFigures> = {}): CoachFigures => ({
  dice: [1, 0, 0, 0, 0, 1],
  luck_of_dice: 0.1,
  luck_of_deals: -0.03,
  lost: 4,
  lost_to_supply: 2,
  lost_to_stacking: 0,
  shattered: 1,
  drawn: 9,
  events: 3,
  paid: 4,
  wasted: 1,
  battles: 2,
  given: { cards: 0, organization: 0.02, movement: 0.12, battles: 0 },
  net: { cards: 0.01, organization: -0.02, movement: -0.12, battles: 0.05 },
  ...some,
});
const review = {
  curve: [
    { ply: 0, turn: 1, phasing: "axis", chance: 0.6 },
    { ply: 40, turn: 1, phasing: "soviet", chance: 0.456 },
  ],
  axis: figures(),
  soviet: figures({ lost: 7 }),
} as unknown as CoachReview;

test("the curves of both sides add up to a hundred at every point", () => {
  const [axis, soviet] = chanceLines(review);
  expect(axis?.at).toEqual([
    [0, 60],
    [40, 46],
  ]);
  expect(soviet?.at).toEqual([
    [0, 40],
    [40, 54],
  ]);
});

test("luck and play are told apart, and gains have a sign", () => {
  const { luck, play } = apart(figures());
  expect([gain(luck), gain(play), gain(0.001)]).toEqual(["+7", "−8", "0"]);
});

test("the report has both sides beside each other, and what was given away counts against them", () => {
  const rows = reportOf(review);
  expect(rows.find((row) => row.label === "Units lost")?.pair).toEqual(["4", "7"]);
  expect(rows.find((row) => row.label === "Given away: Movement")?.pair).toEqual(["−12", "−12"]);
  expect(mean([0, 0, 0, 0, 0, 0])).toBe("0");
  expect(mean([1, 0, 0, 0, 0, 1])).toBe("2 (3.50)");
});

test("a turning point names the areas that weighed, and luck", () => {
  const point = { areas: { movement: -0.08, battles: 0.004 }, luck: 0.03 } as unknown as CoachTurn;
  expect(partsOf(point)).toEqual(["Movement −8", "Luck +3"]);
});
