import { expect, test } from "vitest";
import { buildGeometry } from "../shared/geometry";
import type { BoardFacts } from "../wire/types";
import { BOARD, line, positionOf, unit } from "./samples";
import { aftermath, blowsOf, emptied, tidings, weighs } from "./tidings";

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
  expect(told.theirDestroyed).toEqual(["S_W"]);
});

test("the last supply check of this side says who is cut off, but for those that are gone", () => {
  const lines = [
    line(2, "SupplyChecked", null, { side: "axis", unsupplied: ["G11", "G2"] }),
    line(3, "SupplyChecked", null, { side: "soviet", unsupplied: ["S_W"] }),
    line(4, "UnitEliminated", null, { unit: "G11", box: "surrendered", why: "supply" }),
  ];
  expect(read(...lines).cutOff).toEqual(["G2"]);
  expect(read(...lines, line(5, "MarkersCleared", null)).cutOff).toEqual([]); // saved in the same turn
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

test("the enemy's units that are destroyed are told apart from those that were shattered", () => {
  const told = read(
    line(2, "UnitShattered", null, { unit: "S_W", frm: "1411" }),
    line(2, "UnitShattered", null, { unit: "G2", frm: "1211" }),
  );
  expect([told.theirDestroyed, told.theirShattered, told.shattered]).toEqual([[], ["S_W"], ["G2"]]);
  const both = read(
    line(2, "UnitShattered", null, { unit: "S_W", frm: "1411" }),
    line(3, "UnitEliminated", null, { unit: "S_W", box: "destroyed", why: "combat" }),
  );
  expect([both.theirDestroyed, both.theirShattered]).toEqual([["S_W"], []]);
});

test("an own counterattack in the enemy's turn is told with its result, and is worth telling", () => {
  const told = read(
    line(2, "BattleBegan", "soviet", { attacker: "soviet", targets: ["1211"], counterattack: false }),
    line(3, "ResultFound", null, { result: "CA" }),
    line(4, "BattleBegan", "axis", { attacker: "axis", targets: ["1311"], counterattack: true }),
    line(5, "ResultFound", null, { result: "NE" }),
  );
  expect(told.strikes).toEqual([{ targets: ["1311"], result: "NE" }]);
  expect(weighs({ ...read(), strikes: told.strikes })).toBe(true);
});

test("a city that the enemy leaves empty is told if one's own units are near, and nobody has come in", () => {
  const position = positionOf([], {}, { units: [unit("G11", "1311", { side: "axis", move: 3 })] });
  position.geo = buildGeometry(position.board as BoardFacts);
  const city = position.board?.map.hexes.map((hex) => (hex.id === "1211" ? { ...hex, terrain: "city" } : hex));
  position.board = { ...BOARD, map: { ...BOARD.map, hexes: city } } as BoardFacts;
  const leaves = line(2, "UnitMoved", "soviet", { unit: "S_W", path: ["1211", "1212"] });
  expect(emptied(position, [leaves])).toEqual(["1211"]);
  const own = line(2, "UnitMoved", "axis", { unit: "G2", path: ["1211", "1212"] });
  expect(emptied(position, [own]), "left by oneself").toEqual([]);
  const far = positionOf([], {}, { units: [unit("G11", "1411", { side: "axis", move: 1 })] });
  Object.assign(far, { board: position.board, geo: position.geo });
  expect(emptied(far, [leaves]), "too far away").toEqual([]);
  const full = positionOf([], {}, { units: [unit("S_W", "1211", { side: "soviet", move: 3 })] });
  Object.assign(full, { board: position.board, geo: position.geo });
  expect(emptied(full, [leaves]), "somebody came in").toEqual([]);
});

test("Counterblows that the enemy bought, without those that were taken back or came by a result", () => {
  const laid = (hex: string, why: string, side = "soviet") =>
    line(2, "CounterblowPlaced", "soviet", { side, hex, why });
  const lines = [laid("1211", "paid"), laid("1311", "event"), laid("1411", "result"), laid("1212", "paid", "axis")];
  expect(blowsOf(lines, "axis")).toEqual(["1211", "1311"]);
  expect(blowsOf([...lines, line(3, "TakenBack", "soviet", { unit: null, hex: "1211" })], "axis")).toEqual(["1311"]);
});
