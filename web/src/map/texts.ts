/** The texts of this folder: `map.json`. */
import map from "../i18n/en/map.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(map);
