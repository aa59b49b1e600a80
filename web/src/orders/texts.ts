/** The texts of this folder: `orders.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"orders"> = say;
