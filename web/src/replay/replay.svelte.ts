/** Looking back: which ply is shown, as which viewer, and moving through the game by hand or automatically. */

import type { Game } from "../game/game.svelte";
import { eyesIn, stepIn } from "../shared/address";
import { api, Problem } from "../shared/api";
import { push } from "../shared/back";
import { at } from "../shared/base";
import { copy } from "../shared/copy";
import { oneFor } from "../shared/one-for";
import { prefs } from "../shared/prefs.svelte";
import { route } from "../shared/route.svelte";
import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import { tab } from "../storage/storage";
import type { Deed, Eyes, GoOn, History, LogLine, Shown, Side, Tick } from "../wire/types";
import { Bookmarks } from "./bookmarks.svelte";
import { t } from "./texts";

/** Positions kept in the browser: going over the same stretch again needs no request. */
const KEPT = 240;
/** How many earlier steps of the phase leave their arrows on the map. */
const TRAIL = 6;
/** Milliseconds to a step, at the slowest. */
const BEAT = 900;
/** The part of a step's time in which something moves, while the game is played back. */
const MOVING = 0.8;
export const SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export type Unit = "step" | "phase" | "turn";

/** A turning point that the coach has sent the reader to, with the plans for that turn, if they are to be seen. */
export interface Visit {
  /** The step before the turn, or before its first move. */
  ply: number;
  turn: number;
  side: Side;
  played: readonly Deed[];
  /** What the computer would have done; null where it knew nothing better. */
  computer: readonly Deed[] | null;
}

export class Replay {
  readonly #game: Game;
  readonly bookmarks: Bookmarks;
  history = $state.raw<History | null>(null);
  playing = $state(false);
  speed = $state(2);
  graphs = $state(false);
  /** Where the coach has sent the reader. */
  visit = $state.raw<Visit | null>(null);
  /** Which of the plans of a turning point are drawn. */
  drawn = $state({ played: true, computer: true });
  /** It is asked who plays the new game that goes on from here. */
  branching = $state(false);
  /** Playing stops here and goes back to the game: what one missed has been shown. */
  until = $state<number | null>(null);
  #eyes: Eyes | null = null;
  #want: number | null = null;
  #asking = false;
  #timer = 0;
  /** The step that playing goes on to. */
  #onto = 0;
  #address = 0;
  #cache = new Map<string, Shown>();

  constructor(game: Game) {
    this.#game = game;
    this.bookmarks = new Bookmarks(game.id);
  }

  /** The step on the table; null: the game as it is now. */
  get shown(): Shown | null {
    return this.#game.position.past;
  }

