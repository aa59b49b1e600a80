/** How words of each language are read: stems, words that say nothing, and what players say instead of a term. */

import type { Language } from "../i18n/i18n.svelte";
import TABLE from "../i18n/languages.json";
import { STEMMERS, WORDS } from "./languages";
import type { Words } from "./words";

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

/** Words of players without those that are not translated yet. */
function unmarked(words: Words): Words {
  const kept = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([, said]) => !said.startsWith("[en] ")));
  return { ...words, card: words.card.replace(/^\[en\] /, ""), say: kept(words.say), asked: kept(words.asked) };
}

/** Fetches what is needed to read a language. */
export async function tongueOf(language: Language): Promise<Tongue> {
  const { default: own } = await WORDS[language]();
  // The words of players are not translated yet, nor are the books: both are read as English.
  if (own.stop.startsWith("[en] ")) return tongueOf("en");
  const [{ stemmer }, words] = [await STEMMERS[language](), unmarked(own)];
  const kept = new Map<string, string>();
  const stem = (word: string): string => {
    const found = kept.get(word) ?? fold(stemmer(word));
    kept.set(word, found);
    return found;
  };
  return { stem, words, compounds: TABLE[language].compounds };
}
