/** The texts of this folder: `people.json`. */
import people from "../i18n/en/people.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(people);
