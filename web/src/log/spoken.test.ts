import { expect, test } from "vitest";
import type { Position } from "../game/position.svelte";
import { i18n } from "../i18n/i18n.svelte";
import type { LogLine } from "../wire/types";
import { Spoken } from "./spoken";

const line = (ply: number, side: "axis" | "soviet", type: string, text: string): LogLine =>
  ({ ply, side, type, text, said: type, event: { type, unit: "S_W" }, args: {}, hexes: [] }) as unknown as LogLine;
const at = (ply: number, asked: boolean) =>
  ({
    pkg: { ply, seat: "axis", actions: asked ? [{}] : [], view: {} },
    seat: "axis",
    unitFacts: new Map(),
  }) as unknown as Position;

test("who plays both sides hears what the one has done also where the other is asked next, and a result with its die", () => {
  const position = at(0, true);
  const spoken = new Spoken(position);
  spoken.after([]);
  const asked = (ply: number, seat: string, events: LogLine[], handOver: string | null = null) =>
    Object.assign(position, { pkg: { ...at(ply, true).pkg, seat, events }, handOver });
  asked(1, "soviet", [line(1, "axis", "UnitRetreated", "4th Army retreats")]);
  expect(spoken.after([])).toBe("4th Army retreats.");
  asked(2, "axis", [line(2, "soviet", "DieRolled", "3"), line(2, "soviet", "ResultFound", "Retreat")]);
  expect(spoken.after([])).toBe("");
  asked(3, "soviet", [line(3, "axis", "UnitMoved", "4th Army moves")], "soviet");
  expect(spoken.after([])).toBe("");
});

test("one's own move, a step taken back and the other side's turn are a sentence each", () => {
  expect(i18n.language).toBe("en");
  const log = [line(1, "axis", "UnitMoved", "4th Army moves to Minsk")];
  const position = at(0, true);
  const spoken = new Spoken(position);
  expect(spoken.after([])).toBe("");
  Object.assign(position, at(1, true));
  expect(spoken.after(log)).toBe("4th Army moves to Minsk.");
  expect(spoken.after(log)).toBe("");
  Object.assign(position, at(0, true));
  expect(spoken.after([])).toBe("Taken back.");
  Object.assign(position, at(2, false));
  expect(spoken.after([line(2, "soviet", "UnitMoved", "West Front moves")])).toBe("");
  Object.assign(position, at(3, true));
  const more = [
    line(2, "soviet", "UnitMoved", "West Front moves"),
    line(3, "soviet", "UnitMoved", "South Front moves"),
  ];
  expect(spoken.after(more)).toBe("The Soviets: 2 moves.");
});
