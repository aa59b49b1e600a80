/** The texts of this folder: `picture.json`. */
import picture from "../i18n/en/picture.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(picture);
