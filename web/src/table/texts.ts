/** The texts of this folder: `table.json`, `bids.json`, `keys.json`, `report.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"table" | "bids" | "keys" | "report"> = say;
