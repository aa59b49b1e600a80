/** The texts of this folder: `orders.json`, `standing.json`. */
import orders from "../i18n/en/orders.json";
import standing from "../i18n/en/standing.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(orders, standing);
