/** What was done since the phase began, read from the log. */
import type { Game } from "../game/game.svelte";
import type { LogLine } from "../wire/types";

/** Lines of the phase that is open, oldest first. */
export function linesOfPhase(game: Game): LogLine[] {
  const from = game.log.findLastIndex((line) => line.type === "PhaseBegan");
  return game.log.slice(from + 1);
}

/** Cards that this side has paid since the phase began. */
export function paidCards(game: Game): number {
  return linesOfPhase(game).filter((line) => line.type === "CardDiscarded" && line.side === game.seat).length;
}

const BOUGHT = new Set([
  "UnitFlipped",
  "UnitPlaced",
  "UnitReorganized",
  "UnitEntrained",
  "ReserveMarked",
  "UnitAvailable",
]);

/** What was bought since the phase began, as the log tells it. */
export function boughtLines(game: Game): LogLine[] {
  return linesOfPhase(game).filter((line) => BOUGHT.has(line.type) && line.side === game.seat);
}

/** The last supply check of this player turn: units marked and units freed, as the server says it. */
export function supplyLines(game: Game): LogLine[] {
  const from = game.log.findLastIndex((line) => line.type === "PhaseBegan" && line.event.phase === "supply");
  return from < 0 ? [] : game.log.slice(from).filter((line) => line.type === "SupplyChecked");
}
