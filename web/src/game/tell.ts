/** A line of the log in the reader's language, from the event's code and arguments; English is told by the server. */

import { coded, i18n, listed } from "../i18n/i18n.svelte";
import { eventTitle, monthsIn } from "../i18n/names";
import { phaseLabel, SIDE, supportName, WEATHER } from "../i18n/words";
import type { LogLine, Side } from "../wire/types";
import type { Position } from "./position.svelte";

export function tell(position: Position, line: LogLine): string {
  if (i18n.language === "en") return line.text;
  const event = line.event;
  const args: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(event)) args[name] = told(position, name, value, event.side as Side);
  if (event.type === "ResultFound") args.word = coded(`words.result-${event.result}`, "");
  if (event.type === "SupportCommitted") args.support = supportName(event.side as Side);
  if (event.type === "TurnBegan") {
    const box = position.board?.calendar.find((t) => t.turn === event.turn);
    args.months = monthsIn(box?.months ?? "");
    args.year = box?.year ?? "";
  }
  let code = event.type;
  if (code === "UnitFlipped") code = `UnitFlipped-${event.why}`;
  if (code === "BattleBegan" && event.counterattack) code = "Counterattack";
  if (code === "GameEnded" && event.winner === null) code = "GameDrawn";
  if (code === "JokerPassed") code = `JokerPassed-${event.why}`;
  if (code === "TriggerPulled") code = `TriggerPulled-${event.trigger}`;
  if (code === "TakenBack") code = event.unit ? "TakenBack-unit" : "TakenBack-hex";
  if (code === "CityScorched") code = event.scorched ? "CityScorched" : "CityRebuilt";
  if (code === "DeckReshuffled" && event.cards === null) code = "DeckReshuffled-uncounted";
  if (code === "BattleResumed") code = `BattleResumed-${event.stage}`;
  const plain = coded(`log.${code}`, line.text, args);
  // Why a unit came or went, where there is a sentence for it.
  if (code === "UnitEliminated" && event.box === "surrendered") code = "UnitSurrendered";
  return event.why ? coded(`log.${code}-${event.why}`, plain, args) : plain;
}

/** A value of an event as a reader knows it: the names of sides, units, hexes, cards. */
function told(position: Position, name: string, value: unknown, side: Side): string | number {
  if (Array.isArray(value)) {
    // Hexes by their numbers alone; an area has none.
    if (name === "path") return value.map((v) => (/^\d/.test(v) ? v : position.placeName(v))).join(" – ");
    return listed(value.map((v) => String(told(position, name, v, side))));
  }
  const text = String(value ?? "");
  if (["side", "to", "by", "winner", "attacker"].includes(name) && text in SIDE) return SIDE[text as Side];
  if (["unit", "units", "attackers", "unsupplied"].includes(name)) return position.unitName(text);
  if (["hex", "to", "frm", "targets"].includes(name)) return position.placeName(text);
  if (name === "title") return eventTitle(position.board?.cards ?? [], text);
  if (name === "weather") return WEATHER[text] ?? text;
  if (name === "phase") return phaseLabel(text);
  if (name === "card")
    return value === null ? "–" : `${text} ${position.cards.get(Number(value))?.[side]?.title ?? ""}`.trim();
  return typeof value === "number" ? value : text;
}
