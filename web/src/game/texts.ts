/** The texts of this folder: `game.json`, `prompt.json`. */
import game from "../i18n/en/game.json";
import prompt from "../i18n/en/prompt.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(game, prompt);
