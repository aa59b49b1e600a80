/** The texts of this folder: `ending.json`; the verdict and the ways on are those of the table. */
import ending from "../i18n/en/ending.json";
import graphs from "../i18n/en/graphs.json";
import table from "../i18n/en/table.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(ending, table, graphs);
