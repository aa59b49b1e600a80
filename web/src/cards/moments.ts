/** When an event may be played, in words. */

import { coded, listed } from "../i18n/i18n.svelte";
import type { CardHalf } from "../wire/types";
import "./texts";

export function momentsIn(half: CardHalf): string {
  const words = listed(
    (half.windows ?? []).map((window) => coded("cards.when-", window)),
    "disjunction",
  );
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
