/** The texts of this folder: `log.json`. */
import log from "../i18n/en/log.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(log);
