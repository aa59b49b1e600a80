/** The search in a language, made when it is first wanted and kept while the page is open. */

import type { Language } from "../i18n/i18n.svelte";
import { BOOKS } from "./books";
import { OUTLINES } from "./outlines";
import { allPassages } from "./passages";
import { Search } from "./search";
import { tongueOf } from "./tongues";

const made = new Map<Language, Promise<Search>>();

async function make(language: Language): Promise<Search> {
  const [outline, tongue] = await Promise.all([OUTLINES[language](), tongueOf(language)]);
  return new Search(await allPassages(outline.default, BOOKS), tongue);
}

/** Fetches the books and their search; what failed is tried again when it is next asked for. */
export function searchIn(language: Language): Promise<Search> {
  const found = made.get(language) ?? make(language);
  made.set(language, found);
  found.catch(() => made.delete(language));
  return found;
}
