/** Sentences of the server in the reader's language, refusals above all: a code, what it names, and the English. */

import type { CardHalf, Reason, Side } from "../wire/types";
import { coded, i18n, listed, t } from "./i18n.svelte";
import { monthsIn, titleOf, unitIn } from "./names";
import { BOX, phaseLabel, SIDE, TYPE, terrainName, WEATHER } from "./words";

/** What refusals are told of: a game knows the names, a page without one says the ids. */
export interface Names {
  unitName(id: string): string;
  placeName(id: string): string;
  half(card: number, side: Side): CardHalf | undefined;
}

/** The fact and the way out. */
export function refusal(reason: Reason, names: Names | null = null): string {
  const english = `${reason.text} ${reason.remedy}`.trim();
  // The server says it in English, with the names of the moment; elsewhere the code's own sentence is said.
  if (i18n.language === "en") return english;
  const args: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(reason.args)) args[name] = named(name, value, names);
  // A text of the data stands under a key of its own; that of a player's own scenario under none.
  if (reason.args.at) args.note = coded(`calendar.${args.at}`, String(args.note));
  if (reason.args.key) args.note = coded(String(args.key), String(args.note));
  const { code } = reason;
  // The sentences of the information cards come in the same way.
  return coded(code.startsWith("info-") ? `info.${code.slice(5)}` : `refusal.${code}`, english, args);
}

const ground = (what: string): string => coded(`info.ground-${what}`, terrainName(what));
/** Words by the server's ids that need no game. */
const WORDS: Record<string, (id: string) => string> = {
  printed: unitIn,
  type: (id) => TYPE[id] ?? id,
  months: monthsIn,
  scenario: (id) => titleOf("scenario", id, id),
  weather: (id) => WEATHER[id] ?? id,
  heading: (id) => WEATHER[id] ?? id,
  terrain: terrainName,
  scope: (id) => coded(`label.until-${id}`, id),
  box: (id) => BOX[id] ?? id,
  side: (id) => SIDE[id as Side] ?? id,
  phase: phaseLabel,
};

/** One of several goals, each of one or more parts. */
const goals = (ways: Reason[][], names: Names | null): string =>
  ways
    .map((parts) => listed(parts.map((part) => refusal(part, names))))
    .reduce((one, other) => t("common.either", { one, other }));

/** An argument as a reader knows it. */
function named(name: string, value: unknown, names: Names | null): string | number {
  if (name === "why" || name === "base") return typeof value === "string" ? value : refusal(value as Reason, names);
  if (name === "goals") return goals(value as Reason[][], names);
  if (name === "moments")
    return (value as string[]).map((moment) => coded(`refusal.moment-${moment}`, moment)).join(", ");
  if (name === "seas") return listed((value as string[]).map((sea) => coded(`info.sea-${sea}`, sea)));
  if (name === "grounds") return (value as [string, number][]).map(([what, n]) => `${ground(what)} ${n}`).join(", ");
  if (Array.isArray(value))
    return listed(value.map((one) => String(named(name === "units" || name === "lost" ? "unit" : "hex", one, names))));
  const text = String(value);
  const word = WORDS[name];
  if (word) return word(text);
  if (name === "unit") return names?.unitName(text) ?? text;
  if (name === "hex" || name === "frm") return names?.placeName(text) ?? text;
  if (name === "event" || name === "half") {
    const half = names?.half(Number.parseInt(text, 10), text.split("-")[1] as Side);
    return (name === "event" ? half?.title : half?.text) ?? text;
  }
  return typeof value === "number" ? value : text;
}
