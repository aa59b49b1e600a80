import { describe, expect, test } from "vitest";
import type { View } from "../wire/types";
import { fightOf, Referee, type Tables } from "./fights";
import { line, unit, view } from "./samples";
import { scenesOf } from "./scenes";
import { Tracker } from "./tracker";

const before = view({
  units: [
    unit("G4", "1211", { side: "axis", face: 0 }),
    unit("G2", "1212", { side: "axis", face: 0 }),
    unit("S_W", "1311", { side: "soviet", face: 0 }),
  ],
});
const TABLES = {
  columns: ["1:1", "2:1"],
  axis_crt: [1, 2, 3, 4, 5, 6].map((n) => [`a${n}`, `b${n}`]),
} as unknown as Tables;
const ODDS = { attack: 6, defense: 4, initial: "1:1", shifts: [[1, "support"]], column: "2:1" };
const LINES = [
  line(11, "BattleBegan", "axis", {
    attacker: "axis",
    attackers: ["G4", "G2"],
    targets: ["1311"],
    counterattack: false,
  }),
  line(12, "SupportCommitted", "axis", { side: "axis" }),
  line(13, "EventPlayed", "soviet", { side: "soviet", card: 7 }),
  line(14, "EventCancelled", "axis", { side: "soviet", card: 7 }),
  line(14, "OddsSet", "axis", ODDS),
  line(15, "DieRolled", null, { value: 3, purpose: "combat" }),
  line(15, "ResultFound", "axis", { result: "EX", how: "table" }),
  line(15, "UnitEliminated", "soviet", { unit: "S_W", frm: "1311", box: "destroyed" }),
  line(16, "UnitFlipped", "axis", { unit: "G2", face: 1, why: "loss" }),
];

describe("a battle that the log tells of", () => {
  const referee = new Referee(before, [], TABLES);
  const tracker = new Tracker(before);
  let found = null as ReturnType<Referee["read"]>;
  for (const one of LINES) {
    found = referee.read(one, tracker);
    tracker.step(one);
  }

  test("has its sides, its column and the faces of its table, the events and the die", () => {
    expect(found).toMatchObject({
      side: "axis",
      attackers: ["G4", "G2"],
      defenders: ["S_W"],
      targets: ["1311"],
      from: ["1211", "1212"],
      odds: { column: "2:1", initial: "1:1", table: "axis", results: ["b1", "b2", "b3", "b4", "b5", "b6"] },
      events: [{ side: "soviet", card: 7, canceled: true }],
      die: 3,
      result: "EX",
    });
    expect(found?.odds?.shifts).toEqual([{ columns: 1, code: "support" }]);
    expect(found?.lines.map((one) => one.type)).toEqual(["ResultFound", "UnitEliminated", "UnitFlipped"]);
  });

  test("ends with its phase", () => {
    expect(referee.read(line(17, "PhaseBegan", "axis", { side: "axis", phase: "removal" }), tracker)).toBeNull();
  });

  test("is seen before what it does, and each counter that it hits is turned", () => {
    const next = view({
      units: [unit("G4", "1211", { face: 0 }), unit("G2", "1212", { face: 1 }), unit("S_W", "box:destroyed")],
    });
    const scenes = scenesOf(before, next, LINES, () => true, [], TABLES);
    expect(scenes.map(({ steps }) => steps.map((one) => one.kind))).toEqual([["strike"], ["leave"], ["flip"]]);
    expect(scenes[0]?.steps[0]).toMatchObject({ kind: "strike", tumbles: true, fight: { result: "EX", die: 3 } });
    expect(scenes[2]?.steps[0]).toMatchObject({ kind: "flip", unit: "G2", was: { face: 0 } });
  });
});

test("a battle in hand is as the view has it, with what was played for it", () => {
  const odds = { column: "1:1", initial: "1:1", shifts: [], strengths: [], results: [], automatic: null };
  const shown = view({
    units: before.units,
    battle: {
      attacker: "axis",
      attackers: ["G4"],
      defenders: ["S_W"],
      targets: ["1311"],
      counterattack: false,
      composing: false,
      supports: 0,
      die: 5,
      result: null,
      odds,
    } as unknown as View["battle"],
  });
  expect(fightOf(shown, LINES.slice(0, 3))).toMatchObject({
    key: "11 1311",
    odds,
    die: 5,
    result: "",
    events: [{ side: "soviet", card: 7, canceled: false }],
  });
  expect(fightOf(before, LINES)).toBeNull();
});

test("a battle that has its result keeps the odds at which it was fought, whoever has died since", () => {
  const strengths = [
    { unit: "G4", side: "axis", strength: 6, note: "" },
    { unit: "S_W", side: "soviet", strength: 2, note: "" },
  ];
  const now = { attack: 6, defense: 2, column: "3:1", initial: "3:1", shifts: [], table: "axis", results: ["c1"] };
  const shown = (result: string | null) =>
    view({
      units: before.units,
      battle: {
        attacker: "axis",
        attackers: ["G4"],
        defenders: ["S_W"],
        targets: ["1311"],
        counterattack: false,
        composing: false,
        supports: 0,
        die: 3,
        result,
        odds: { ...now, strengths, automatic: null },
      } as unknown as View["battle"],
    });
  const { odds } = fightOf(shown("EX"), LINES, TABLES) ?? {};
  expect(odds).toMatchObject({
    attack: 6,
    defense: 4,
    initial: "1:1",
    column: "2:1",
    results: ["b1", "b2", "b3", "b4", "b5", "b6"],
  });
  expect(odds?.strengths.map(({ unit }) => unit)).toEqual(["G4"]);
  expect(odds?.shifts).toEqual([{ columns: 1, code: "support" }]);
  expect(fightOf(shown(null), LINES.slice(0, 4), TABLES)?.odds?.column).toBe("3:1");
});
