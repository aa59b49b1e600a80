/** What the list before the end of a step has asked in this player turn: what has not changed is not asked twice. */

import type { Game } from "../game/game.svelte";
import { oneFor } from "../shared/one-for";
import { tab } from "../storage/storage";

class Reminded {
  readonly #game: Game;

  constructor(game: Game) {
    this.#game = game;
  }

  get #name(): string {
    return `reminded.${this.#game.id}`;
  }

  get #turn(): string {
    const { view, seat } = this.#game.position;
    return view ? `${view.turn} ${view.phasing} ${seat}` : "";
  }

  /** The keys of what was passed in this player turn; a page that is loaded anew remembers them. */
  get #keys(): string[] {
    const [of, ...keys] = tab.recallList(this.#name).map(String);
    return of === this.#turn ? keys : [];
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  add(keys: readonly string[]): void {
    tab.keepData(this.#name, [this.#turn, ...new Set([...this.#keys, ...keys])]);
  }
}

export const remindedOf = oneFor((game: Game) => new Reminded(game));
