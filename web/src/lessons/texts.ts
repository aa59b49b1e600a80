/** The texts of this folder: `lessons.json`. */
import lessons from "../i18n/en/lessons.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(lessons);
