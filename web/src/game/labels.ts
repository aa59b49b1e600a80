/** The words of buttons: what an action does, in the names of this game. */
import { coded, isWorded } from "../i18n/i18n.svelte";
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
  // An answer by name may come from elsewhere, as out of an order.
  const extra = position.extra.get(action.option || action.mode ? position.offered(action) : action);
  const label = wordsOf(position, action, extra?.label_code);
  if (action.option && label) return label;
  if (action.mode && label) parts.push(`– ${label}`);
  if (action.unit && !bare.unit) parts.push(position.unitName(action.unit));
  if (action.card !== undefined && !bare.card) {
    const card = position.cards.get(action.card);
    const side = position.ownerOf(action.card);
    parts.push(card && side ? `${action.card} ${card[side].title}` : t("words.card", { n: action.card }));
  }
  if (action.hex) parts.push(position.placeName(action.hex));
  if (action.to) parts.push(t("words.to", { place: told("place", action.to, position) }));
  if (action.path) parts.push(t("words.by", { places: action.path.map((h) => position.placeName(h)).join(", ") }));
  if (action.type === "CommitSupport" && position.seat)
    return t("words.commit", { support: supportName(position.seat) });
  if (extra?.cost) parts.push(`(${t("common.cards", { n: extra.cost })})`);
  return parts.filter(Boolean).join(" ");
}

/** The words of an answer that the server names by a code; one that is not on offer yet, as in an order, by its own. */
function wordsOf(position: Position, action: Action, code: string | undefined): string {
  const own = action.mode ? `${action.card}-${position.seat}-${action.mode}` : action.option;
  const known = code || (own && isWorded("label.", own) ? own : "");
  return known ? coded("label.", known, { value: answerOf(action) }) : "";
}

/** What an answer says of its question: a side by its name, or a number. */
const answerOf = ({ option = "" }: Action): string => (option in SIDE ? SIDE[option as Side] : option);
