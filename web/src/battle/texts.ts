/** The texts of this folder: `battle.json`. */
import battle from "../i18n/en/battle.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(battle);
