/** The lines of the curves of a game, out of what the server counted. */

import { SIDE } from "../i18n/words";
import type { Graphs, Side } from "../wire/types";

export interface Line {
  side: Side;
  label: string;
  at: (readonly [number, number])[];
}
type Points = Graphs["points"];
const SIDES: Side[] = ["axis", "soviet"];

/** One piece for each stretch in which one side has the initiative: its points count the other way afterwards. */
export function vpLines(points: Points): Line[] {
  const pieces: Line[] = [];
  for (const p of points) {
    const piece = pieces.at(-1);
    if (piece?.side === p.initiative) piece.at.push([p.ply, p.vp]);
    else pieces.push({ side: p.initiative, label: SIDE[p.initiative], at: [[p.ply, p.vp]] });
  }
  return pieces;
}

/** A line for each side. */
export const pairLines = (points: Points, what: "steps" | "cards" | "cities"): Line[] =>
  SIDES.map((side, i) => ({ side, label: SIDE[side], at: points.map((p) => [p.ply, p[what][i] ?? 0] as const) }));

/** The last of each turn: a row a turn is enough for a table. */
export const rowsOf = (points: Points): Points =>
  points.filter((p, i) => i === points.length - 1 || points[i + 1]?.turn !== p.turn);

/** How much better than expected a side's combat dice did, in ranks of the combat table. */
export const luckOf = ({ battles }: Graphs, side: Side): number =>
  battles.filter((one) => one.attacker === side).reduce((sum, one) => sum + one.rank - one.expected, 0);

/** With its sign, to a tenth; nothing has none. */
export function signed(n: number): string {
  const size = Math.abs(n).toFixed(1);
  return size === "0.0" ? size : `${n < 0 ? "−" : "+"}${size}`;
}
