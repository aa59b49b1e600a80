/** Sentences of the server in the reader's language, refusals above all: a code, what it names, and the English. */

import type { CardHalf, Reason, Side } from "../wire/types";
import type { Family } from "./families";
import { coded, i18n, listed, named, served, t } from "./i18n.svelte";
import type { Told } from "./message";
import { hexName, monthsIn, placeIn, titleOf, unitIn } from "./names";
import { SUPPORT, terrainName } from "./words";

/** What sentences are told of: a game knows the names, a page without one says those of the catalogue. */
export interface Names {
  unitName(id: string, form?: string): string;
  placeName(id: string, form?: string): string;
  half(card: number, side: Side): CardHalf | undefined;
}

/** What a value is called; `form` is the form of its name that the sentence asks for. */
type Teller = (value: unknown, names: Names | null, form?: string) => string;

const word =
  (say: (id: string, form?: string) => string): Teller =>
  (value, _, form) =>
    say(String(value), form);
const list =
  (say: Teller): Teller =>
  (value, names, form) => {
    const all = value as unknown[];
    return form === "gender" && all.length > 1 ? "pl" : listed(all.map((one) => say(one, names, form)));
  };
/** A word of the client by the server's id. */
const ours = (family: Family): Teller => word((id, form) => named(family, id.replace("box:", ""), form));

const unit: Teller = (id, names, form) => names?.unitName(String(id), form) ?? unitIn(String(id), 0, String(id), form);
const face: Teller = (id, _, form) => {
  const [unit = "", back] = String(id).split(".");
  return unitIn(unit, back ? 1 : 0, unit, form);
};
/** A place where no game knows it: by the name that the catalogue has for it, if it has one. */
const placeAlone = (id: string, form?: string): string =>
  /^\d/.test(id) ? hexName(id, `place.${id}` in i18n.catalogue ? id : "", form) : placeIn(id, id, form);
const place: Teller = (id, names, form) => names?.placeName(String(id), form) ?? placeAlone(String(id), form);
const weather = ours("words.weather-");
const half = (id: unknown, names: Names | null): CardHalf | undefined => {
  const [card, side] = String(id).split("-");
  return names?.half(Number(card), side as Side);
};
const card: Teller = (id, names) =>
  id ? `${Number.parseInt(String(id), 10)} ${half(id, names)?.title ?? ""}`.trim() : "–";
/** Hexes by their numbers alone; an area has none. */
const way: Teller = (path, names) =>
  (path as string[]).map((node) => (/^\d/.test(node) ? node : place(node, names))).join(" – ");
const signed = (n: number): string => (n === 0 ? "0" : n < 0 ? `−${-n}` : `+${n}`);
const ground = (what: string): string => i18n.say(`info.ground-${what}`, undefined) ?? terrainName(what);
/** Half a card, a note of the calendar, or a code of its own. */
const cause: Teller = (id, names) => {
  const code = String(id);
  if (/^\d+-(axis|soviet)$/.test(code)) return half(code, names)?.title ?? code;
  return code.startsWith("calendar.") ? served(code, code) : coded("label.cause-", code);
};
export const shiftWord = (code: string): string =>
  /^card\d/.test(code) ? coded("label.shift-", "card", { n: code.slice(4) }) : coded("label.shift-", code);
/** Who has won and how, or why nobody has. */
const ending: Teller = (ended) => {
  const [winner, reason] = ended as [Side | null, string];
  return coded("label.end-", reason, winner ? { side: named("words.side-", winner) } : {});
};
/** One of several goals, each of one or more parts. */
const goals: Teller = (ways, names) =>
  (ways as Reason[][])
    .map((parts) => listed(parts.map((part) => refusal(part, names))))
    .reduce((one, other) => t("common.either", { one, other }));

/** Type of a hole -> what a value of it is called. The server has the same types (`explain/sentences/telling.py`). */
export const FORMATS = {
  unit,
  units: list(unit),
  unit_list: list(unit),
  face,
  unit_face: face,
  unit_face_list: list(face),
  unit_type: ours("words.type-"),
  kind: ours("words.kind-"),
  place,
  places: list(place),
  place_list: list(place),
  way,
  box: ours("words.box-"),
  terrain: ours("words.terrain-"),
  grounds: (parts) => (parts as [string, number][]).map(([what, n]) => `${ground(what)} ${signed(n)}`).join(", "),
  seas: list(word((sea) => served(`info.sea-${sea}`, sea))),
  side: ours("words.side-"),
  support: word((id, form) => named("words.", SUPPORT[id as Side], form)),
  phase: ours("words.phase-"),
  months: word(monthsIn),
  weather,
  weather_title: weather,
  event: (id, names) => half(id, names)?.title ?? String(id),
  event_text: (id, names) => half(id, names)?.text ?? String(id),
  event_good: (id, names) => half(id, names)?.good ?? String(id),
  card,
  card_list: list(card),
  signed: (number) => signed(Number(number)),
  cause,
  shifts: (shifts) =>
    (shifts as [number, string][])
      .map(([n, code]) => `${n < 0 ? "−" : "+"}${Math.abs(n)} ${shiftWord(code)}`)
      .join(", "),
  ending,
  result: word((id) => coded("words.result-", id)),
  moments: (ids) => (ids as string[]).map((moment) => served(`refusal.moment-${moment}`, moment)).join(", "),
  scope: word((id) => coded("label.until-", id)),
  scenario: word((id) => titleOf("scenario", id, id)),
  goals,
  time: (at) => new Date(String(at)).toLocaleString(i18n.language, { dateStyle: "long", timeStyle: "short" }),
  reason: (value, names) => (typeof value === "string" ? value : refusal(value as Reason, names)),
} satisfies Record<string, Teller>;
const TYPES: Record<string, Teller> = FORMATS;

/** What a value is called, for a hole of the client's own texts: `t("prompt.fork", { place: told("place", id, position) })`. */
export const told =
  (type: keyof typeof FORMATS, value: unknown, names: Names | null = null): Told =>
  (form) =>
    FORMATS[type](value, names, form);

/** A sentence of the server with what it names; `english` is its own. */
export const sentence = (key: string, english: string, args: Record<string, unknown>, names: Names | null): string =>
  served(key, english, args, (value, type, form) => TYPES[type]?.(value, names, form) ?? String(value));

/** A sentence with a capital at its beginning: it may begin with a name that has none, as Polish has them. */
export const begun = (text: string): string => text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);

/** The server writes a hyphen, as every terminal has it; on the page numbers have a minus sign. */
const minus = (text: string): string => text.replace(/(^|[\s(])-(?=\d)/g, "$1−");

/** The fact and the way out. */
export function refusal(reason: Reason, names: Names | null = null): string {
  const english = `${reason.text} ${reason.remedy}`.trim();
  // The server says it in English, with the names of the moment; elsewhere the code's own sentence is said.
  return i18n.language === "en" ? minus(english) : sentence(keyOf(reason.code), english, reason.args, names);
}

/** Where a code stands in the catalogues: that of a note is a key, the sentences of the information cards come like refusals. */
const keyOf = (code: string): string =>
  code.includes(".") ? code : code.startsWith("info-") ? `info.${code.slice(5)}` : `refusal.${code}`;
