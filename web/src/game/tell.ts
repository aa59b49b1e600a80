/** A line of the log in the reader's language: the server names the sentence and what it tells of, and has the English. */

import { i18n } from "../i18n/i18n.svelte";
import { begun, sentence } from "../i18n/refusal";
import type { LogLine } from "../wire/types";
import type { Position } from "./position.svelte";

export function tell(position: Position, line: LogLine): string {
  if (i18n.language === "en") return line.text;
  return begun(sentence(`log.${line.said}`, line.text, { ...line.event, ...line.args }, position));
}
