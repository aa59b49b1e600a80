/** What is still open when a phase is about to end. Counted from the legal actions: no rule is known here. */

import type { Game } from "../game/game.svelte";
import { t } from "./texts";

export interface OpenItem {
  text: string;
  /** Units that the item is about, to be shown on the map. */
  units: string[];
}

const unitsOf = (game: Game, ...verbs: string[]): string[] => [
  ...new Set(game.actions.filter((a) => verbs.includes(a.type)).map((a) => a.unit ?? "")),
];

/** The kind of step for "don't ask again": the question's code. */
export const kindOf = (game: Game): string => game.view?.prompt.code ?? "";

/** Everything that could still be done and is likely to have been forgotten. */
export function openItems(game: Game): OpenItem[] {
  const items: OpenItem[] = [];
  const add = (text: string, units: string[]) => items.push({ text, units });
  const code = kindOf(game);
  if (code === "move") {
    const idle = unitsOf(game, "MoveUnit").filter((u) => !game.phase.held.has(u) && !game.units.get(u)?.moved);
    if (idle.length) add(t("phase.open-move", { n: idle.length }), idle);
  }
  const free = unitsOf(game, "UpgradeUnit");
  if (free.length) add(t("phase.open-upgrade", { n: free.length }), free);
  const better = unitsOf(game, "ImproveUnit");
  if (better.length) add(t("phase.open-improve", { n: better.length, cards: handSize(game) }), better);
  const waiting = unitsOf(game, "PlaceUnit");
  if (waiting.length) add(t("phase.open-place", { n: waiting.length }), waiting);
  const dead = unitsOf(game, "ReplaceUnit");
  if (dead.length) add(t("phase.open-replace", { n: dead.length, cards: handSize(game) }), dead);
  const shaken = unitsOf(game, "ReorganizeUnit");
  if (shaken.length) add(t("phase.open-reorganize", { n: shaken.length }), shaken);
  const riding = unitsOf(game, "DetrainUnit");
  if (riding.length) add(t("phase.open-detrain", { n: riding.length }), riding);
  if (code === "declare" && (game.view?.targets_left ?? 0) > 0) {
    const hexes = game.actions.filter((a) => a.type === "DeclareTarget").length;
    if (hexes) add(t("phase.open-declare", { n: game.view?.targets_left ?? 0, hexes }), []);
  }
  return items;
}

const handSize = (game: Game): number => game.view?.hand?.length ?? 0;
