/** The texts of this folder: `home.json`, `create.json`, `ladder.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"home" | "create" | "ladder"> = say;
