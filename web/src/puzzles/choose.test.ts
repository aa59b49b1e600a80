import { expect, test } from "vitest";
import type { PuzzleChoice, PuzzleTried } from "../wire/types";
import { newTo, nextOf, solvedOf } from "./choose";

const puzzle = (id: string, rating: number, kind: PuzzleChoice["kind"] = "city"): PuzzleChoice => ({
  id,
  kind,
  level: 2,
  side: "axis",
  scenario: "fall_blau",
  scenario_title: "Fall Blau",
  turn: 9,
  rating,
});
const ALL = [puzzle("a", 1000), puzzle("b", 1400, "hold"), puzzle("c", 1500), puzzle("d", 1900)];
const missed: PuzzleTried = { result: "missed", solved: false };
const solved: PuzzleTried = { result: "solved", solved: true };
/** All that chance can bring. */
const drawn = (tried: Record<string, PuzzleTried>, wish: { kinds?: PuzzleChoice["kind"][]; not?: string } = {}) => [
  ...new Set([0, 0.3, 0.6, 0.99].map((chance) => nextOf(ALL, tried, { kinds: [], rating: 1500, ...wish }, chance)?.id)),
];

test("the nearest in rating comes first, and only a few come into question", () => {
  const many = Array.from({ length: 20 }, (_, i) => puzzle(`p${i}`, 1000 + 50 * i));
  const near = [0, 0.5, 0.99].map((chance) => nextOf(many, {}, { kinds: [], rating: 1500 }, chance)?.rating ?? 0);
  expect(near[0]).toBe(1500);
  expect(near.every((rating) => Math.abs(rating - 1500) <= 100)).toBe(true);
});

test("what was never tried comes before what was missed, and that before what was solved", () => {
  expect(drawn({ a: missed, b: solved, c: missed })).toEqual(["d"]);
  expect(drawn({ a: missed, b: solved, c: solved, d: solved })).toEqual(["a"]);
  expect(drawn({ a: solved, b: solved, c: solved, d: solved }, { not: "c" }).toSorted()).toEqual(["a", "b", "d"]);
});

test("only of the kinds that are wanted, and never the one on the table", () => {
  expect(drawn({}, { kinds: ["hold"] })).toEqual(["b"]);
  expect(drawn({}, { kinds: ["hold"], not: "b" })).toEqual([undefined]);
});

test("how many were solved, in the end", () => {
  expect(solvedOf(ALL, { a: solved, b: missed, x: solved, c: { result: "missed", solved: true } })).toBe(2);
});

test("an account is told what it does not know, and nothing else", () => {
  const later: PuzzleTried = { result: "missed", solved: true };
  expect(newTo({ a: solved, b: missed, c: missed }, { a: missed, b: later, c: missed, d: missed })).toEqual({
    b: later,
    d: missed,
  });
  expect(newTo({}, {})).toEqual({});
});
