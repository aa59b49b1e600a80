import { expect, test } from "vitest";
import { Position } from "../game/position.svelte";
import type { LogLine } from "../wire/types";
import { record } from "./record";

const line = (type: string, text: string): LogLine =>
  ({ type, text, said: type, side: null, event: { type }, args: {}, hexes: [], ply: 1 }) as unknown as LogLine;

test("a game is told turn by turn", () => {
  const log = [
    line("TurnBegan", "Turn 7"),
    line("PhaseBegan", "Axis Movement"),
    line("UnitMoved", "4th Army moves"),
    line("PhaseBegan", "Axis Combat"),
  ];
  expect(record(new Position(), ["Fall Blau", "", "Deluxe"], log)).toBe(
    "Fall Blau\nDeluxe\n\nTurn 7\n======\n\nAxis Movement\n- 4th Army moves\n\nAxis Combat\n",
  );
});
