/** The ways that units took, as the log tells of them. */

import type { Happening, LogLine } from "../wire/types";

const MOVES = new Set<Happening>(["UnitMoved", "UnitRetreated"]);

/** The hexes by which a unit went; none for a line that tells of no move. */
export function pathOf(line: LogLine): string[] {
  if (line.type === "UnitAdvanced") return [String(line.event.frm), String(line.event.to)];
  return MOVES.has(line.type) ? ((line.event.path as string[] | undefined) ?? []) : [];
}
