/** What is still open when a phase is about to end. Counted from the legal actions: no rule is known here. */

import { canBeSaved } from "../game/dangers.svelte";
import type { Game } from "../game/game.svelte";
import type { Position } from "../game/position.svelte";
import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Danger } from "../wire/types";
import { t } from "./texts";

export interface OpenItem {
  text: string;
  /** Units that the item is about, to be shown on the map. */
  units: string[];
}

const unitsOf = (position: Position, ...verbs: string[]): string[] => [
  ...new Set(position.actions.filter((a) => verbs.includes(a.type)).map((a) => a.unit ?? "")),
];

/** The kind of step for "don't ask again": the question's code. */
export const kindOf = (position: Position): string => position.view?.prompt.code ?? "";

/** Everything that could still be done and is likely to have been forgotten; units held back are not. */
export function openItems(position: Position, held: ReadonlySet<string>): OpenItem[] {
  const items: OpenItem[] = [];
  const add = (text: string, units: string[]) => items.push({ text, units });
  const code = kindOf(position);
  // In a lesson the units that are to march are named by the lesson; the others stay where they are.
  if (code === "move" && (position.pkg?.lesson?.finished ?? true)) {
    const idle = unitsOf(position, "MoveUnit").filter((u) => !held.has(u) && !position.units.get(u)?.moved);
    if (idle.length) add(t("phase.open-move", { n: idle.length }), idle);
  }
  const free = unitsOf(position, "UpgradeUnit");
  if (free.length) add(t("phase.open-upgrade", { n: Number(position.view?.prompt.args.n ?? free.length) }), free);
  const better = unitsOf(position, "ImproveUnit");
  if (better.length) add(t("phase.open-improve", { n: better.length, cards: cardsToSpend(position) }), better);
  const waiting = unitsOf(position, "PlaceUnit");
  if (waiting.length) add(t("phase.open-place", { n: waiting.length }), waiting);
  const dead = unitsOf(position, "ReplaceUnit");
  if (dead.length) add(t("phase.open-replace", { n: dead.length, cards: cardsToSpend(position) }), dead);
  const shaken = unitsOf(position, "ReorganizeUnit");
  if (shaken.length) add(t("phase.open-reorganize", { n: shaken.length }), shaken);
  const riding = unitsOf(position, "DetrainUnit");
  if (riding.length) add(t("phase.open-detrain", { n: riding.length }), riding);
  if (code === "declare" && (position.view?.targets_left ?? 0) > 0) {
    const hexes = position.actions.filter((a) => a.type === "DeclareTarget").length;
    const open = { n: position.view?.targets_left ?? 0, hexes: t("phase.open-hexes", { n: hexes }) };
    if (hexes) add(t("phase.open-declare", open), []);
  }
  return items;
}

/** What threatens and is to be read before this step ends: all of it before the units have marched, later what can be helped. */
export function dangersOf({ position, dangers }: Game): Danger[] {
  const code = kindOf(position);
  if (code === "move") return dangers.list.filter((danger) => danger.kind !== "risk");
  const helped = dangers.grave.filter(canBeSaved);
  if (code === "declare" || code === "detrain") return helped;
  return code === "window" && position.view?.phase === "removal" ? helped : [];
}

/** Whether the list is shown before the way on is taken; a loss that can be averted is told though the list is muted. */
function checks(game: Game, way: Action): boolean {
  const found = dangersOf(game);
  if (settings.all.confirm && found.some((danger) => danger.grave && canBeSaved(danger))) return true;
  if (way.type !== "Done" || !settings.asks(kindOf(game.position))) return false;
  return found.length > 0 || openItems(game.position, game.plan.held).length > 0;
}

/** Cards in hand that the bill of this phase has not yet bespoken. */
const cardsToSpend = ({ view }: Position): number => (view?.hand?.length ?? 0) - (view?.bill?.cards ?? 0);

/** The one way on: what is ticked is carried out; else past the list of what is still open. */
export function goOn(game: Game): void {
  const { position, plan, talk, screen, dangers } = game;
  const { order } = plan;
  if (order) {
    if (order.ready && !talk.busy) void plan.carryOut(order.battle ?? undefined);
    else if (order.why) toasts.say(order.why);
    return;
  }
  const { primary } = position;
  if (!primary || talk.busy) return;
  if (dangers.pending) {
    void dangers.pending.then(() => {
      if (position.primary === primary) goOn(game);
    });
    return;
  }
  if (checks(game, primary)) screen.checking = true;
  else void talk.act(primary);
}
