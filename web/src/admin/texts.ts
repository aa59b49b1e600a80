/** The texts of this folder: `admin.json`. */
import admin from "../i18n/en/admin.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(admin);
