/** The texts of this folder: `rulebook.json`. */
import rulebook from "../i18n/en/rulebook.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(rulebook);
