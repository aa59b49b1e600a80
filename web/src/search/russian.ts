/**
 * The stems of Russian, made alike where the library's are not: it takes the last letters of `размен` and `размена` for
 * the ending of a participle, but not those of `разменом`, so that one form of the word would not find the other.
 */

import { stemmer as snowball } from "@orama/stemmers/russian";

const NOUN = /^(размен|обмен)(?:а|у|ом|е|ы|ов|ам|ами|ах)?$/;

/** The stem of a Russian word. */
export const stemmer = (word: string): string => NOUN.exec(word)?.[1] ?? snowball(word);