  get on(): boolean {
    return this.shown !== null;
  }
  get ply(): number {
    return this.#want ?? this.shown?.ply ?? 0;
  }
  get first(): number {
    return this.shown?.first ?? 0;
  }
  get last(): number {
    return Math.max(this.shown?.last ?? 0, this.#game.position.pkg?.ply ?? 0);
  }
  /** The log up to what is on the table. */
  lines = $derived.by<LogLine[]>(() => {
    const shown = this.shown;
    if (!shown) return this.#game.chronicle.log;
    const all = this.history?.events.length ? this.history.events : this.#game.chronicle.log;
    return all.filter((line) => line.ply <= shown.ply);
  });
  /** What just happened: the arrows on the map. */
  trail = $derived.by<LogLine[]>(() => {
    const shown = this.shown;
    if (!shown) return this.#game.chronicle.news;
    const since = this.tick("phase")?.ply ?? 0;
    return this.lines.filter((line) => line.ply >= since && line.ply > shown.ply - TRAIL);
  });

  /** The newest mark of a kind at or before the step that is shown. */
  tick(kind: Tick["kind"]): Tick | undefined {
    const ply = this.shown?.ply ?? 0;
    return this.history?.ticks.findLast((one) => one.kind === kind && one.ply <= ply);
  }

  // --- opening and leaving ------------------------------------------------------------------------
  /** What the address asks for: `?s=412&as=axis`. */
  async fromAddress(): Promise<void> {
    const step = stepIn(location.search);
    // At one table the cover comes first, and the address opens nobody's hand.
    if (step === null || this.#game.position.handOver) this.#close();
    else {
      this.#eyes = this.#here ? null : eyesIn(location.search);
      this.#game.screen.tab = "log";
      await this.go(step);
    }
  }

  async open(ply = this.#game.position.pkg?.ply ?? 0): Promise<void> {
    if (!this.on) push(at(this.address(ply)));
    this.#game.selection.select(null);
    this.#game.screen.tab = "log";
    await this.go(ply);
  }

  /** Goes where the coach points to, and draws the plans of that turn, if there are any. */
  async see(visit: Visit): Promise<void> {
    this.visit = visit;
    this.drawn = { played: true, computer: true };
    await this.open(visit.ply);
    const first = visit.computer?.[0]?.frm ?? visit.played[0]?.frm;
    if (first && this.plans) this.#game.screen.look(first);
  }

  /** The plans that are drawn: those of the turn that begins with the step that is shown. */
  get plans(): Visit | null {
    const { visit } = this;
    return visit && visit.ply === this.shown?.ply && (visit.played.length > 0 || visit.computer) ? visit : null;
  }

  /** Back to the coach's sheet, from where it has sent the reader. */
  backToCoach(): void {
    this.leave();
    this.#game.screen.coaching = true;
  }

  /** Plays a stretch automatically, then returns to the game. */
  async watch(from: number, play: boolean): Promise<void> {
    const to = this.#game.position.pkg?.ply ?? 0;
    await this.open(Math.max(0, from));
    this.until = to;
    if (play) this.play();
  }

  leave(): void {
    if (!this.on) return;
    this.#close();
    push(at(`/g/${this.#game.id}`));
  }

  #close(): void {
    this.pause();
    this.#game.marches.skip();
    this.#game.position.past = null;
    this.history = null;
    this.graphs = false;
    this.branching = false;
    this.visit = null;
    this.until = null;
    this.#want = null;
    this.#eyes = null;
    clearTimeout(this.#address);
  }

  stop(): void {
    this.pause();
    clearTimeout(this.#address);
  }

  address(ply: number): string {
    return `/g/${this.#game.id}?s=${ply}${this.#eyes ? `&as=${this.#eyes}` : ""}`;
  }

  /** Of two people at one table, the one who looks. */
  get #here(): Side | null {
    const { hands } = this.#game.talk;
    return hands === "all" || hands === "none" ? null : hands;
  }

  async look(eyes: Eyes): Promise<void> {
    this.#eyes = eyes === (this.#here ?? this.shown?.choices[0]) ? null : eyes;
    this.history = null;
    await this.go(this.ply);
  }

  // --- moving -------------------------------------------------------------------------------------
  /** Shows a step. While one is fetched only the newest wish counts. */
  async go(ply: number): Promise<void> {
    this.#want = Math.max(this.first, Math.min(ply, this.last));
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#want !== null) {
        const wanted: number = this.#want;
        const shown = await this.#fetch(wanted);
        if (this.#want === null) break; // looking back has ended meanwhile
        this.#show(shown);
        if (this.#want === wanted) this.#want = null;
      }
    } catch (error) {
      this.#want = null;
      this.pause();
      if (error instanceof Problem) {
        toasts.say(error.message);
        if (error.code === "not_yours" && this.#eyes) {
          this.#eyes = null;
          setTimeout(() => void this.go(ply));
        }
      } else toasts.say(error instanceof Error ? error.message : String(error));
    } finally {
      this.#asking = false;
    }
    // Apart from the steps: a wish that comes while the marks are fetched must not be lost.
    await this.#learn();
  }

  /** The marks of phases and turns, once for each pair of eyes. */
  async #learn(): Promise<void> {
    if (this.history || !this.on) return;
    const eyes = this.#eyes ?? this.#here;
    try {
      const found = await api.history(this.#game.id, eyes);
      if (eyes === (this.#eyes ?? this.#here) && this.on) this.history = found;
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : String(error));
    }
  }

  async #fetch(ply: number): Promise<Shown> {
    const eyes = this.#eyes ?? this.#here;
    const key = `${ply} ${eyes ?? ""} ${this.#game.position.view?.outcome ? "over" : ""}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const shown = await api.replay(this.#game.id, ply, eyes);
    // The newest action may still be undone; an earlier one only with those after it.
    if (shown.ply < shown.last) this.#cache.set(key, shown);
    if (this.#cache.size > KEPT) this.#cache.delete(this.#cache.keys().next().value ?? "");
    return shown;
  }

  #show(shown: Shown): void {
    const before = this.shown;
    this.#game.position.past = shown;
    const plays = this.playing && this.#onto === shown.ply;
    const most = plays ? (BEAT / this.speed) * MOVING : Infinity;
    this.#game.marches.look(before, shown, plays, most, this.lines);
    clearTimeout(this.#address);
    this.#address = window.setTimeout(() => {
      if (this.on) history.replaceState(history.state, "", at(this.address(shown.ply)));
    }, 120);
    const hex = shown.events.findLast((line) => line.hexes.length)?.hexes.at(-1);
    if (hex && this.playing && !settings.all.holdsMap) this.#game.screen.centreOn = { hex, key: Date.now() };
  }

  /** The ply one action, phase or turn before or after the one shown. */
  beside(unit: Unit, by: 1 | -1): number {
    const ply = this.ply;
    if (unit === "step") return ply + by;
    const marks = (this.history?.ticks ?? []).filter((one) => one.kind === unit).map((one) => one.ply);
    if (by > 0) return marks.find((one) => one > ply) ?? this.last;
    return marks.findLast((one) => one < ply) ?? this.first;
  }

  /** A step, phase or turn on or back; who is quicker than the marks waits for them. */
  async move(unit: Unit, by: 1 | -1): Promise<void> {
    this.pause();
    if (unit !== "step") await this.#learn();
    await this.go(this.beside(unit, by));
  }

  // --- playing automatically --------------------------------------------------------------------------
  play(): void {
    if (this.ply >= this.last) void this.go(this.first);
    this.playing = true;
    this.#timer = window.setTimeout(() => void this.#onward(), BEAT / this.speed);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #onward(): Promise<void> {
    // Actions with nothing to see (a window that was passed) cause no pause.
    const told = this.#told;
    const ply = this.ply;
    const end = this.until ?? this.last;
    this.#onto = Math.min(end, told.find((one) => one > ply) ?? end);
    await this.go(this.#onto);
    if (!this.playing) return;
    if (this.ply < end) this.#timer = window.setTimeout(() => void this.#onward(), BEAT / this.speed);
    else if (this.until !== null) this.leave();
    else this.pause();
  }

  get #told(): number[] {
    const all = this.history?.events.length ? this.history.events : this.#game.chronicle.log;
    return [...new Set(all.map((line) => line.ply))];
  }

  /** Seconds that a stretch takes to watch. */
  seconds(lines: readonly LogLine[]): number {
    return Math.max(1, Math.round((new Set(lines.map((line) => line.ply)).size * BEAT) / 1000 / this.speed));
  }

  // --- taking it elsewhere ------------------------------------------------------------------------
  async link(): Promise<void> {
    const address = location.origin + at(this.address(this.on ? this.ply : (this.#game.position.pkg?.ply ?? 0)));
    await copy(address, t("replay.link-copied"));
  }

  /** Plays on from here, beside the real game. */
  async sandbox(): Promise<void> {
    const ply = this.on ? this.ply : (this.#game.position.pkg?.ply ?? 0);
    // The address in the window follows the steps with a delay, and would lead back to an earlier one.
    await this.tryFrom(ply, this.on ? this.address(ply) : route.path);
  }

  /** Plays on from a step in a sandbox, from which the way back leads to `from`. */
  async tryFrom(ply: number, from: string): Promise<void> {
    const eyes = this.#eyes ?? this.#here;
    try {
      const made = await api.sandbox({
        game: this.#game.id,
        ply,
        ...(eyes ? { eyes } : {}),
      });
      prefs.skipHandOver(made.id);
      tab.keep(`from.${made.id}`, from);
      route.go(`/g/${made.id}`);
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** Begins a new game that goes on from a step, with the hands as they were. */
  async goOn(ply: number, who: Omit<GoOn, "ply">): Promise<void> {
    try {
      const made = await api.goOn(this.#game.id, { ply, ...who });
      route.go(`/g/${made.id}`);
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** Opens the editor with the position that is shown. */
  edit(): void {
    const ply = this.on ? this.ply : (this.#game.position.pkg?.ply ?? 0);
    route.go(`/edit?game=${this.#game.id}&s=${ply}${this.#eyes ? `&as=${this.#eyes}` : ""}`);
  }
}

export const replayOf = oneFor((game: Game) => new Replay(game));

/** From a sandbox back to where it was begun. */
export function leaveSandbox(game: Game): void {
  const from = game.position.pkg?.game.sandbox;
  if (!from) return;
  const known = tab.recall(`from.${game.id}`);
  route.go(known ?? (from.game ? `/g/${from.game}` : "/edit"));
}
