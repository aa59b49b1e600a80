/** The texts of this folder: `phase.json`. */
import phase from "../i18n/en/phase.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(phase);
