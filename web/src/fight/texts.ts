/** The texts of this folder: `battle.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"battle"> = say;
