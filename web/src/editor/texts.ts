/** The texts of this folder: `editor.json`. */
import editor from "../i18n/en/editor.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(editor);
