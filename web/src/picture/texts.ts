/** The texts of this folder: `picture.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"picture"> = say;
