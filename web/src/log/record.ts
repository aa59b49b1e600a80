/** The log in words: a line as it is read, and the whole of it as a text to keep. */

import type { Position } from "../game/position.svelte";
import { tell } from "../game/tell";
import { listed } from "../i18n/i18n.svelte";
import { SIDE } from "../i18n/words";
import type { LogLine } from "../wire/types";
import { grouped, type Told } from "./grouped";
import { t } from "./texts";

/** One line in words; of several cards drawn their number, and where they are seen their names. */
export function words(position: Position, lines: Told): string {
  const [line] = lines;
  if (!line) return "";
  if (lines.length === 1 || !line.side) return tell(position, line);
  const names = lines.map((one) => {
    const card = one.event.type === "CardDrawn" && one.event.card ? position.cards.get(one.event.card) : undefined;
    return card && one.side ? `${card.number} ${card[one.side].title}` : "";
  });
  const args = { side: SIDE[line.side], n: lines.length };
  return names.every(Boolean) ? t("log.draws-these", { ...args, cards: listed(names) }) : t("log.draws", args);
}

/** A game turn by turn, under what is said of it first: turns are underlined, phases stand alone, the rest are items. */
export function record(position: Position, head: readonly string[], log: readonly LogLine[]): string {
  const text = [...head.filter(Boolean)];
  for (const lines of grouped(log)) {
    const said = words(position, lines);
    if (!said) continue;
    if (lines[0]?.type === "TurnBegan") text.push("", said, "=".repeat(said.length));
    else if (lines[0]?.type === "PhaseBegan") text.push("", said);
    else text.push(`- ${said}`);
  }
  return `${text.join("\n")}\n`;
}
