/** A time of the server in the reader's language and zone. */
import { i18n } from "../i18n/i18n.svelte";

export const when = (at: string): string =>
  new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
