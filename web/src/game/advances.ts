/** Advances of more than one step: all who may enter the hex that was taken, or one unit on its way to a hex farther on. */

import { toasts } from "../shared/toasts.svelte";
import type { Action, MapId, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

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

/** Those of them for whom there is room, the strongest first; none where that is not known. */
export async function withRoom(position: Position, talk: Talk, hex: MapId): Promise<UnitId[]> {
  if (!entering(position).has(hex)) return [];
  return talk.query({ kind: "entering", hex }).then(
    ({ units }) => units,
    () => [],
  );
}

/**
 * Has all for whom there is room enter it, one after the other, and ends the advance; what has to be confirmed stops it. Where
 * the hex is full already, nobody does.
 */
export async function enterAll(position: Position, talk: Talk, to: MapId): Promise<void> {
  const battle = position.view?.battle?.targets.join();
  const same = (): boolean =>
    position.view?.prompt.code === "advance" && position.view.battle?.targets.join() === battle && position.mine;
  const units = await withRoom(position, talk, to);
  if (!units.length) return toasts.say(t("game.enter-full", { place: position.placeName(to) }));
  for (const unit of units) {
    const next = same() ? enters(position, [unit], to) : undefined;
    if (next && !(await talk.playAll([next]))) return;
  }
  const { primary } = position;
  if (same() && primary?.type === "Done") await talk.playAll([primary]);
}

/** What is said of a hex in which an advance ends without supply: it says nothing of one that is only passed. */
const DRY = "info-becomes-unsupplied";

/**
 * Whether a step needs no question of its own, because the next ones lead the unit on: what it passes is not where it
 * stays. What it leaves behind it is asked about all the same, and so is a way that ends without supply.
 */
export async function onlyPasses(
  position: Position,
  talk: Talk,
  step: Action,
  following: readonly Action[],
): Promise<boolean> {
  const { type, unit } = step;
  if (type !== "AdvanceUnit" || !unit || !position.asksFirst(step)) return false;
  const others = following.findIndex((a) => a.type !== type || a.unit !== unit);
  const end = following.slice(0, others < 0 ? undefined : others).at(-1)?.to;
  if (!end || !position.fates(step).every((code) => code === DRY)) return false;
  const reach = await talk.query({ kind: "reach", unit }).catch(() => null);
  return reach?.hexes[end]?.dry === false;
}

/** Takes a unit along a way, hex by hex. Where a step is asked about first, it goes on once the player has said yes. */
export async function goFar(position: Position, talk: Talk, way: readonly Action[]): Promise<void> {
  for (const [i, { type, unit, to }] of way.entries()) {
    const step = position.actions.find((a) => a.type === type && a.unit === unit && a.to === to);
    if (!step) return;
    const sure = await onlyPasses(position, talk, step, way.slice(i + 1));
    if (!(await talk.playAll([step], sure)) && !(await talk.confirmed(step))) return;
  }
}
