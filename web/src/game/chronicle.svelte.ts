/** What has happened in the game: the log, and what is new since this seat last decided. */

import { api } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { settings } from "../shared/settings.svelte";
import { browser } from "../storage/storage";
import type { Happening, LogLine, MapId, Package, Side } from "../wire/types";
import { type Fight, Referee } from "./fights";
import type { Position } from "./position.svelte";
import { aftermath, blowsOf, tidings, weighs } from "./tidings";
import { Tracker } from "./tracker";

/** Milliseconds that a die tumbles. */
const TUMBLE = 600;
/** What is worth telling of a result that somebody had to carry out. */
const GRAVE = new Set<Happening>(["ControlChanged", "UnitEliminated", "UnitShattered"]);

export interface Throw {
  value: number;
  result: string;
  /** The line of the log that tells it. */
  line: LogLine;
  /** What came of it, the weightiest first; nothing while the result waits to be carried out. */
  after: LogLine[];
  /** The battle that it was thrown for, as it stood then. */
  fight: Fight | null;
  rolling: boolean;
  key: number;
}

export class Chronicle {
  log = $state.raw<LogLine[]>([]);
  /** Lines that happened since this seat last decided, for the digest and the trails. */
  news = $state.raw<LogLine[]>([]);
  digest = $state(false);
  dice = $state.raw<Throw | null>(null);
  /** The own turn that has just ended, whose it is now, and its lines; null until one ends before these eyes. */
  ended = $state.raw<{ turn: number; next: Side; lines: readonly LogLine[] } | null>(null);
  /** Hexes on which the enemy has just bought Counterblows in the own turn, not told yet. */
  blows = $state.raw<readonly MapId[]>([]);
  #blowing: LogLine[] = [];
  /** The step after which the news begin: where one left. */
  left = 0;
  readonly #id: string;
  readonly #position: Position;
  #diceKey = 0;
  /** The lines since the newest die. */
  #thrown: LogLine[] = [];
  #fight: Fight | null = null;
  /** The step up to which a digest has told what happened. */
  #told = 0;
  /** The step up to which the server knows that the player has seen the game. */
  #reported = 0;
  #ready = false;
  #away = false;

  constructor(id: string, position: Position) {
    this.#id = id;
    this.#position = position;
  }

  /** Lets the die of a package tumble before the table shows what it did; resolved when it shows its face. */
  async roll(next: Package, since: number): Promise<void> {
    const fresh = next.events.filter((line) => line.ply > since);
    if (since === 0 || prefs.still || document.visibilityState !== "visible") return;
    if (!fresh.some((line) => line.type === "DieRolled")) return;
    // Several battles are seen one after another, each with its die.
    if (settings.march && fresh.filter((line) => line.type === "ResultFound").length > 1) return;
    this.#lay(fresh, this.#position.pkg, true);
    await new Promise((resolve) => setTimeout(resolve, TUMBLE));
  }

  /** Takes over a new package, whose lines are those after the step `since`. Returns whether the log has to be asked for anew. */
  follow(before: Package | null, next: Package, since: number): boolean {
    if (since === 0 || before === null) {
      this.log = next.events;
      // The package whose die still tumbles has been overtaken: nothing would bring the die to rest.
      if (this.dice?.rolling) this.dice = null;
      return false;
    }
    const fresh = next.events.filter((line) => line.ply > since);
    // Other eyes at the table: the log is theirs alone.
    if (next.seat !== before.seat) {
      this.#read(fresh, before, next);
      this.log = [];
      return true;
    }
    const kept = Math.min(since, next.ply);
    const rewound = kept < before.ply;
    if (rewound) {
      this.news = this.news.filter((line) => line.ply <= kept);
      this.#thrown = [];
    }
    this.log = [...this.log.filter((line) => line.ply <= kept), ...fresh];
    if (fresh.length > 0) this.#read(fresh, before, next);
    return rewound;
  }

  /** The reader turns to something else: what happens from now on is told at the return. */
  leave(): void {
    this.#away = true;
  }

