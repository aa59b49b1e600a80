/** What a search fetches of each language: made by `python tools/make_docs.py` from the table of languages. */
import type { Language } from "../i18n/i18n.svelte";
import type { Outline } from "./books";
import type { Words } from "./words";

type Fetched<T> = Readonly<Record<Language, () => Promise<T>>>;

/** The outline of the books in each language. */
export const OUTLINES: Fetched<{ default: Outline }> = {
  en: () => import("virtual:book/en"),
  de: () => import("virtual:book/de"),
  fr: () => import("virtual:book/fr"),
  pl: () => import("virtual:book/pl"),
  ru: () => import("virtual:book/ru"),
  es: () => import("virtual:book/es"),
};

/** What makes the stem of a word; without one a word is its own. */
export const STEMMERS: Fetched<{ stemmer: (word: string) => string }> = {
  en: () => import("@orama/stemmers/english"),
  de: () => import("@orama/stemmers/german"),
  fr: () => import("@orama/stemmers/french"),
  pl: () => import("./polish"),
  ru: () => import("./russian"),
  es: () => import("@orama/stemmers/spanish"),
};

/** What players say. */
export const WORDS: Fetched<{ default: Words }> = {
  en: () => import("./words/en.json"),
  de: () => import("./words/de.json"),
  fr: () => import("./words/fr.json"),
  pl: () => import("./words/pl.json"),
  ru: () => import("./words/ru.json"),
  es: () => import("./words/es.json"),
};
