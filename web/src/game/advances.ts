/** The advance after a battle as one answer: whoever may enter the hex that was taken does, and there the advance ends. */

import type { Action, MapId, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";

/** The units that may still enter each hex that the defender has left, in the order of the legal actions. */
export function entering(position: Position): Map<MapId, UnitId[]> {
  const { mine, past, view, actions } = position;
  const found = new Map<MapId, UnitId[]>();
  if (!mine || past || view?.prompt.code !== "advance") return found;
  for (const { type, unit, to } of actions) {
    if (type !== "AdvanceUnit" || !unit || !to || !view.battle?.targets.includes(to)) continue;
    found.set(to, [...(found.get(to) ?? []), unit]);
  }
  return found;
}

const enters = (position: Position, units: readonly UnitId[], to: MapId): Action | undefined =>
  position.actions.find((a) => a.type === "AdvanceUnit" && a.to === to && units.includes(a.unit ?? ""));

/** Has them all enter it, one after the other, and ends the advance; what has to be confirmed stops it. */
export async function enterAll(position: Position, talk: Talk, to: MapId): Promise<void> {
  const left = new Set(entering(position).get(to));
  const battle = position.view?.battle?.targets.join();
  const same = (): boolean =>
    position.view?.prompt.code === "advance" && position.view.battle?.targets.join() === battle && position.mine;
  while (same()) {
    const next: Action | undefined = enters(position, [...left], to);
    if (!next?.unit) break;
    left.delete(next.unit);
    if (!(await talk.playAll([next]))) return;
  }
  const { primary } = position;
  if (same() && primary?.type === "Done") await talk.playAll([primary]);
}
