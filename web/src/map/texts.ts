/** The texts of this folder: `map.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"map"> = say;
