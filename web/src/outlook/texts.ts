/** The texts of this folder: `outlook.json`, `signs.json`. */
import outlook from "../i18n/en/outlook.json";
import signs from "../i18n/en/signs.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(outlook, signs);
