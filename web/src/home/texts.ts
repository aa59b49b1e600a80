/** The texts of this folder: `home.json`, `create.json`. */
import create from "../i18n/en/create.json";
import home from "../i18n/en/home.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(home, create);
