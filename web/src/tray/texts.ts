/** The texts of this folder: `tray.json`, `lists.json`. */
import game from "../i18n/en/game.json";
import lists from "../i18n/en/lists.json";
import tray from "../i18n/en/tray.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(tray, lists, game);
