/** The texts of this folder: `people.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"people"> = say;
