/** Who is at the table of an open game, who is waited for, and since when. */

import type { Game } from "../game/game.svelte";
import { other, SIDES } from "../i18n/words";
import { Again } from "../shared/again";
import { api, Offline } from "../shared/api";
import { oneFor } from "../shared/one-for";
import { route } from "../shared/route.svelte";
import { toasts } from "../shared/toasts.svelte";
import { browser } from "../storage/storage";
import type { Company as Found, Kind, ListedGame, PairStanding, Side, TalkLine } from "../wire/types";
import { t } from "./texts";

export type ClaimKind = Found["claims"][number]["kind"];

/** Milliseconds after which the people are asked for again, at first, when the server did not answer. */
const AGAIN = 2000;

export class Company {
  readonly #game: Game;
  found = $state.raw<Found | null>(null);
  /** Another game in which it is this player's turn: the one that has waited longest. */
  next = $state.raw<ListedGame | null>(null);
  muted = $state(false);
  /** The sheet of this browser's player is open: name, notices, other browsers. */
  naming = $state(false);
  #known = $state(0);
  #asked = 0;
  readonly #again = new Again(AGAIN, () => void this.load());

  constructor(game: Game) {
    this.#game = game;
    game.talk.hearOfPeople(() => void this.load());
    this.muted = browser.recall(`mute.${game.id}`) === "on";
    this.#known = Number(browser.recall(`talk.${game.id}`)) || 0;
  }

  /** Whether two people play: a lone player needs none of this. */
  get matters(): boolean {
    const { pkg } = this.#game.position;
    if (!pkg || pkg.game.sandbox || pkg.lesson || pkg.puzzle || pkg.owned.length > 1) return false;
    const seats = Object.values(pkg.game.seats);
    return pkg.owned.length === 0
      ? seats.some((seat) => seat.kind === "human")
      : seats.every((s) => s.kind !== "computer" || s.left_at);
  }

  /** Asks for nobody any more by itself. */
  stop(): void {
    this.#again.stop();
    this.#asked += 1;
  }

  async load(): Promise<void> {
    this.#again.hold();
    if (!this.matters) {
      this.found = null;
      return;
    }
    this.#asked += 1;
    const mine = this.#asked;
    const found = await api.company(this.#game.id).catch((error: unknown) => error);
    if (mine !== this.#asked) return;
    // Nothing else may tell of those who are there now: who has changed seats would keep the old names.
    if (found instanceof Offline) this.#again.later();
    if (found instanceof Error) return;
    this.#again.calm();
    this.#take(found as Found);
  }

  #take(found: Found): void {
    this.#tellAnswers(this.found, found);
    this.found = found;
    if (found.waiting && !found.seats[found.waiting].you) void this.#lookForNext();
    else this.next = null;
  }

  /** Says what the other one has answered since: a proposal that only goes away could have lapsed or been taken. */
  #tellAnswers(before: Found | null, found: Found): void {
    if (!before) return;
    const known = before.lines.at(-1)?.number ?? 0;
    const news = found.lines.filter((line) => line.number > known && !found.seats[line.side].you);
    for (const line of news) if (/^(accept|decline)-|^void$/.test(line.kind)) toasts.say(this.deed(line));
  }

  async #lookForNext(): Promise<void> {
    const rows = await api.games().catch(() => []);
    const turns = rows.filter((row) => row.your_turn && !row.finished && !row.lesson && !row.puzzle && !row.sandbox);
    const others = turns.filter((row) => row.id !== this.#game.id && row.owned.length === 1);
    this.next = others.sort((a, b) => a.since.localeCompare(b.since))[0] ?? null;
  }

  // --- talk ---------------------------------------------------------------------------------------
  /** What is said and done at the table, without what the other says where that is muted. */
  get lines(): TalkLine[] {
    const lines = this.found?.lines ?? [];
    return this.muted ? lines.filter((line) => line.kind !== "say" || line.side === this.you) : lines;
  }

