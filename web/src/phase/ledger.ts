/** What was done since the phase began, read from the log. */
import type { Happening, LogLine, Side, UnitId } from "../wire/types";

/** Lines of the phase that is open, oldest first. */
export function linesOfPhase(log: readonly LogLine[]): LogLine[] {
  const from = log.findLastIndex((line) => line.type === "PhaseBegan");
  return log.slice(from + 1);
}

/** Cards that this side has paid since the phase began. */
export function paidCards(log: readonly LogLine[], side: Side | null): number {
  return linesOfPhase(log).filter((line) => line.type === "CardDiscarded" && line.side === side).length;
}

/** Units that have moved since the phase began, also one that has only begun to. */
export function movedUnits(log: readonly LogLine[], side: Side | null): Set<UnitId> {
  const lines = linesOfPhase(log).filter((line) => line.side === side);
  return new Set(lines.flatMap(({ event }) => (event.type === "UnitMoved" ? [event.unit] : [])));
}

const BOUGHT = new Set<Happening>([
  "UnitFlipped",
  "UnitPlaced",
  "UnitReorganized",
  "UnitEntrained",
  "ReserveMarked",
  "UnitAvailable",
]);

/** What was bought since the phase began, as the log tells it. */
export function boughtLines(log: readonly LogLine[], side: Side | null): LogLine[] {
  return linesOfPhase(log).filter((line) => BOUGHT.has(line.type) && line.side === side);
}

/** The last supply check of this player turn: units marked and units freed, as the server says it. */
export function supplyLines(log: readonly LogLine[]): LogLine[] {
  const from = log.findLastIndex((line) => line.type === "PhaseBegan" && line.event.phase === "supply");
  return from < 0 ? [] : log.slice(from).filter((line) => line.type === "SupplyChecked");
}
