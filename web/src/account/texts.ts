/** The texts of this folder: `account.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"account"> = say;
