/** The texts of this folder: `lab.json`. */
import lab from "../i18n/en/lab.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(lab);
