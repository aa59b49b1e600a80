/** Slips of the keyboard: letters changed, left out, doubled, or typed the wrong way round. */

/** Words as long as this may have one slip, longer ones two. */
const SHORT = 6;
/** Shorter words are too much alike. */
const SHORTEST = 5;

/** How many slips lie between two words, up to `most`; more than that if there are more. */
export function slips(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let last: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (last[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [last, row] = [row, next];
  }
  return row[other.length] ?? most + 1;
}

/** The word that was meant: the nearest one that begins with the same letter, the first of several; null for none. */
export function meantBy(typed: string, words: Iterable<string>): string | null {
  if (typed.length < SHORTEST) return null;
  let [best, least] = [null as string | null, (typed.length > SHORT ? 2 : 1) + 1];
  for (const word of words) {
    if (word.length < SHORTEST || word[0] !== typed[0]) continue;
    const found = slips(typed, word, least - 1);
    if (found < least) [best, least] = [word, found];
  }
  return best;
}
