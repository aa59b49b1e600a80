/** The texts of this folder: `account.json`. */
import account from "../i18n/en/account.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(account);
