/** The settings of this browser: how the table looks, what it asks, how quick the computer is shown. */
import { browser } from "../storage/storage";
import { prefs } from "./prefs.svelte";

export const COUNTERS = ["symbols", "silhouettes", "large", "mono"] as const;
export const TEXT_SIZES = [90, 100, 115, 130, 150] as const;
export const HATCHES = ["off", "light", "normal", "strong"] as const;
export const MOTIONS = ["system", "full", "off"] as const;
export const WINDOWS = ["ask", "useful", "own", "never"] as const;
export const MOVES = ["auto", "once", "confirm"] as const;
/** What is asked before a step ends, each to be silenced by itself. */
export const ASKS = [
  "move",
  "upgrade",
  "improve",
  "place",
  "replace",
  "reorganize",
  "detrain",
  "declare",
  "danger",
] as const;
export type Asks = (typeof ASKS)[number];
export const PACES = ["once", "seen", "steady", "slow"] as const;

export interface Choices {
  /** The drawing on the counters. */
  counters: (typeof COUNTERS)[number];
  /** Per cent of the browser's own text size. */
  text: number;
  /** How strongly hexes out of reach are hatched. */
  hatch: (typeof HATCHES)[number];
  motion: (typeof MOTIONS)[number];
  /** A list of what is still open, before a phase ends. */
  confirm: boolean;
  /** What that list leaves out. */
  muted: readonly Asks[];
  /** A click on a hex moves at once, or shows the move first; `auto`: first where one plays by touch. */
  moves: (typeof MOVES)[number];
  /** Card windows: stop at each, only where an event would change something, only in the own turn, or pass them all. */
  windows: (typeof WINDOWS)[number];
  /** How the doings of the others are shown: where they lead, or as they come, with a pause between them or without. */
  pace: (typeof PACES)[number];
  /** The map stays where the player took it, even while the other side's moves are played back. */
  holdsMap: boolean;
  /** A sound when the turn comes to this player. */
  sound: boolean;
  /** Dice, counters and cities are heard. */
  sounds: boolean;
  /** Per cent. */
  volume: number;
}
const USUAL: Choices = {
  counters: "symbols",
  text: 100,
  hatch: "normal",
  motion: "system",
  confirm: true,
  muted: [],
  moves: "auto",
  windows: "ask",
  pace: "seen",
  holdsMap: false,
  sound: false,
  sounds: false,
  volume: 60,
};
const touch = matchMedia("(pointer: coarse)");
const STORED = "settings";
const HATCH: Record<Choices["hatch"], number> = { off: 0, light: 0.55, normal: 1, strong: 1.5 };
const PACE: Record<Choices["pace"], number> = { once: 0, seen: 0, steady: 700, slow: 1800 };
const GAP: Record<Choices["pace"], number> = { once: 0, seen: 60, steady: 350, slow: 900 };

function stored(): Partial<Choices> {
  const data = browser.recallData(STORED);
  const kept: Partial<Choices> = typeof data === "object" && data !== null ? data : {};
  // A pace that is not among them any more.
  return kept.pace && !PACES.includes(kept.pace) ? { ...kept, pace: USUAL.pace } : kept;
}

class Settings {
  all = $state<Choices>({ ...USUAL, ...stored() });

  constructor() {
    this.apply();
  }

  set<K extends keyof Choices>(key: K, value: Choices[K]): void {
    this.all[key] = value;
    this.#keep();
  }

  mute(kinds: readonly Asks[]): void {
    if (kinds.length) this.set("muted", [...new Set([...this.all.muted, ...kinds])]);
  }

  unmute(kind: Asks): void {
    this.set(
      "muted",
      this.all.muted.filter((other) => other !== kind),
    );
  }

  /** Whether this is asked before a step ends. */
  asks(kind: Asks): boolean {
    return this.all.confirm && !this.all.muted.includes(kind);
  }

  /** What is left out of the list, in the order of the turn. */
  get silenced(): Asks[] {
    return ASKS.filter((kind) => this.all.muted.includes(kind));
  }

  reset(): void {
    this.all = { ...USUAL };
    this.#keep();
  }

  /** Whether a move is shown before it is made. */
  get confirmsMoves(): boolean {
    return this.all.moves === "confirm" || (this.all.moves === "auto" && touch.matches);
  }

  /** Milliseconds between two looks at what the computer does. */
  get pause(): number {
    return PACE[this.all.pace];
  }

  /** How the counters of the others march: milliseconds between two of them; null: not at all. */
  get march(): { gap: number } | null {
    return this.all.pace === "once" ? null : { gap: GAP[this.all.pace] };
  }

  /** How loud sounds are, from 0 to 1. */
  get volume(): number {
    return Math.min(1, Math.max(0, this.all.volume / 100));
  }

  apply(): void {
    const root = document.documentElement;
    root.style.fontSize = this.all.text === 100 ? "" : `${this.all.text}%`;
    root.style.setProperty("--hatch", String(HATCH[this.all.hatch] ?? 1));
    prefs.motion = this.all.motion;
    root.dataset.motion = this.all.motion;
    root.dataset.counters = this.all.counters;
    prefs.apply();
    prefs.measure();
  }

  #keep(): void {
    this.apply();
    browser.keepData(STORED, this.all);
  }
}

export const settings = new Settings();