  /** What happened since the player last looked at the game, here or on another device: the step that was shown then is remembered. */
  recall(): void {
    this.#ready = true;
    this.#away = false;
    const now = this.#position.pkg;
    if (!now?.seat) return;
    const seen = Math.max(seenStep(this.#id), now.looked);
    const fresh = this.log.filter((line) => line.ply > seen);
    const theirs = fresh.some((line) => line.side !== null && line.side !== now.seat);
    if (seen && seen < now.ply && now.owned.length < 2 && theirs) {
      this.news = fresh;
      this.left = seen;
      this.digest = this.#worthTelling(now) && (now.actions.length > 0 || now.view.outcome !== null);
    }
    this.remember();
  }

  /** Closes the digest: what it told has been seen. */
  dismiss(): void {
    this.digest = false;
    this.#told = this.#position.pkg?.ply ?? 0;
    this.remember();
  }

  /** Notes how far this browser has seen the game, unless the digest of what it missed still waits to be read. */
  remember(): void {
    const now = this.#position.pkg;
    if (!this.#ready || this.#away || this.digest || !now?.seat || document.visibilityState !== "visible") return;
    browser.keep(`seen.${this.#id}`, String(now.ply));
    this.#report(now);
  }

  /** Tells the server how far the player has seen a game of two; what one has done oneself it knows. */
  #report(now: Package): void {
    const known = Math.max(this.#reported, now.looked);
    const theirs = this.log.some((line) => line.ply > known && line.side !== null && line.side !== now.seat);
    if (!now.orders || now.ply <= known || !theirs) return;
    this.#reported = now.ply;
    api.looked(this.#id, now.ply).catch(() => {
      this.#reported = known;
    });
  }

  /** Dice and the other side's doings in the lines that just came in. */
  #read(fresh: LogLine[], before: Package, next: Package): void {
    if (fresh.some((line) => line.type === "DieRolled")) this.#lay(fresh, before, false);
    else this.#tellAfter(fresh);
    this.#readBlows(fresh, next);
    const seat = next.seat ?? next.covered ?? before.seat;
    if (seat && next.owned.length === 1 && before.view.phasing === seat && next.view.phasing !== seat)
      this.ended = { turn: before.view.turn, next: next.view.phasing, lines: this.#turn(seat) };
    const begins = fresh.findIndex((line) => opens(line) && line.event.side !== seat);
    // The trails of the other side's turn lie on the map until one moves oneself, or their next turn begins.
    if (fresh.some((l) => l.type === "UnitMoved" && l.side === seat)) this.#forget();
    if (begins >= 0 && this.news.every((l) => !opens(l) || l.event.side === seat)) {
      this.news = fresh.slice(begins);
      this.left = (fresh[begins]?.ply ?? 1) - 1;
    } else if (this.news.length > 0 || fresh.some((l) => l.side !== null && l.side !== seat)) {
      if (this.news.length === 0) this.left = before.ply;
      this.news = [...this.news, ...fresh];
    }
    const over = this.news.some((l) => l.ply > this.#told && opens(l) && l.event.side !== seat);
    const mine = next.view.outcome !== null || (next.actions.length > 0 && next.view.phasing === seat);
    if (over && mine && next.owned.length < 2 && this.#worthTelling(next)) this.digest = true;
  }

  /** Counterblows are told together when the own turn goes on: what was paid for one may still have been canceled. */
  #readBlows(fresh: readonly LogLine[], next: Package): void {
    const { seat, view, actions } = next;
    if (seat === null || view.phasing !== seat || next.owned.length > 1) {
      this.#blowing = [];
      return;
    }
    this.#blowing = [...this.#blowing, ...fresh];
    if (actions.length === 0 || view.prompt.code === "window") return;
    this.blows = blowsOf(this.#blowing, seat);
    this.#blowing = [];
  }

  /** The lines of the newest player turn of a side. */
  #turn(side: Side): LogLine[] {
    const last = this.log.findLastIndex((line) => opens(line) && line.event.side === side);
    if (last < 0) return [];
    const before = this.log.slice(0, last).findLastIndex((line) => opens(line) && line.event.side !== side);
    const end = this.log.findIndex((line, i) => i > last && opens(line));
    return this.log.slice(before + 1, end < 0 ? undefined : end);
  }

  #forget(): void {
    this.news = [];
    this.digest = false;
  }

  #worthTelling(now: Package): boolean {
    return now.seat !== null && weighs(tidings(this.news, now.seat, this.#position.unitFacts));
  }

  /** Lays the newest die of these lines on the table; one that has tumbled comes to rest there. */
  #lay(fresh: LogLine[], before: Package | null, rolling: boolean): void {
    const at = fresh.findLastIndex((line) => line.type === "DieRolled");
    const die = fresh[at];
    if (!die) return;
    this.#thrown = fresh.slice(at);
    const result = this.#thrown.findLast((line) => line.type === "ResultFound");
    const tumbled = this.dice?.rolling === true;
    if (!tumbled) this.#diceKey += 1;
    this.#fight = before && this.#foughtIn(before, fresh, die);
    this.dice = {
      value: Number(die.event.value ?? 0),
      result: String(result?.event.result ?? ""),
      line: result ?? die,
      after: aftermath(this.#thrown),
      fight: this.#fight,
      rolling,
      key: this.#diceKey,
    };
  }

  /** The battle that a die among these lines was thrown for. */
  #foughtIn(before: Package, fresh: readonly LogLine[], die: LogLine): Fight | null {
    const earlier = this.log.filter((line) => line.ply <= before.ply);
    const referee = new Referee(before.view, earlier, this.#position.board?.tables);
    const tracker = new Tracker(before.view);
    let fight: Fight | null = null;
    for (const line of fresh) {
      const now = referee.read(line, tracker);
      if (line === die) fight = now;
      tracker.step(line);
    }
    return fight;
  }

  /** Tells what came of the newest die once somebody has carried its result out. */
  #tellAfter(fresh: LogLine[]): void {
    if (this.#thrown.length === 0) return;
    const known = aftermath(this.#thrown);
    this.#thrown = [...this.#thrown, ...fresh];
    const after = aftermath(this.#thrown);
    const die = this.#thrown[0];
    const result = this.#thrown.findLast((line) => line.type === "ResultFound");
    if (!die || !result || after.every((line) => known.includes(line)) || !fresh.some((line) => GRAVE.has(line.type)))
      return;
    this.#diceKey += 1;
    this.dice = {
      value: Number(die.event.value ?? 0),
      result: String(result.event.result ?? ""),
      line: result,
      after,
      fight: this.#fight,
      rolling: false,
      key: this.#diceKey,
    };
  }
}

const opens = (line: LogLine): boolean => line.type === "PhaseBegan";

const seenStep = (game: string): number => Number(browser.recall(`seen.${game}`) ?? 0);
