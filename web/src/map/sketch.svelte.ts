/** Arrows and rings that a player draws on the map, for their own eyes only: kept in this tab until the turn changes. */

import { untrack } from "svelte";
import type { Game } from "../game/game.svelte";
import { announcer } from "../shared/announce.svelte";
import { oneFor } from "../shared/one-for";
import { prefs } from "../shared/prefs.svelte";
import { browser, tab } from "../storage/storage";
import type { MapId } from "../wire/types";
import { t } from "./texts";

export const INKS = ["green", "red", "blue"] as const;
export type Ink = (typeof INKS)[number];

/** An arrow from one place to another; a ring where both are the same. */
export interface Stroke {
  from: MapId;
  to: MapId;
  ink: Ink;
}

/** The drawings of one turn, by page. Two players at one device have a page each, and so has every turn looked back at. */
interface Kept {
  turn: number;
  pages: Record<string, Stroke[]>;
}

const PRACTICED = "sketch-practiced";

/** The ink that the keys held down with the right button choose, as on the boards of chess sites. */
export function inkOf(e: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): Ink {
  if (e.shiftKey || e.ctrlKey) return "red";
  return e.altKey || e.metaKey ? "blue" : "green";
}

/** The strokes with one more: the same one again takes it away, in another ink it changes color. */
export function drawn(strokes: readonly Stroke[], next: Stroke): Stroke[] {
  const same = (one: Stroke): boolean => one.from === next.from && one.to === next.to;
  const before = strokes.find(same);
  const others = strokes.filter((one) => !same(one));
  return before?.ink === next.ink ? others : [...others, next];
}

/** The strokes among what was stored, which anything may have written. */
function strokesIn(data: unknown): Stroke[] {
  if (!Array.isArray(data)) return [];
  return data.filter(
    (one: Partial<Stroke> | null) =>
      typeof one?.from === "string" && typeof one.to === "string" && INKS.some((ink) => ink === one.ink),
  );
}

export class Sketch {
  /** Whether clicks, taps and Enter on the map draw. */
  on = $state(false);
  ink = $state<Ink>("green");
  /** Where the next arrow begins: the first of two taps. */
  from = $state<MapId | null>(null);
  /** What the pointer is drawing. */
  draft = $state.raw<Stroke | null>(null);
  /** Whether this reader has drawn before: how it is done need not be said again. */
  practiced = $state(browser.recall(PRACTICED) !== null);
  #kept = $state.raw<Kept>({ turn: 0, pages: {} });
  readonly #game: Game;

  constructor(game: Game) {
    this.#game = game;
    const kept = tab.recallData(this.#name) as Partial<Kept> | null;
    if (typeof kept?.turn !== "number" || typeof kept.pages !== "object" || kept.pages === null) return;
    const pages = Object.entries(kept.pages).map(([page, list]) => [page, strokesIn(list)] as const);
    this.#kept = { turn: kept.turn, pages: Object.fromEntries(pages) };
  }

  /** What is drawn on the turn that is shown. */
  get strokes(): readonly Stroke[] {
    return this.#kept.pages[this.#page] ?? [];
  }

  /** Forgets what was drawn in another turn of the game. */
  follow(turn: number): void {
    if (untrack(() => this.#kept.turn) !== turn) this.#keep({ turn, pages: {} });
  }

  toggle(): void {
    this.on = !this.on;
    this.from = null;
    if (this.on) announcer.say(t(this.practiced ? "map.sketch" : "map.sketch-how"));
  }

  /** A stroke begins under the pointer. */
  begin(from: MapId, ink: Ink): void {
    this.draft = { from, to: from, ink };
  }
  aim(to: MapId | null): void {
    if (this.draft) this.draft = { ...this.draft, to: to ?? this.draft.from };
  }
  /** It ends here; off the map it is given up. */
  end(to: MapId | null): void {
    const { draft } = this;
    this.draft = null;
    this.from = null;
    if (draft && to) this.draw({ ...draft, to });
  }
  drop(): void {
    this.draft = null;
  }

  /** A tap, or Enter: the first is where an arrow begins, the second where it ends; both in one place make a ring. */
  tap(place: MapId): void {
    const { from } = this;
    this.from = from === null ? place : null;
    if (from !== null) this.draw({ from, to: place, ink: this.ink });
    else announcer.say(t("map.sketch-from", { place: this.#game.position.placeName(place) }));
  }

  draw(stroke: Stroke): void {
    const before = this.strokes;
    const next = drawn(before, stroke);
    this.#keep({ ...this.#kept, pages: { ...this.#kept.pages, [this.#page]: next } });
    if (!this.practiced) browser.keep(PRACTICED, "on");
    this.practiced = true;
    const name = (place: MapId): string => this.#game.position.placeName(place);
    if (next.length < before.length) announcer.say(t("map.sketch-gone"));
    else if (stroke.from === stroke.to) announcer.say(t("map.sketch-ring", { place: name(stroke.to) }));
    else announcer.say(t("map.sketch-arrow", { from: name(stroke.from), to: name(stroke.to) }));
  }

  clear(): void {
    this.from = null;
    this.#keep({ ...this.#kept, pages: { ...this.#kept.pages, [this.#page]: [] } });
    announcer.say(t("map.sketch-cleared"));
  }

  /** One level back: the arrow that was begun, then all that is drawn, then the tool itself. */
  back(): void {
    if (this.from !== null) this.from = null;
    else if (this.strokes.length) this.clear();
    else this.on = false;
  }

  get #name(): string {
    return `sketch.${this.#game.id}`;
  }
  get #page(): string {
    const { pkg, view } = this.#game.position;
    const turn = view?.turn ?? 0;
    const apart = (pkg?.owned.length ?? 0) > 1 && !prefs.skipsHandOver(this.#game.id);
    return apart ? `${turn} ${pkg?.seat ?? pkg?.covered ?? ""}` : String(turn);
  }
  #keep(kept: Kept): void {
    this.#kept = kept;
    const empty = Object.values(kept.pages).every((list) => list.length === 0);
    if (empty) tab.forget(this.#name);
    else if (this.#game.id) tab.keepData(this.#name, kept);
  }
}

export const sketchOf = oneFor((game: Game) => new Sketch(game));
