/** The texts of this folder: `outlook.json`. */
import outlook from "../i18n/en/outlook.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(outlook);
