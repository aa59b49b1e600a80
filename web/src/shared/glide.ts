/**
 * Things in a row that make room for each other slide to their new places; where nothing is to move, they are there at
 * once. For the page none of them was laid out elsewhere: nothing jumps.
 */

import { prefs } from "./prefs.svelte";

/** Milliseconds for a slide. */
const SLIDES = 160;

/** Notes where these stand; the answer, called when all is laid out anew, lets them slide from there. */
export function glide(things: Iterable<HTMLElement>): () => void {
  const before = [...things].map((one) => [one, one.getBoundingClientRect()] as const);
  return () => {
    for (const [one, from] of before) {
      if (!one.isConnected) continue;
      const to = one.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (x || y)
        one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
          duration: prefs.still ? 1 : SLIDES,
          easing: "ease-out",
        });
    }
  };
}
