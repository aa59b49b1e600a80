/** The texts of this folder: `cards.json`. */
import cards from "../i18n/en/cards.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(cards);
