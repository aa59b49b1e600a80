/** The texts of this folder: `odds.json`. */
import odds from "../i18n/en/odds.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(odds);
