import { expect, test } from "vitest";
import { TONES } from "../shared/sounds";
import { heard } from "./heard";
import { line, pack } from "./samples";

const at = (ply: number, ...events: ReturnType<typeof line>[]) => pack([], { ply, events });

test("a die, a city and any number of counters are heard once each", () => {
  const lines = [
    line(11, "UnitMoved", "axis"),
    line(11, "ControlChanged", "axis"),
    line(12, "UnitMoved", "axis"),
    line(12, "DieRolled", null),
    line(12, "PhaseBegan", "axis"),
  ];
  expect(heard(at(10), at(12, ...lines))).toEqual(["counter", "city", "die"]);
});

test("what was heard before is not heard again, nor what is taken back, nor a game that is opened", () => {
  const lines = [line(9, "DieRolled", null), line(11, "UnitMoved", "axis")];
  expect(heard(at(10), at(11, ...lines))).toEqual(["counter"]);
  expect(heard(at(12), at(11, ...lines))).toEqual([]);
  expect(heard(null, at(11, ...lines))).toEqual([]);
});

test("no sound is loud, and none is long", () => {
  for (const tones of Object.values(TONES))
    for (const { after, lasts, loud } of tones) {
      expect(loud).toBeLessThanOrEqual(0.12);
      expect(after + lasts).toBeLessThan(0.8);
    }
});
