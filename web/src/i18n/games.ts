/** What a game is called in the lists, how it differs from the usual one, how it ended. */

import type { Reason, Side, Terms, Unusual } from "../wire/types";
import create from "./en/create.json";
import { coded, i18n, says, served } from "./i18n.svelte";
import { titleOf } from "./names";
import { refusal } from "./refusal";
import { other, SIDE } from "./words";

const t = says(create);

/** The name of a game: its own, or what it is an instance of. */
export function gameName(game: {
  name?: string;
  name_said?: Reason | null;
  scenario?: string;
  scenario_title?: string;
  lesson?: string | null;
}): string {
  if (game.lesson) return served(`lesson.${game.lesson}.title`, game.name ?? "");
  if (game.name_said) return refusal(game.name_said);
  return game.name || scenarioName(game);
}

export const scenarioName = (game: { scenario?: string; scenario_title?: string }): string =>
  titleOf("scenario", game.scenario ?? "", game.scenario_title ?? "");

/** The turns of a scenario, from a range such as "7-10". */
export const turnsIn = (range: string): string => t("create.turns", { turns: range.replace("-", "–") });

/** About how long a scenario takes; empty where nobody knows. */
export function lengthIn(minutes: number | undefined): string {
  if (!minutes) return "";
  return minutes < 100 ? t("create.minutes", { n: minutes }) : t("create.hours", { n: Math.round(minutes / 60) });
}

/** The same two in a sentence. */
export const lastsIn = (scenario: { minutes?: number; turns: string }): string =>
  t("create.lasts", { length: lengthIn(scenario.minutes), turns: turnsIn(scenario.turns) });

/** The clock of a game in a few words; empty without one. */
export function clockIn(clock: Terms): string {
  if (clock.kind === "none") return "";
  const hours = (seconds: number): number => Math.round(seconds / 360) / 10;
  const words =
    clock.kind === "move"
      ? t("common.clock-move", { n: clock.each / 86400 })
      : t("common.clock-bank", { start: hours(clock.start), each: hours(clock.each) });
  const rested = clock.rest ? t("common.clock-rest", { clock: words }) : words;
  return clock.grace === 0 ? t("common.clock-no-grace", { clock: rested }) : rested;
}

/** A day ("2026-11-29") as the reader writes it, without its year. */
export function dayIn(day: string): string {
  const form = new Intl.DateTimeFormat(i18n.language, { day: "numeric", month: "short", timeZone: "UTC" });
  return form.format(new Date(`${day}T00:00Z`));
}

/** A moment as the reader's clock shows it: "Sun, Nov 29, 14:05". */
export function momentIn(iso: string): string {
  const form = new Intl.DateTimeFormat(i18n.language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return form.format(new Date(iso));
}

/** Until when a player has days off on which the clock stands still; empty for one who has none now. */
export const offUntil = (day: string): string => (day ? t("common.off-until", { day: dayIn(day) }) : "");

/** How a game ended, in one sentence. */
export function outcomeIn(outcome: { winner: Side | null; reason: string; text: string }): string {
  return coded("label.end-", outcome.reason, {
    side: outcome.winner ? SIDE[outcome.winner] : "",
    loser: outcome.winner ? SIDE[other(outcome.winner)] : "",
  });
}

/** How a game differs from the usual one, a few words each. */
export function differencesIn(game: { differences?: string[]; unusual?: Unusual[] }): string[] {
  if (i18n.language === "en" || !game.unusual) return game.differences ?? [];
  return game.unusual.map(unlike);
}

/** What balances a game: each option that gives one side more or fewer cards, or better dice, in words and in signs. */
export function handicapsIn(game: { unusual?: Unusual[] }): { id: string; words: string; signs: string }[] {
  return (game.unusual ?? []).flatMap((one) => {
    const { id, value } = one;
    if (!Array.isArray(value)) return [];
    return [{ id, words: unlike(one), signs: value.map((n) => (n ? signed(n) : "0")).join(" : ") }];
  });
}

function unlike({ id, title, value }: Unusual): string {
  if (id === "rules") return t("common.unlike-rules", { rules: titleOf("ruleset", String(value), title) });
  const option = titleOf("option", id, title);
  if (value === true) return option;
  if (value === false) return t("common.unlike-without", { option });
  const parts = Array.isArray(value) ? value : [];
  const shown = (["axis", "soviet"] as const).flatMap((side, i) =>
    parts[i] ? [`${SIDE[side]} ${signed(parts[i])}`] : [],
  );
  return `${option}${t("common.colon")}${shown.join(", ")}`;
}

const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);

/** The rules of a game in one line: as usual, or how it differs from the usual one. */
export function rulesLine(game: {
  rules?: string;
  rules_title?: string;
  differences?: string[];
  unusual?: Unusual[];
}): string {
  const list = differencesIn(game);
  return list.length
    ? t("common.rules-unlike", { list: list.join(t("common.semicolon")) })
    : t("common.rules-usual", { rules: titleOf("ruleset", game.rules ?? "", game.rules_title ?? "") });
}