  /** How many things the other one has said since the talk was last open. */
  get unread(): number {
    return this.lines.filter((line) => line.kind === "say" && line.side !== this.you && line.number > this.#known)
      .length;
  }

  /** Everything that is shown has been read. */
  read(): void {
    const newest = this.found?.lines.at(-1)?.number ?? 0;
    if (newest <= this.#known) return;
    this.#known = newest;
    browser.keep(`talk.${this.#game.id}`, String(newest));
  }

  mute(on: boolean): void {
    this.muted = on;
    browser.keep(`mute.${this.#game.id}`, on ? "on" : "off");
  }

  /** A line about what was done, in words. */
  deed(line: TalkLine): string {
    const [verb = "", kind] = line.kind.split("-");
    const args = { name: this.nameOf(line.side), what: kind ? this.what(kind as Kind | ClaimKind) : "" };
    return t(`people.${verb}` as Parameters<typeof t>[0], args);
  }

  what(kind: Kind | ClaimKind): string {
    return t(`people.what-${kind}`);
  }

  // --- proposals ----------------------------------------------------------------------------------
  async propose(kind: Kind): Promise<void> {
    await this.run(async () => this.#goTo((await api.propose(this.#game.id, kind)).game));
  }

  async answer(kind: Kind, accept: boolean): Promise<void> {
    await this.run(async () => this.#goTo((await api.answer(this.#game.id, kind, accept)).game));
  }

  /** The game that a rematch has begun, once both wanted it. */
  get rematch(): string {
    return this.found?.lines.findLast((line) => /^accept-(rematch|again)$/.test(line.kind))?.text ?? "";
  }

  #goTo(game: string | null): void {
    if (game) route.go(`/g/${game}`);
  }

  /** Does something with the server and looks again; says what went wrong. Whether it went well. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      toasts.say(this.#game.talk.said(error));
      return false;
    } finally {
      void this.load();
    }
  }

  /** What a side's player is called: by name, else by the side. */
  nameOf(side: Side): string {
    const seat = this.found?.seats[side];
    return seat?.name || seat?.former || SIDES[side];
  }

  /** The side that the computer plays for this browser's player. */
  get left(): Side | null {
    if (this.you || !this.found?.may.includes("return")) return null;
    return (["axis", "soviet"] as const).find((side) => this.found?.seats[side].left_at) ?? null;
  }

  /** The side of this browser, where it has one alone. */
  get you(): Side | null {
    return (["axis", "soviet"] as const).find((side) => this.found?.seats[side].you) ?? null;
  }
}

/** Whether the other player of a game in the list has said something since this browser last showed the talk. */
export const unreadIn = (row: ListedGame): boolean =>
  row.said > (Number(browser.recall(`talk.${row.id}`)) || 0) && browser.recall(`mute.${row.id}`) !== "on";

export const companyOf = oneFor((game: Game) => new Company(game));

/** The score of a match, the points of one side's player first: "1½ : ½". */
export function scoreIn(pair: PairStanding, first: Side): string {
  const said = (points: number): string => {
    const whole = Math.floor(points);
    return points > whole ? `${whole || ""}½` : String(whole);
  };
  return `${said(pair.points[first])} : ${said(pair.points[other(first)])}`;
}

/** Time on a clock: days and hours, or hours and minutes. */
export function clockFace(seconds: number): string {
  if (seconds < 0) return t("people.time-out");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("people.minutes", { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}:${String(minutes % 60).padStart(2, "0")}`;
  const days = t("people.days", { n: Math.floor(hours / 24) });
  return hours % 24 ? t("people.days-hours", { days, hours: t("people.hours", { n: hours % 24 }) }) : days;
}

/** What may be proposed, in words. */
export const proposalIn = (kind: Kind): string => t(`people.what-${kind}`);

/** A span of time in words, as it is agreed on: "1 day", "12 h", "2 min". */
export function spanIn(seconds: number): string {
  if (seconds >= 86400 && seconds % 86400 === 0) return t("people.days", { n: seconds / 86400 });
  return seconds >= 3600
    ? t("people.hours", { n: Math.round(seconds / 3600) })
    : t("people.minutes", { n: Math.round(seconds / 60) });
}

/** How long something lasts, in words: "3 h". */
export function lasting(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  return seconds >= 60 ? roughly(seconds) : "";
}

/** A span of time in words, as coarse as its length allows: "5 days", "3 h". */
export function roughly(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  if (minutes < 60) return t("people.minutes", { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t("people.hours", { n: hours }) : t("people.days", { n: Math.floor(hours / 24) });
}
