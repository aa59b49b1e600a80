/** The texts of this folder: `tournament.json`, and what it has in common with a new game, `create.json`. */
import create from "../i18n/en/create.json";
import tournament from "../i18n/en/tournament.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(tournament, create);
