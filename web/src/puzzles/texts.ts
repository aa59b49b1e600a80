/** The texts of this folder: `puzzles.json`. */
import puzzles from "../i18n/en/puzzles.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(puzzles);
