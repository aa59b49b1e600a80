/** The texts of this folder: `replay.json`, `graphs.json`, `sandbox.json`. */
import graphs from "../i18n/en/graphs.json";
import replay from "../i18n/en/replay.json";
import sandbox from "../i18n/en/sandbox.json";
import { says } from "../i18n/i18n.svelte";

export const t = says(replay, graphs, sandbox);
