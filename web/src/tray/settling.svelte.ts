/**
 * A button that gives something up does not answer in the moment in which it comes: whoever pressed the way on of the
 * question before, and presses once more, has not read this one.
 */

import { untrack } from "svelte";
import type { Game } from "../game/game.svelte";

/** Milliseconds for which a button that has just come does not answer. */
export const SETTLES = 400;

export class Settling {
  /** The question has just changed under the player's finger. */
  on = $state(false);
  #pressed = false;
  #asked = "";

  /** To be made by the component that holds the tray. */
  constructor(game: Game) {
    $effect(() => {
      void game.position.pkg?.ply;
      return untrack(() => this.#meet(game));
    });
  }

  /** A button of the tray was pressed. */
  readonly press = (e: Event): void => {
    if (e.target instanceof Element && e.target.closest("button")) this.#pressed = true;
  };

  #meet({ position }: Game): (() => void) | undefined {
    const { mine, declines } = position;
    // Two chances for an event have one code, and are two questions where their words differ.
    const { code, said, args } = position.view?.prompt ?? {};
    const asked = JSON.stringify([code, said, args]);
    const other = asked !== this.#asked;
    this.#asked = asked;
    this.on = mine && declines && other && this.#pressed;
    if (mine) this.#pressed = false;
    if (!this.on) return;
    const timer = setTimeout(() => {
      this.on = false;
    }, SETTLES);
    return () => clearTimeout(timer);
  }
}
