/** Why the game stops for events at all, and what can be offered to a player who finds that too often. */

import type { Game } from "../game/game.svelte";
import { betweenPeople } from "../game/windows";
import { settings } from "../shared/settings.svelte";

/** The window stops the game for events that would change nothing: the moment to offer that it does so no more. */
export function stopsForNothing({ position }: Game): boolean {
  const { pkg, view, mine } = position;
  const events = position.actions.filter((a) => a.type === "PlayEvent");
  if (view?.prompt.code !== "window" || !mine || settings.all.windows !== "ask") return false;
  return pkg !== null && !betweenPeople(pkg) && events.length > 0 && events.every((a) => position.moot(a));
}

/** Between two people every chance is asked about: the moment to offer that this one is passed from now on. */
export function mayAlwaysPass({ position }: Game): boolean {
  const { pkg, mine, past } = position;
  return Boolean(mine && pkg?.window && betweenPeople(pkg)) && !past;
}

/** Asked about events without one to play: whoever wonders why is told. */
export function asksAllTheSame({ position }: Game): boolean {
  const { view, mine, past, actions } = position;
  return view?.prompt.code === "window" && mine && !past && !actions.some((a) => a.type === "PlayEvent");
}
