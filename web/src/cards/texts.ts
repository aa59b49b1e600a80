/** The texts of this folder: `cards.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"cards"> = say;
