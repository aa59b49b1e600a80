/** What the server's data is called in the reader's language: cards, scenarios, rule sets, levels, options, months.
 *
 * The server tells it in English, and so English is not in the catalogue: without a translation its text is shown.
 */

import type {
  Card,
  CardHalf,
  Choice,
  Effect,
  Hex,
  OptionalRule,
  Options,
  Reason,
  Side,
  Unusual,
  View,
} from "../wire/types";
import { coded, i18n, t } from "./i18n.svelte";
import { refusal } from "./refusal";
import { SIDE, shortName } from "./words";

type Kind = "scenario" | "ruleset" | "level" | "option";

/** The title of one side's half of a card. */
export const cardTitle = (card: number, side: Side, english: string): string =>
  coded(`card.${card}.${side}.title`, english);

/** A card with the words of both halves. */
export function cardIn(card: Card): Card {
  const half = (side: Side): CardHalf => ({
    ...card[side],
    title: cardTitle(card.number, side, card[side].title),
    text: coded(`card.${card.number}.${side}.text`, card[side].text),
  });
  return { ...card, axis: half("axis"), soviet: half("soviet") };
}

/** A lasting effect with the words of the half it comes from. */
export function effectIn(effect: Effect): Effect {
  const key = `card.${effect.card}.${effect.owner}`;
  return { ...effect, title: coded(`${key}.title`, effect.title), text: coded(`${key}.text`, effect.text) };
}

/** The title of an event as the log and the questions name it: by the server's English title. */
export function eventTitle(cards: readonly Card[], title: string): string {
  for (const card of cards)
    for (const side of ["axis", "soviet"] as const)
      if (card[side].title === title) return cardTitle(card.number, side, title);
  return title;
}

/** A city or an area. */
export const placeIn = (id: string, english: string): string => coded(`place.${id}`, english);
export const hexIn = (hex: Hex): Hex => (hex.name ? { ...hex, name: placeIn(hex.id, hex.name) } : hex);
/** A unit by the name that the face it shows bears. */
export const unitIn = (english: string): string => coded(`unit.${english}`, english);
/** The same, as short as it fits on a counter. */
export const counterName = (english: string): string =>
  i18n.language === "en" ? shortName(english) : coded(`counter.${english}`, shortName(english));
/** What lies on the table, with the names of all units; their counters keep the name on them. */
export function viewIn(view: View | null): View | null {
  if (!view || i18n.language === "en") return view;
  return { ...view, units: view.units.map((unit) => ({ ...unit, name: unitIn(unit.name), printed: unit.name })) };
}

export const titleOf = (kind: Kind, id: string, english: string): string => coded(`${kind}.${id}.title`, english);
/** The months of a turn as the calendar names them: "July-Aug". */
export const monthsIn = (months: string): string => coded(`month.${months}`, months);

function wordsIn<T extends Choice | OptionalRule>(kind: Kind, one: T): T {
  const summary = one.summary && coded(`${kind}.${one.id}.summary`, one.summary);
  return { ...one, title: titleOf(kind, one.id, one.title), ...(summary ? { summary } : {}) };
}

/** What a new game can be, with the words of each choice. */
export function optionsIn(options: Options): Options {
  return {
    scenarios: options.scenarios.map((one) => wordsIn("scenario", one)),
    ...(options.rules ? { rules: options.rules.map((one) => wordsIn("ruleset", one)) } : {}),
    ...(options.levels ? { levels: options.levels.map((one) => wordsIn("level", one)) } : {}),
    ...(options.options ? { options: options.options.map((one) => wordsIn("option", one)) } : {}),
  };
}

/** The name of a game: its own, or what it is an instance of. */
export function gameName(game: {
  name?: string;
  name_said?: Reason | null;
  scenario?: string;
  scenario_title?: string;
  lesson?: string | null;
}): string {
  if (game.lesson) return coded(`lesson.${game.lesson}.title`, game.name ?? "");
  if (game.name_said) return refusal(game.name_said);
  return game.name && game.name !== game.scenario_title ? game.name : scenarioName(game);
}

export const scenarioName = (game: { scenario?: string; scenario_title?: string }): string =>
  titleOf("scenario", game.scenario ?? "", game.scenario_title ?? "");

/** How a game ended, in one sentence. */
export function outcomeIn(outcome: { winner: Side | null; reason: string; text: string }): string {
  return coded(`label.end-${outcome.reason}`, outcome.text, { side: outcome.winner ? SIDE[outcome.winner] : "" });
}

/** How a game differs from the usual one, a few words each. */
export function differencesIn(game: { differences?: string[]; unusual?: Unusual[] }): string[] {
  if (i18n.language === "en" || !game.unusual) return game.differences ?? [];
  return game.unusual.map(unlike);
}

function unlike({ id, title, value }: Unusual): string {
  if (id === "rules") return t("common.unlike-rules", { rules: titleOf("ruleset", String(value), title) });
  const option = titleOf("option", id, title);
  if (value === true) return option;
  if (value === false) return t("common.unlike-without", { option });
  const parts = Array.isArray(value) ? value : [];
  const shown = (["axis", "soviet"] as const).flatMap((side, i) =>
    parts[i] ? [`${SIDE[side]} ${signed(parts[i])}`] : [],
  );
  return `${option}: ${shown.join(", ")}`;
}

const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);

/** The rules of a game in one line: as usual, or how it differs from the usual one. */
export function rulesLine(game: {
  rules?: string;
  rules_title?: string;
  differences?: string[];
  unusual?: Unusual[];
}): string {
  const list = differencesIn(game);
  return list.length
    ? t("common.rules-unlike", { list: list.join("; ") })
    : t("common.rules-usual", { rules: titleOf("ruleset", game.rules ?? "", game.rules_title ?? "") });
}
