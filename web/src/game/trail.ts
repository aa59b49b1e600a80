/** The ways that units took, as the log tells of them. */

import type { Happening, LogLine, MapId } from "../wire/types";

const MOVES = new Set<Happening>(["UnitMoved", "UnitRetreated"]);

/** The hexes by which a unit went; none for a line that tells of no move. */
export function pathOf(line: LogLine): MapId[] {
  const { event } = line;
  if (event.type === "UnitAdvanced") return [event.frm, event.to];
  return MOVES.has(line.type) ? (event.path ?? []) : [];
}
