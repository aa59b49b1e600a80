/** Why something cannot be done, in the reader's language: the server gives a code, what it names, and the English. */
import { coded, i18n, listed } from "../i18n/i18n.svelte";
import type { Reason, Side } from "./types";
import { BOX, phaseLabel, SIDE } from "./words";

/** What refusals are told of: a game knows the names, a page without one says the ids. */
export interface Names {
  unitName(id: string): string;
  placeName(id: string): string;
  halfTitle(card: number, side: Side): string;
}

/** The fact and the way out. */
export function refusal(reason: Reason, names: Names | null = null): string {
  const english = `${reason.text} ${reason.remedy}`.trim();
  // The server says it in English, with the names of the moment; elsewhere the code's own sentence is said.
  if (i18n.language === "en") return english;
  const args: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(reason.args)) args[name] = named(name, value, names);
  return coded(`refusal.${reason.code}`, english, args);
}

/** An argument as a reader knows it. */
function named(name: string, value: unknown, names: Names | null): string | number {
  if (name === "why") return refusal(value as Reason, names);
  if (name === "moments")
    return (value as string[]).map((moment) => coded(`refusal.moment-${moment}`, moment)).join(", ");
  if (Array.isArray(value))
    return listed(value.map((one) => String(named(name === "units" ? "unit" : "hex", one, names))));
  const text = String(value);
  if (name === "unit") return names?.unitName(text) ?? text;
  if (name === "hex" || name === "frm") return names?.placeName(text) ?? text;
  if (name === "box") return BOX[text] ?? text;
  if (name === "side") return SIDE[text as Side] ?? text;
  if (name === "phase") return phaseLabel(text);
  if (name === "event") return names?.halfTitle(Number.parseInt(text, 10), text.split("-")[1] as Side) ?? text;
  return typeof value === "number" ? value : text;
}
