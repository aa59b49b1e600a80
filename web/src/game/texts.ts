/** The texts of this folder: `game.json`, `prompt.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"game" | "prompt"> = say;
