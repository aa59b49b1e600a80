import { expect, test } from "vitest";
import { BOARD, line } from "./samples";
import { aftermath, tidings, weighs } from "./tidings";

const UNITS = new Map(BOARD.units.map((unit) => [unit.id, unit]));
const read = (...lines: ReturnType<typeof line>[]) => tidings(lines, "axis", UNITS);

test("a city that fell is told, one that was retaken is not", () => {
  const falls = line(2, "ControlChanged", "soviet", { hex: "1211", side: "soviet" });
  expect(read(falls).lostPlaces).toEqual(["1211"]);
  const again = line(3, "ControlChanged", "axis", { hex: "1211", side: "axis" });
  expect(read(falls, again).lostPlaces).toEqual([]);
  expect(read(again).wonPlaces).toEqual(["1211"]);
});

test("armies that surrendered are neither steps nor destroyed", () => {
  const told = read(
    line(2, "UnitEliminated", null, { unit: "G11", box: "surrendered", why: "supply" }),
    line(2, "UnitEliminated", null, { unit: "G2", box: "destroyed", why: "combat" }),
    line(2, "UnitFlipped", null, { unit: "G2", why: "loss" }),
    line(2, "UnitFlipped", null, { unit: "G4Pz", why: "loss" }),
    line(2, "UnitEliminated", null, { unit: "S_W", box: "destroyed", why: "combat" }),
  );
  expect([told.surrendered, told.destroyed, told.steps]).toEqual([["G11"], ["G2"], 1]);
  expect(told.theirLosses).toEqual(["S_W"]);
});

test("the last supply check of this side says who is cut off, but for those that are gone", () => {
  const told = read(
    line(2, "SupplyChecked", null, { side: "axis", unsupplied: ["G11", "G2"] }),
    line(3, "SupplyChecked", null, { side: "soviet", unsupplied: ["S_W"] }),
    line(4, "UnitEliminated", null, { unit: "G11", box: "surrendered", why: "supply" }),
  );
  expect(told.cutOff).toEqual(["G2"]);
});

test("one lone move is nothing to stop for, a lost city is", () => {
  expect(weighs(read(line(2, "UnitMoved", "soviet", { unit: "S_W" })))).toBe(false);
  expect(weighs(read(line(2, "ControlChanged", "soviet", { hex: "1211", side: "soviet" })))).toBe(true);
});

test("the player's own moves are no tidings", () => {
  expect(
    read(line(2, "UnitMoved", "axis", { unit: "G11" }), line(3, "UnitMoved", "soviet", { unit: "S_W" })).moves,
  ).toBe(1);
});

test("what came of a result is told up to the next battle, the fall of a city first", () => {
  const back = line(4, "UnitRetreated", null, { unit: "S_W" });
  const falls = line(5, "ControlChanged", "axis", { hex: "1211", side: "axis" });
  const found = line(3, "ResultFound", null, { result: "DR" });
  expect(aftermath([found, back, falls, line(6, "BattleBegan", null), line(7, "UnitAdvanced", null)])).toEqual([
    falls,
    back,
  ]);
  const dies = line(5, "UnitEliminated", null, { unit: "S_W", box: "destroyed", why: "combat" });
  expect(aftermath([found, back, dies]), "whoever is gone is not said to retreat").toEqual([dies]);
  const cadre = line(6, "UnitPlaced", "soviet", { unit: "S2", to: "1211", why: "cadre" });
  expect(aftermath([found, cadre, dies]), "the cadre in its place is told, too").toEqual([dies, cadre]);
  const marked = line(6, "CounterblowPlaced", "axis", { hex: "1211", side: "axis", why: "result" });
  expect(aftermath([found, marked]), "what is due is told as done").toEqual([marked]);
  expect(aftermath([found])).toEqual([]);
  expect(aftermath([back])).toEqual([]);
});
