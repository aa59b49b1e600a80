/** The texts of this folder: `ask.json`. */
import ask from "../i18n/en/ask.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(ask);
