/** The texts of this folder: `settings.json`. */
import settings from "../i18n/en/settings.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(settings);
