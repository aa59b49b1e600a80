/** A line of the log in the reader's language, from the event's code and arguments; the server provides the English. */

import { i18n } from "../i18n/i18n.svelte";
import { sentence } from "../i18n/refusal";
import type { LogLine } from "../wire/types";
import type { Position } from "./position.svelte";

export function tell(position: Position, line: LogLine): string {
  if (i18n.language === "en") return line.text;
  const event = line.event;
  const args: Record<string, unknown> = { ...event };
  if ("card" in event) args.half = event.card === null ? null : `${event.card}-${event.side}`;
  if (event.type === "TurnBegan") {
    const box = position.board?.calendar.find((t) => t.turn === event.turn);
    args.months = box?.months ?? "";
    args.year = box?.year ?? "";
  }
  let code: string = event.type;
  if (code === "UnitFlipped") code = `UnitFlipped-${event.why}`;
  if (code === "BattleBegan" && event.counterattack) code = "Counterattack";
  if (code === "GameEnded" && event.winner === null) code = "GameDrawn";
  if (code === "JokerPassed") code = `JokerPassed-${event.why}`;
  if (code === "TriggerPulled") code = `TriggerPulled-${event.trigger}`;
  if (code === "TakenBack") code = event.unit ? "TakenBack-unit" : "TakenBack-hex";
  if (code === "CityScorched") code = event.scorched ? "CityScorched" : "CityRebuilt";
  if (code === "DeckReshuffled" && event.cards === null) code = "DeckReshuffled-uncounted";
  if (code === "BattleResumed") code = `BattleResumed-${event.stage}`;
  const plain = sentence(`log.${code}`, line.text, args, position);
  // Why a unit came or went, where there is a sentence for it.
  if (code === "UnitEliminated" && event.box === "surrendered") code = "UnitSurrendered";
  return event.why ? sentence(`log.${code}-${event.why}`, plain, args, position) : plain;
}
