/** The texts of this folder: `dice.json`. */
import dice from "../i18n/en/dice.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(dice);
