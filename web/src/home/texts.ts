/** The texts of this folder: `home.json`, `create.json`, `ladder.json`. */
import create from "../i18n/en/create.json";
import home from "../i18n/en/home.json";
import ladder from "../i18n/en/ladder.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(home, create, ladder);
