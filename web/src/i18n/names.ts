/** What the server's data is called in the reader's language: cards, scenarios, rule sets, levels, options.
 *
 * The server tells it in English, and so English is not in the catalogue: without a translation its text is shown.
 */

import type { Card, CardHalf, Effect, GameChoices, Hex, Side, View } from "../wire/types";
import { coded, i18n, named, served, servedName } from "./i18n.svelte";
import { shortName } from "./words";

type Kind = "scenario" | "ruleset" | "level" | "option";

/** The title of one side's half of a card. */
export const cardTitle = (card: number, side: Side, english: string): string =>
  served(`card.${card}.${side}.title`, english);

/** A card with the words of both halves. */
export function cardIn(card: Card): Card {
  const half = (side: Side): CardHalf => ({
    ...card[side],
    title: cardTitle(card.number, side, card[side].title),
    gist: served(`card.${card.number}.${side}.gist`, card[side].gist),
    text: served(`card.${card.number}.${side}.text`, card[side].text),
    good: served(`card.${card.number}.${side}.good`, card[side].good),
  });
  return { ...card, axis: half("axis"), soviet: half("soviet") };
}

/** A lasting effect with the words of the half it comes from. */
export function effectIn(effect: Effect): Effect {
  const key = `card.${effect.card}.${effect.owner}`;
  return { ...effect, title: served(`${key}.title`, effect.title), text: served(`${key}.text`, effect.text) };
}

/** A city or an area. */
export const placeIn = (id: string, english: string, form?: string): string => servedName(`place.${id}`, english, form);
/** A hex as it is told: its city and number, without a city its number, or "hex 1304" in the form of a sentence. */
export function hexName(id: string, english: string, form?: string): string {
  const name = english ? placeIn(id, english, form) : servedName("place.hex", "{id}", form).replace("{id}", id);
  return english && form !== "gender" ? `${name} ${id}` : name;
}
export const hexIn = (hex: Hex): Hex => (hex.name ? { ...hex, name: placeIn(hex.id, hex.name) } : hex);
export const boxIn = (id: string, form?: string): string =>
  id.startsWith("box:") ? named("words.box-", id.replace("box:", ""), form) : id;
/** The text of a face of a unit: the back has one of its own where it bears another name than the front. */
const ofFace = (kind: "unit" | "counter", id: string, face: number, english: string, form?: string): string => {
  const front = servedName(`${kind}.${id}`, english, form);
  return face ? servedName(`${kind}.${id}.back`, front, form) : front;
};
/** A unit by the name that one of its faces bears. */
export const unitIn = (id: string, face: number, english: string, form?: string): string =>
  ofFace("unit", id, face, english, form);
/** Every form that a name has in the reader's language; the English one when no catalogue has it. */
export function formsOf(key: string, english: string): string[] {
  const own = i18n.catalogue[key];
  if (own === undefined) return [english];
  if (typeof own === "string") return [own];
  return Object.entries(own).flatMap(([form, text]) => (form === "gender" || !text ? [] : [text]));
}
/** The same of a face of a unit. */
export const formsOfUnit = (id: string, face: number, english: string): string[] =>
  formsOf(face && i18n.catalogue[`unit.${id}.back`] !== undefined ? `unit.${id}.back` : `unit.${id}`, english);
/** The same, as short as it fits on a counter. */
export const counterName = (id: string, face: number, english: string): string =>
  ofFace("counter", id, face, shortName(english));
/** What lies on the table, with the names of all units. */
export function viewIn(view: View | null): View | null {
  if (!view || i18n.language === "en") return view;
  return { ...view, units: view.units.map((unit) => ({ ...unit, name: unitIn(unit.id, unit.face, unit.name) })) };
}

export const titleOf = (kind: Kind, id: string, english: string): string => served(`${kind}.${id}.title`, english);
/** The months of a turn by their numbers: "July-Aug" for "7-8". */
export const monthsIn = (months: string): string => coded("words.months-", months);

function wordsIn<T extends { id: string; title: string; summary: string }>(kind: Kind, one: T): T {
  const summary = one.summary && served(`${kind}.${one.id}.summary`, one.summary);
  return { ...one, title: titleOf(kind, one.id, one.title), summary };
}

/** What a new game can be, with the words of each choice. */
export function optionsIn(options: GameChoices): GameChoices {
  return {
    ...options,
    scenarios: options.scenarios.map((one) => wordsIn("scenario", one)),
    rules: options.rules.map((one) => wordsIn("ruleset", one)),
    levels: options.levels.map((one) => wordsIn("level", one)),
    options: options.options.map((one) => wordsIn("option", one)),
  };
}
