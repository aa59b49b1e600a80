/** Shared parts have their texts in `common.json` and `words.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<never> = say;
