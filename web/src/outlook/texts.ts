/** The texts of this folder: `outlook.json`, `signs.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"outlook" | "signs"> = say;
