/** The texts of this folder: `replay.json`, `graphs.json`, `sandbox.json`. */
import { type Say, t as say } from "../i18n/i18n.svelte";

export const t: Say<"replay" | "graphs" | "sandbox"> = say;
