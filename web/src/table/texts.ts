/** The texts of this folder: `table.json`, `bids.json`, `keys.json`, `report.json`. */
import bids from "../i18n/en/bids.json";
import keys from "../i18n/en/keys.json";
import report from "../i18n/en/report.json";
import table from "../i18n/en/table.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(table, bids, keys, report);
