/** Which card windows a player is not asked about, by the settings. */

import type { WINDOWS } from "../shared/settings.svelte";
import type { Action, Package, Passing, Window } from "../wire/types";

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

/** Whether a setting passes windows whatever the hand, so that the server can do it. */
export const isRule = (setting: (typeof WINDOWS)[number]): boolean => setting === "never" || setting === "own";

/**
 * What the server passes unasked between two people, by a setting: the page need not be open for it. `moments` are all at
 * which a player can be asked for an event.
 */
export const ruleOf = (setting: (typeof WINDOWS)[number], moments: readonly Window[]): Passing => ({
  own: setting === "never" ? [...moments] : [],
  other: isRule(setting) ? [...moments] : [],
  phase: null,
});

/** Both rules in one. */
export const joined = (one: Passing, other: Passing): Passing => ({
  own: [...new Set([...one.own, ...other.own])],
  other: [...new Set([...one.other, ...other.other])],
  phase: other.phase ?? one.phase,
});

/** Whether a rule passes everything that another one does. */
export const covers = (rule: Passing, other: Passing): boolean =>
  joined(rule, other).own.length === rule.own.length && joined(rule, other).other.length === rule.other.length;

/** Whether a rule passes the windows of the phase that is being played, because of a `pass all`. */
export const passesPhase = ({ passes: rule, view }: Package): boolean =>
  rule?.phase?.turn === view.turn && rule.phase.phasing === view.phasing && rule.phase.phase === view.phase;

/** The rule of a seat, and the window that it is asked about now. */
export function withThisWindow({ passes: rule, window, view, seat }: Package): Passing | null {
  if (!rule || !window) return null;
  const [own, other]: Window[][] = view.phasing === seat ? [[window], []] : [[], [window]];
  return joined(rule, { own: own ?? [], other: other ?? [], phase: null });
}
