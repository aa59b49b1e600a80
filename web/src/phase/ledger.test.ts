import { expect, test } from "vitest";
import { line } from "../game/samples";
import { boughtLines, linesOfPhase, paidCards, supplyLines } from "./ledger";

const LOG = [
  line(1, "PhaseBegan", null, { phase: "supply" }),
  line(2, "SupplyChecked", null),
  line(3, "CardDiscarded", "axis"),
  line(4, "PhaseBegan", null, { phase: "organization" }),
  line(5, "CardDiscarded", "axis"),
  line(6, "UnitFlipped", "axis"),
  line(7, "CardDiscarded", "soviet"),
  line(8, "UnitPlaced", "soviet"),
];

test("a phase begins with its own line", () => {
  expect(linesOfPhase(LOG).map((l) => l.ply)).toEqual([5, 6, 7, 8]);
  expect(linesOfPhase([])).toEqual([]);
});

test("cards and purchases are those of the side and of the phase", () => {
  expect(paidCards(LOG, "axis")).toBe(1);
  expect(boughtLines(LOG, "axis").map((l) => l.ply)).toEqual([6]);
  expect(boughtLines(LOG, "soviet").map((l) => l.ply)).toEqual([8]);
});

test("the supply check is that of the last supply phase", () => {
  expect(supplyLines(LOG).map((l) => l.ply)).toEqual([2]);
  expect(supplyLines(LOG.slice(3))).toEqual([]);
});
