/** How words of each language are read: stems, words that say nothing, and what players say instead of a term. */

import type { Language } from "../i18n/i18n.svelte";

/** What players of a language say (`words/de.json`). */
export interface Words {
  /** Words that say nothing of what is asked. */
  stop: string;
  /** How somebody asks for a card. */
  card: string;
  /** What players say, and the words of the books for it. */
  say: Readonly<Record<string, string>>;
  /** By the number of a rule, ruling, card or glossary term: words of players who look for it. */
  asked: Readonly<Record<string, string>>;
}

export interface Tongue {
  stem: (word: string) => string;
  words: Words;
  /** Words are put together to longer ones, which are taken apart again. */
  compounds: boolean;
}

/** Small letters without signs: `Lücke` is `lucke`, `węzeł` is `wezel`. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<!и)\p{M}/gu, "")
    .normalize("NFC")
    .replace(/ł/g, "l")
    .replace(/ß/g, "ss")
    .replace(/œ/g, "oe");

const STEMMERS: Readonly<Record<Language, () => Promise<{ stemmer: (word: string) => string }>>> = {
  en: () => import("@orama/stemmers/english"),
  de: () => import("@orama/stemmers/german"),
  fr: () => import("@orama/stemmers/french"),
  pl: () => import("./polish"),
  ru: () => import("./russian"),
};
const WORDS: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  en: () => import("./words/en.json"),
  de: () => import("./words/de.json"),
  fr: () => import("./words/fr.json"),
  pl: () => import("./words/pl.json"),
  ru: () => import("./words/ru.json"),
};

/** Fetches what is needed to read a language. */
export async function tongueOf(language: Language): Promise<Tongue> {
  const [{ stemmer }, { default: words }] = await Promise.all([STEMMERS[language](), WORDS[language]()]);
  const kept = new Map<string, string>();
  const stem = (word: string): string => {
    const found = kept.get(word) ?? fold(stemmer(word));
    kept.set(word, found);
    return found;
  };
  return { stem, words, compounds: language === "de" };
}
