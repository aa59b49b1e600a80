/** The texts of this folder: `tray.json`, `lists.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"tray" | "lists" | "game"> = say;
