/** What is open on the screen: the tab, the sheets and lists, what lights up on the map and where the map looks. */

import { distance, type Far } from "../shared/far";
import { prefs } from "../shared/prefs.svelte";
import type { Action, InfoCard, MapId, Package, PlaceId, Side } from "../wire/types";
import type { Position } from "./position.svelte";
import { TO_PLACE } from "./verbs";

/** What can be read beside the game. */
export type Book = "victory" | "tables" | "rules";
export type Tab = "phase" | "log" | "battle" | "boxes" | "calendar" | "talk";

/** Questions whose form is in the panel of the phase. */
const PHASE_TAB = new Set(["move", "declare", "next_battle", "compose"]);
/** Milliseconds that hexes light up; what is lit for longer than `STAYS` goes with the position it was lit in. */
const FLASH = 1400;
const STAYS = 9000;

/** The parts of the table that come after its frame: map and question, half the counters, the others, what is clicked, hand, panel. */
export const LAID = 6;

export class Screen {
  #tab = $state<Tab>("log");
  /** The tab with something new for the question: it gets a dot, and is not turned to. */
  fresh = $state<Tab | null>(null);
  /** Pixels to a unit of the map, as it is drawn once it lies still. */
  scale = $state(1);
  /** How far away the map is seen: counters have a face for each distance. */
  readonly far = $derived<Far>(distance(this.scale));
  /** The phone's sheet. */
  sheet = $state<"" | "hand" | Tab>("");
  /** How much has come: all of it, but where a table begins with its frame and lays the rest part by part. */
  laid = $state(LAID);
  readonly ready = $derived(this.laid >= LAID);
  help = $state(false);
  /** The counters are off the map, so that what lies below them can be seen. */
  bare = $state(false);
  menu = $state(false);
  listing = $state(false);
  /** The hex whose choices the list opens with, when several end there. */
  listAt = $state<MapId | null>(null);
  reporting = $state(false);
  adjusting = $state(false);
  /** The map as a picture. */
  picturing = $state(false);
  /** How the game ended. */
  ending = $state(false);
  /** The coach's review of the game. */
  coaching = $state(false);
  /** What is answered in the other side's turn. */
  standing = $state(false);
  /** Where the dice come from. */
  dice = $state(false);
  /** The way on before which the list of what is still open is shown, and who hears whether it is taken. */
  checking = $state.raw<{ way: Action; words: string; hear: (goes: boolean) => void } | null>(null);
  /** The list of what threatens. */
  warned = $state(false);
  book = $state<Book | null>(null);
  /** The rule that the rulebook opens at, such as 10.6.3; empty: at its beginning. */
  rule = $state("");
  info = $state.raw<InfoCard | null>(null);
  /** What the information card is about: its kind (unit, hex, card, box ...) and its name. */
  about = $state.raw<[what: string, id: string]>(["", ""]);
  /** The side whose half of a card is meant; null: the player's own. */
  whose = $state.raw<Side | null>(null);
  flash = $state.raw<readonly PlaceId[]>([]);
  centreOn = $state.raw<{ hex: PlaceId; key: number } | null>(null);
  #flashTimer = 0;
  #flashStays = false;

  /** The choices as lists; those of one hex when one is named. */
  list(hex: MapId | null = null): void {
    this.listAt = hex;
    this.listing = true;
  }

  /** Opens a book, or closes it when it is the one that is open. */
  turnTo(book: Book): void {
    this.book = this.book === book ? null : book;
    this.rule = "";
  }

  openRule(rule: string): void {
    this.rule = rule;
    this.book = "rules";
  }

  /** Closes what may tell of a hand. */
  clear(): void {
    this.info = null;
    this.sheet = "";
    this.listing = false;
    this.standing = false;
    this.checked(false);
    this.warned = false;
    this.reporting = false;
  }

  /** Shows the list of what is still open; whether the way on is to be taken all the same. `words`: what its button says. */
  check(way: Action, words = ""): Promise<boolean> {
    this.checked(false);
    return new Promise((hear) => {
      this.checking = { way, words, hear };
    });
  }

  /** Closes that list with its answer. */
  checked(goes: boolean): void {
    const asked = this.checking;
    this.checking = null;
    asked?.hear(goes);
  }

  /** Where the question has to be answered, if nothing of what it is about is in view. */
  away = $state<MapId | null>(null);

  /** Shows a hex on the map; on a phone the sheet over the map gives way to it. */
  look(hex: PlaceId): void {
    if (prefs.phone) this.sheet = "";
    this.centreOn = { hex, key: Date.now() };
    this.flashAt([hex]);
  }

  flashAt(hexes: readonly PlaceId[], keep = FLASH): void {
    clearTimeout(this.#flashTimer);
    this.flash = [...new Set(hexes)];
    this.#flashStays = keep > STAYS;
    this.#flashTimer = window.setTimeout(() => {
      this.flash = [];
    }, keep);
  }

  /** The line under the pointer that lit hexes may be gone without the pointer having left it. */
  endFlash(): void {
    if (this.#flashStays) this.flashAt([], 0);
  }

  get tab(): Tab {
    return this.#tab;
  }

  /** Turns to a tab, as the player wishes: what was new there has been seen. */
  set tab(tab: Tab) {
    this.#tab = tab;
    this.see(tab);
  }

  /** Whether a tab is in sight: in the panel, or on a phone as the sheet. */
  shows(tab: Tab, phone: boolean): boolean {
    return phone ? this.sheet === tab : this.#tab === tab;
  }

  /** Brings a tab in sight, as a button that leads there does. */
  open(tab: Tab, phone: boolean): void {
    if (phone) {
      this.sheet = tab;
      this.see(tab);
    } else this.tab = tab;
  }

  /** What was new in a tab has been seen. */
  see(tab: Tab): void {
    if (this.fresh === tab) this.fresh = null;
  }

  /** Marks the tab that a new package is about; only a game that is opened is opened there. */
  follow(position: Position, before: Package | null, next: Package): void {
    const { code } = next.view.prompt;
    const asked = before?.view.prompt.code;
    const about = this.#about(position, next);
    const begins = next.view.battle !== null && before?.view.battle === null;
    if (!before) this.tab = about ?? "log";
    else if (code !== asked || begins) this.fresh = about === this.#tab ? null : about;
    const same = before && next.ply === before.ply && code === asked;
    if (!prefs.phone || same || this.offerCards(position)) return;
    if (before) this.sheet = "";
  }

  /** The tab with the form of a question or the odds of its battle; null where the question has none. */
  #about(position: Position, next: Package): Tab | null {
    const { actions } = position;
    const { battle, phase } = next.view;
    const { code } = next.view.prompt;
    const boxes = actions.some((a) => TO_PLACE.has(a.type) && position.units.get(a.unit ?? "")?.at.startsWith("box:"));
    if (boxes || PHASE_TAB.has(code) || (phase === "organization" && actions.length > 0)) return "phase";
    if (code === "declare") return "phase";
    return battle ? "battle" : null;
  }

  /** Opens the phone's sheet of the hand where nothing but cards can be chosen; whether that is so. */
  offerCards(position: Position): boolean {
    const { actions } = position;
    const due = actions.length > 0 && actions.every((a) => a.card !== undefined);
    if (due && prefs.phone) this.sheet = "hand";
    return due;
  }
}
