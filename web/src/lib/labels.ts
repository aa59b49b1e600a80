/** The words of buttons: what an action does, in the names of this game. */
import type { Game } from "./store.svelte";
import type { Action } from "./types";
import { plural, VERB } from "./words";

/** A button's words for any action at all: the fallback that keeps every decision open. */
export function labelOf(game: Game, action: Action, bare: { unit?: true; card?: true } = {}): string {
  const verb = VERB[action.type] ?? action.type;
  const parts = [verb];
  const extra = game.extra.get(action);
  if (action.option) return extra?.label ?? optionWords(action.option);
  if (action.mode) parts.push(`– ${extra?.label ?? optionWords(action.mode)}`);
  if (action.unit && !bare.unit) parts.push(game.unitName(action.unit));
  if (action.card !== undefined && !bare.card) {
    const card = game.cards.get(action.card);
    parts.push(card && game.seat ? `${action.card} ${card[game.seat].title}` : `card ${action.card}`);
  }
  if (action.hex) parts.push(game.placeName(action.hex));
  if (action.to) parts.push(`to ${game.placeName(action.to)}`);
  if (action.path) parts.push(`by ${action.path.map((h) => game.placeName(h)).join(", ")}`);
  if (action.type === "CommitSupport" && game.seat) return `Commit ${game.seat === "axis" ? "Blitz" : "Shock"}`;
  if (extra?.cost) parts.push(`(${plural(extra.cost, "card")})`);
  return parts.filter(Boolean).join(" ");
}

function optionWords(text: string): string {
  const plain = text.replace(/_/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
