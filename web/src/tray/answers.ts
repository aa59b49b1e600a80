/** The answers that have a button in the tray, and what each says. */

import type { Game } from "../game/game.svelte";
import { labelOf } from "../game/labels";
import { HEX_VERBS, TO_PLACE } from "../game/verbs";
import { listed } from "../i18n/i18n.svelte";
import type { Action, UnitId, Verb } from "../wire/types";
import { cardInHand, unitInHand } from "./in-hand";
import { t } from "./texts";

/** Picks that point at units in boxes are offered as buttons too: the box may be folded away. */
const BOXED = new Set<Verb>(["ChooseUnit", "PlaceCadre", "LoseStep", "MarkReserve"]);
/** More buttons than these are better looked for on the map. */
const MOST = 24;
const MOST_WAYS = 6;

const inBox = ({ position }: Game, unit: UnitId | ""): boolean =>
  position.units.get(unit)?.at.startsWith("box:") ?? false;

/** Everything without a place of its own on the table becomes a button here. */
function loose({ position }: Game, a: Action): boolean {
  if (a === position.primary || a === position.active || position.asksChance) return false;
  if (a.unit !== undefined) return !TO_PLACE.has(a.type) && !position.units.has(a.unit);
  if (a.card !== undefined) return !position.ownCards.includes(a.card);
  if (a.hex !== undefined) return !HEX_VERBS.has(a.type) || !position.geo?.centre.has(a.hex);
  return true;
}

/** What can be done with the unit in hand, but for going to places that the map shows. */
function ofUnit({ position, selection }: Game, unit: UnitId): Action[] {
  if (selection.stack.length) return [];
  if (selection.forks.length) return selection.forks;
  const here = (position.byUnit.get(unit) ?? []).filter((a) => !TO_PLACE.has(a.type));
  // Ways have arrows on the map; the buttons come when a hex with several of them was clicked.
  const twice = [...selection.destinations.values()].filter((l) => l.length > 1 && !l[0]?.path).flat();
  return [...here, ...twice.slice(0, MOST_WAYS)];
}

/** The actions that have buttons now. */
export function answersOf(game: Game): Action[] {
  const card = cardInHand(game);
  if (card) return game.position.byCard.get(card.number) ?? [];
  const unit = unitInHand(game);
  if (unit) return ofUnit(game, unit.id);
  const boxed = (a: Action): boolean => BOXED.has(a.type) && inBox(game, a.unit ?? "");
  return game.position.actions.filter((a) => loose(game, a) || boxed(a)).slice(0, MOST);
}

/** Units that wait in a box for a place: each can be picked up here as well as in the panel. */
export function liftsOf(game: Game): UnitId[] {
  if (cardInHand(game) || unitInHand(game)) return [];
  const ids = new Set(game.position.actions.filter((a) => TO_PLACE.has(a.type)).flatMap((a) => a.unit ?? []));
  return [...ids].filter((id) => inBox(game, id));
}

/** What the button of an answer says: what is in hand is not named again. */
export function wordsOf(game: Game, a: Action): string {
  const { position, selection } = game;
  const by = a.path?.slice(0, -1) ?? [];
  if (selection.forks.includes(a) && by.length)
    return t("tray.way-by", { places: listed(by.map((h) => position.placeName(h))) });
  const unit = unitInHand(game);
  if (unit && a.unit === unit.id) return labelOf(position, a, { unit: true });
  const card = cardInHand(game);
  if (card && a.card === card.number) return labelOf(position, a, { card: true });
  return labelOf(position, a);
}

/** What there is to choose, where no button is the way on. */
export function whatToChoose(game: Game): string {
  if (cardInHand(game) && answersOf(game).length) return t("tray.choose-above");
  const { actions } = game.position;
  const places = actions.some((a) => a.hex !== undefined || TO_PLACE.has(a.type));
  const units = actions.some((a) => a.unit !== undefined && (!TO_PLACE.has(a.type) || !unitInHand(game)));
  if (units) return t("tray.choose-unit");
  if (places) return t("tray.choose-hex");
  return actions.some((a) => a.card !== undefined) ? t("tray.choose-card") : t("tray.choose-above");
}

/** On a phone the hand is folded away: whether its cards are the answer. */
export const answeredByHand = ({ position }: Game): boolean =>
  position.mine &&
  position.actions.some((a) => a.type !== "PlayEvent" && a.card !== undefined && position.ownCards.includes(a.card));
