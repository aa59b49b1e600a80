/** The texts of this folder: `coach.json`. */
import coach from "../i18n/en/coach.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(coach);
