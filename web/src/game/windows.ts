/** Which card windows a player is not asked about, by the settings. */

import type { WINDOWS } from "../shared/settings.svelte";
import type { Action, Package } from "../wire/types";

/** Whether another person may read what is played, and how soon: not against the computer, nor with both seats at one table. */
export const betweenPeople = ({ owned, game, seat }: Package): boolean =>
  owned.length < 2 && Object.entries(game.seats).some(([side, { kind }]) => side !== seat && kind !== "computer");

/**
 * Whether a card window is passed at once. Between two people that never depends on the hand: how soon a window is
 * passed would tell the other side what it holds.
 */
export function passes(setting: (typeof WINDOWS)[number], next: Package, moot: (event: Action) => string): boolean {
  if (next.view.prompt.code !== "window") return false;
  if (setting === "never") return true;
  if (setting === "own") return next.view.phasing !== next.seat;
  const events = next.actions.filter((action) => action.type === "PlayEvent");
  return setting === "useful" && !betweenPeople(next) && events.every((event) => moot(event));
}
