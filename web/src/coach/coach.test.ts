import { expect, test } from "vitest";
import type { CoachFigures, CoachReview, CoachTurn, KeptTry } from "../wire/types";
import {
  apart,
  chanceLines,
  figuresOf,
  gain,
  lessonsOf,
  mean,
  partsOf,
  reportOf,
  triesAt,
  verdictOn,
  within,
} from "./coach";

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
  expect(mean([1, 0, 0, 0, 0, 1])).toBe("2 (3.5)");
});

test("a turning point names the areas that weighed, and luck", () => {
  const point = { areas: { movement: -0.08, battles: 0.004 }, luck: 0.03 } as unknown as CoachTurn;
  expect(partsOf(point)).toEqual(["Movement −8", "Luck +3"]);
});

test("a try is better or worse only if its whole interval is", () => {
  expect(verdictOn({ gain: 0.05, low: 0.01, high: 0.09 })).toBe("better");
  expect(verdictOn({ gain: -0.05, low: -0.09, high: -0.01 })).toBe("worse");
  expect(verdictOn({ gain: 0.05, low: -0.01, high: 0.11 })).toBe("even");
  expect(within({ gain: 0.05, low: -0.01, high: 0.11 })).toBe("+5 (−1 to +11)");
});

test("findings lead to lessons, each once, and one without a lesson to none", () => {
  const of = (...kinds: string[]) => lessonsOf({ findings: kinds.map((kind) => ({ kind })) } as unknown as CoachTurn);
  expect(of("supply", "open-city", "walked-into")).toEqual(["pocket", "march"]);
  expect(of("mark")).toEqual([]);
});

test("the tries at a turning point are those that begin with its first move", () => {
  const made = (sandbox: string, ply: number | null) =>
    ({ sandbox, tried: ply === null ? null : { ply } }) as unknown as KeptTry;
  const tries = [made("a", 7), made("b", 9), made("c", null)];
  const at = (begins: number | null) => triesAt(tries, { begins } as unknown as CoachTurn).map((one) => one.sandbox);
  expect([at(7), at(8), at(null)]).toEqual([["a"], [], []]);
});

test("the picture has luck, play and losses of both sides", () => {
  expect(figuresOf(review).map(({ axis, soviet }) => [axis, soviet])).toEqual([
    ["+7", "+7"],
    ["−8", "−8"],
    ["4", "7"],
  ]);
});
