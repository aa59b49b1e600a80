/** Why the steps of the log were taken, asked for the lines that are seen: a line without reasons offers none. */

import type { Game } from "../game/game.svelte";
import { api } from "../shared/api";
import { oneFor } from "../shared/one-for";
import type { Explanation, LogLine } from "../wire/types";

/** Steps that the server explains at a time. */
const MOST = 60;
/** Milliseconds in which lines come into sight that are asked for together. */
const TOGETHER = 60;
/** Milliseconds after which lines are asked for again that the server could not be asked for, and how often. */
const AGAIN = 3000;
const TRIES = 5;

/** A step that was undone may have a namesake: its words tell them apart. */
const keyOf = (line: LogLine): string => `${line.ply} ${line.text}`;

export class Reasons {
  readonly #game: Game;
  #found = $state.raw<ReadonlyMap<string, Explanation | null>>(new Map());
  readonly #wanted = new Map<number, string>();
  #timer = 0;
  #failed = 0;

  constructor(game: Game) {
    this.#game = game;
  }

  /** What there is to say beyond the line; null where there is nothing, or nobody has looked yet. */
  of(line: LogLine): Explanation | null {
    return this.#found.get(keyOf(line)) ?? null;
  }

  /** The line is seen. */
  look(line: LogLine): void {
    if (this.#found.has(keyOf(line))) return;
    this.#wanted.set(line.ply, keyOf(line));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#ask(), TOGETHER);
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted].sort(([a], [b]) => a - b);
    this.#wanted.clear();
    for (let at = 0; at < wanted.length; ) {
      const first = wanted[at]?.[0] ?? 0;
      const part = wanted.slice(at).filter(([ply]) => ply < first + MOST);
      at += part.length;
      const last = part.at(-1)?.[0] ?? first;
      const told = await api.reasons(this.#game.id, first, last).catch(() => null);
      if (!told) return this.#later([...part, ...wanted.slice(at)]);
      this.#failed = 0;
      const said = part.map(([ply, key]) => [key, told.find((one) => one.ply === ply)?.why ?? null] as const);
      this.#found = new Map([...this.#found, ...said]);
    }
  }

  /** These lines offer nothing while the server cannot be asked: it is tried again, and when they are seen again. */
  #later(lines: readonly (readonly [number, string])[]): void {
    if (this.#failed >= TRIES) return;
    this.#failed += 1;
    for (const [ply, key] of lines) this.#wanted.set(ply, key);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#ask(), AGAIN);
  }
}

export const reasonsOf = oneFor((game: Game) => new Reasons(game));
