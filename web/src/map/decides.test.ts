import { expect, test } from "vitest";
import type { MapId, Reason, Side } from "../wire/types";
import { deciding } from "./decides";

const hex = (id: string): MapId => id as MapId;
const told = (code: string, args: Record<string, unknown>): Reason =>
  ({ code, args, text: "", rule: "", remedy: "" }) as unknown as Reason;
const objectives = (side: Side): MapId[] => (side === "axis" ? [hex("2008"), hex("2117")] : [hex("0602")]);

test("what a goal names decides, and the Objectives where some of them count", () => {
  const goals = [
    [told("info-goal-points", { n: 24 })],
    [told("info-goal-hexes", { hexes: ["2117"] }), told("info-goal-objectives-with", { n: 2, hexes: ["2117"] })],
  ];
  expect(deciding(told("info-aim-goals", { side: "axis", turn: 10, goals }), objectives)).toEqual({
    side: "axis",
    named: ["2117"],
    all: ["2117", "2008"],
  });
});

test("in a campaign these are the Objectives of the side with the initiative", () => {
  const aim = { side: "soviet", turn: 24, points: told("info-goal-points", { n: 9 }) };
  const counts = { ...aim, objectives: told("info-goal-objectives", { n: 3 }) };
  expect(deciding(told("info-aim-mark", counts), objectives)).toEqual({ side: "soviet", named: [], all: ["0602"] });
});

test("points alone name no place, and nothing to reach none", () => {
  const goals = [[told("info-goal-points", { n: 14 })]];
  const nothing = { side: null, named: [], all: [] };
  expect(deciding(told("info-aim-goals", { side: "soviet", turn: 16, goals }), objectives)).toEqual(nothing);
  expect(deciding(null, objectives)).toEqual(nothing);
});
