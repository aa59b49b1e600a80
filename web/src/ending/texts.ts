/** The texts of this folder: `ending.json`; the verdict and the ways on are those of the table. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"ending" | "table" | "graphs"> = say;
