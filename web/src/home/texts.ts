/** The texts of this folder: `home.json`, `create.json`; of `people.json`, how a clock stands. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"home" | "create" | "people"> = say;
