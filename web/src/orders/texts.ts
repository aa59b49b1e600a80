/** The texts of this folder: `orders.json`, `standing.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"orders" | "standing"> = say;
