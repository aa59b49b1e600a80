/** The words of buttons: what an action does, in the names of this game. */
import { coded } from "../i18n/i18n.svelte";
import { SIDE, supportName, VERB } from "../i18n/words";
import type { Action, Side } from "../wire/types";
import type { Game } from "./game.svelte";
import { t } from "./texts";

/** A button's words for any action at all: the fallback that keeps every decision open. */
export function labelOf(game: Game, action: Action, bare: { unit?: true; card?: true } = {}): string {
  const verb = VERB[action.type] ?? action.type;
  const parts = [verb];
  const extra = game.extra.get(action);
  if (action.option) return optionOf(game, action.option, extra?.label);
  if (action.mode) {
    const english = extra?.label ?? optionWords(action.mode);
    parts.push(`– ${coded(`label.${action.card}-${game.seat}-${action.mode}`, english)}`);
  }
  if (action.unit && !bare.unit) parts.push(game.unitName(action.unit));
  if (action.card !== undefined && !bare.card) {
    const card = game.cards.get(action.card);
    parts.push(card && game.seat ? `${action.card} ${card[game.seat].title}` : t("words.card", { n: action.card }));
  }
  if (action.hex) parts.push(game.placeName(action.hex));
  if (action.to) parts.push(t("words.to", { place: game.placeName(action.to) }));
  if (action.path) parts.push(t("words.by", { places: action.path.map((h) => game.placeName(h)).join(", ") }));
  if (action.type === "CommitSupport" && game.seat) return t("words.commit", { support: supportName(game.seat) });
  if (extra?.cost) parts.push(`(${t("common.cards", { n: extra.cost })})`);
  return parts.filter(Boolean).join(" ");
}

/** An answer that the question names: by its own words, or by the question's with the number or side in them. */
function optionOf(game: Game, option: string, english: string | undefined): string {
  const value = option in SIDE ? SIDE[option as Side] : option;
  const asked = coded(`label.${game.view?.prompt.code}`, english ?? optionWords(option), { value });
  return coded(`label.${option}`, asked);
}

function optionWords(text: string): string {
  const plain = text.replace(/_/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
