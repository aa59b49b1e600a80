/** Shared parts have their texts in `common.json` and `words.json`. */
import { says } from "../i18n/i18n.svelte";

export const t = says();
