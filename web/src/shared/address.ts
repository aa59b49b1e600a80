/** What an address asks for; what makes no sense in it is as if it were not there. */
import type { Eyes } from "../wire/types";

const EYES: readonly string[] = ["axis", "soviet", "both", "nobody"] satisfies Eyes[];

/** The step of a game, as in `?s=412`. */
export function stepIn(search: string): number | null {
  const asked = new URLSearchParams(search).get("s") ?? "";
  return /^\d{1,9}$/.test(asked) ? Number(asked) : null;
}

/** Whose eyes look at it, as in `&as=axis`. */
export function eyesIn(search: string): Eyes | null {
  const asked = new URLSearchParams(search).get("as") ?? "";
  return EYES.includes(asked) ? (asked as Eyes) : null;
}

/** Whether the sheet about the dice is to be open, as in `?dice`. */
export const diceIn = (search: string): boolean => new URLSearchParams(search).has("dice");

/** Whether the coach's review is to be open, as in `?coach`. */
export const coachIn = (search: string): boolean => new URLSearchParams(search).has("coach");

/** The scenario that a new game is to be of, as in `?scenario=fall_blau`. */
export const scenarioIn = (search: string): string => new URLSearchParams(search).get("scenario") ?? "";

/** A path without what is no part of it: a slash at its end, or what stood behind a link in a sentence: `/t/abc).` */
export const tidy = (path: string): string => path.replace(/(.)(?:%[\da-f]{2}|[^\w-])+$/i, "$1");

/** The code behind the `#` of a link, without what stood behind the link. */
export const codeIn = (hash: string): string => tidy(`#${hash.slice(1)}`).slice(1);
