/** The texts of this folder, `tournament.json`; the names of clocks are those of a new game. */
import create from "../i18n/en/create.json";
import tournament from "../i18n/en/tournament.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(tournament, create);
