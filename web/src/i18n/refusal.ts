/** Sentences of the server in the reader's language, refusals above all: a code, what it names, and the English. */

import type { CardHalf, Reason, Side } from "../wire/types";
import { coded, i18n, listed, t } from "./i18n.svelte";
import { monthsIn, titleOf, unitIn } from "./names";
import { BOX, phaseLabel, SIDE, supportName, TYPE, terrainName, WEATHER } from "./words";

/** What sentences are told of: a game knows the names, a page without one says the ids. */
export interface Names {
  unitName(id: string): string;
  placeName(id: string): string;
  half(card: number, side: Side): CardHalf | undefined;
}

type Teller = (value: unknown, names: Names | null) => string;

const word =
  (say: (id: string) => string): Teller =>
  (value) =>
    say(String(value));
const list =
  (say: Teller): Teller =>
  (value, names) =>
    listed((value as unknown[]).map((one) => say(one, names)));

const unit: Teller = (id, names) => names?.unitName(String(id)) ?? String(id);
const place: Teller = (id, names) => names?.placeName(String(id)) ?? String(id);
const weather = word((id) => WEATHER[id] ?? id);
const half = (id: unknown, names: Names | null): CardHalf | undefined => {
  const [card, side] = String(id).split("-");
  return names?.half(Number(card), side as Side);
};
const card: Teller = (id, names) =>
  id ? `${Number.parseInt(String(id), 10)} ${half(id, names)?.title ?? ""}`.trim() : "–";
/** Hexes by their numbers alone; an area has none. */
const way: Teller = (path, names) =>
  (path as string[]).map((node) => (/^\d/.test(node) ? node : place(node, names))).join(" – ");
const ground = (what: string): string => coded(`info.ground-${what}`, terrainName(what));
/** One of several goals, each of one or more parts. */
const goals: Teller = (ways, names) =>
  (ways as Reason[][])
    .map((parts) => listed(parts.map((part) => refusal(part, names))))
    .reduce((one, other) => t("common.either", { one, other }));

/** Type of a hole -> what a value of it is called. The server has the same types (`explain/sentences.py`). */
export const FORMATS: Record<string, Teller> = {
  unit,
  units: list(unit),
  unit_list: list(unit),
  face: word(unitIn),
  unit_type: word((id) => TYPE[id] ?? id),
  place,
  places: list(place),
  place_list: list(place),
  way,
  box: word((id) => BOX[id] ?? id),
  terrain: word(terrainName),
  grounds: (parts) => (parts as [string, number][]).map(([what, n]) => `${ground(what)} ${n}`).join(", "),
  seas: list(word((sea) => coded(`info.sea-${sea}`, sea))),
  side: word((id) => SIDE[id as Side] ?? id),
  support: word((id) => supportName(id as Side)),
  phase: word(phaseLabel),
  months: word(monthsIn),
  weather,
  weather_title: weather,
  event: (id, names) => half(id, names)?.title ?? String(id),
  event_text: (id, names) => half(id, names)?.text ?? String(id),
  card,
  result: word((id) => coded(`words.result-${id}`, "")),
  moments: (ids) => (ids as string[]).map((moment) => coded(`refusal.moment-${moment}`, moment)).join(", "),
  scope: word((id) => coded(`label.until-${id}`, id)),
  scenario: word((id) => titleOf("scenario", id, id)),
  goals,
  reason: (value, names) => (typeof value === "string" ? value : refusal(value as Reason, names)),
};

/** A sentence of the catalogue with what it names; `english` where there is none. */
export const sentence = (key: string, english: string, args: Record<string, unknown>, names: Names | null): string =>
  coded(key, english, args, (value, type) => FORMATS[type]?.(value, names) ?? String(value));

/** The fact and the way out. */
export function refusal(reason: Reason, names: Names | null = null): string {
  const english = `${reason.text} ${reason.remedy}`.trim();
  // The server says it in English, with the names of the moment; elsewhere the code's own sentence is said.
  return i18n.language === "en" ? english : sentence(keyOf(reason.code), english, reason.args, names);
}

/** Where a code stands in the catalogues: that of a note is a key, the sentences of the information cards come like refusals. */
const keyOf = (code: string): string =>
  code.includes(".") ? code : code.startsWith("info-") ? `info.${code.slice(5)}` : `refusal.${code}`;
