/** The words of buttons: what an action does, in the names of this game. */
import { coded } from "../i18n/i18n.svelte";
import { told } from "../i18n/refusal";
import { answered, primaryLabel, SIDE, supportName, VERB } from "../i18n/words";
import type { Action, Side } from "../wire/types";
import type { Position } from "./position.svelte";
import { t } from "./texts";

/** What the button of an action says: the way on ends or declines something of this question, by its name. */
export function buttonOf(position: Position, action: Action): string {
  const { view } = position;
  const declines = action.type === "Done" || action.type === "Pass";
  if (!view || !declines || action !== position.primary) return labelOf(position, action);
  const words = primaryLabel(action, view.phase, view.step, answered(view.prompt));
  const n = position.breaks.reduce((points, duty) => points + duty.price, 0);
  return n ? t("words.at-a-price", { action: words, n }) : words;
}

/** A button's words for any action at all: the fallback that keeps every decision open. */
export function labelOf(position: Position, action: Action, bare: { unit?: true; card?: true } = {}): string {
  const verb = VERB[action.type] ?? action.type;
  const parts = [verb];
  const extra = position.extra.get(action);
  if (action.option) return optionOf(position, action.option, extra?.label);
  if (action.mode) {
    const english = extra?.label ?? optionWords(action.mode);
    parts.push(`– ${coded(`label.${action.card}-${position.seat}-${action.mode}`, english)}`);
  }
  if (action.unit && !bare.unit) parts.push(position.unitName(action.unit));
  if (action.card !== undefined && !bare.card) {
    const card = position.cards.get(action.card);
    parts.push(
      card && position.seat ? `${action.card} ${card[position.seat].title}` : t("words.card", { n: action.card }),
    );
  }
  if (action.hex) parts.push(position.placeName(action.hex));
  if (action.to) parts.push(t("words.to", { place: told("place", action.to, position) }));
  if (action.path) parts.push(t("words.by", { places: action.path.map((h) => position.placeName(h)).join(", ") }));
  if (action.type === "CommitSupport" && position.seat)
    return t("words.commit", { support: supportName(position.seat) });
  if (extra?.cost) parts.push(`(${t("common.cards", { n: extra.cost })})`);
  return parts.filter(Boolean).join(" ");
}

/** An answer that the question names: by its own words, or by the question's with the number or side in them. */
function optionOf(position: Position, option: string, english: string | undefined): string {
  const value = option in SIDE ? SIDE[option as Side] : option;
  const asked = coded(`label.${position.view?.prompt.code}`, english ?? optionWords(option), { value });
  return coded(`label.${option}`, asked);
}

function optionWords(text: string): string {
  const plain = text.replace(/_/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
