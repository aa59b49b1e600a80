/** Where the right passage stands among the answers to questions of players: for the bench and its test. */

import type { Language } from "../i18n/i18n.svelte";
import TABLE from "../i18n/languages.json";
import { BOOKS } from "./books";
import { OUTLINES } from "./outlines";
import { allPassages, type Passage } from "./passages";
import { Search } from "./search";
import { tongueOf } from "./tongues";

export const LANGUAGES = Object.keys(TABLE) as Language[];

export interface Asked {
  question: string;
  right: string[];
  kept_aside: boolean;
}

/** The sections of the rulebook by the ids of single rules in its source, such as SHF-6. */
function sectionsById(source: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let section = "";
  for (const line of source.split("\n")) {
    section = /^#+ ([\dP]+(?:\.\d+)*)/.exec(line)?.[1] ?? section;
    // Below a heading, or at the end of a row of the calendar.
    for (const [, ids = ""] of line.matchAll(/`\[([\w, -]+)\]`/g))
      for (const id of ids.split(", ")) found.set(id, [...(found.get(id) ?? []), section]);
  }
  return found;
}

/** The words of the glossary's first column, apart. */
const terms = (passage: Passage): string[] =>
  passage.title
    .toLowerCase()
    .split(/[,()]/)
    .map((one) => one.trim());

/** Whether a passage is what is named so: `8.4.1`, `SHF-6`, `C-28`, `card 18A`, `glossary: overstacked`. */
function isRight(passage: Passage, right: string, byId: ReadonlyMap<string, string[]>, english: Passage[]): boolean {
  const card = /^card (\w+)$/.exec(right)?.[1];
  if (card) return passage.book === "cards" && passage.id === card;
  const term = /^glossary: (.*)$/.exec(right)?.[1]?.toLowerCase();
  if (term) {
    const named = english.find((one) => one.id === passage.id && one.book === passage.book) ?? passage;
    const words = term.split(/, /);
    return passage.book === "glossary" && [passage, named].some((one) => words.every((w) => terms(one).includes(w)));
  }
  return passage.id === right || (byId.get(right)?.includes(passage.id) ?? false);
}

/** Asks all questions of a language. */
export async function measured(language: Language, questions: readonly Asked[], read: (path: string) => string) {
  const outline = (await OUTLINES[language]()).default;
  const passages = await allPassages(outline, BOOKS);
  const english = await allPassages((await OUTLINES.en()).default, ["glossary"]);
  const tongue = await tongueOf(language);
  const byId = sectionsById(read("docs/rules.md"));
  const begun = performance.now();
  const search = new Search(passages, tongue);
  const asked = performance.now();
  const answers = questions.map(({ question, right }) => {
    const hits = search.find(question).slice(0, 5);
    const place = 1 + hits.findIndex(({ passage }) => right.some((one) => isRight(passage, one, byId, english)));
    return { question, right, place, found: hits.map(({ passage }) => passage.id) };
  });
  const each = (performance.now() - asked) / Math.max(1, questions.length);
  return { answers, passages: passages.length, built: asked - begun, each };
}
