/**
 * Things in a row that make room for each other slide to their new places; where nothing is to move, they are there at
 * once. For the page none of them was laid out elsewhere: nothing jumps.
 */

import { prefs } from "./prefs.svelte";

/** Milliseconds for a slide. */
const SLIDES = 160;

/** What slides: whoever is moved once more on the way begins from where it is seen. */
const sliding = new WeakMap<HTMLElement, Animation>();

/** Notes where these stand; the answer, called when all is laid out anew, lets them slide from there. */
export function glide(things: Iterable<HTMLElement>): () => void {
  const before = [...things].map((one) => [one, one.getBoundingClientRect().left] as const);
  return () => {
    for (const [one, from] of before) {
      if (!one.isConnected) continue;
      sliding.get(one)?.cancel();
      const x = from - one.getBoundingClientRect().left;
      if (!x) continue;
      const frames = [{ transform: `translateX(${x}px)` }, { transform: "none" }];
      sliding.set(one, one.animate(frames, { duration: prefs.still ? 1 : SLIDES, easing: "ease-out" }));
    }
  };
}
