/** The focus after an answer was given by a key: when its button is gone, it waits on the way on of the next question. */

import { tick } from "svelte";
import type { Game } from "../game/game.svelte";
import { byPointer } from "../shared/keys";

export class Keyed {
  readonly #tray: () => HTMLElement | undefined;
  #on = false;

  /** To be made by the component that holds the tray. */
  constructor(game: Game, tray: () => HTMLElement | undefined) {
    this.#tray = tray;
    $effect(() => {
      void game.position.pkg?.ply;
      if (game.talk.busy || !this.#on) return;
      void tick().then(() => this.#land());
    });
  }

  readonly press = (e: KeyboardEvent): void => {
    const on = e.target as Element;
    // The key of the way on works from everywhere: for it no focus has to wait.
    if (e.ctrlKey || byPointer(on)) this.#on = false;
    else if (e.key === "Enter" || e.key === " ")
      this.#on = on.matches("button") && (this.#tray()?.contains(on) ?? false);
  };

  readonly point = (): void => {
    this.#on = false;
  };

  #land(): void {
    const tray = this.#tray();
    const way = tray?.querySelector<HTMLButtonElement>("[data-testid=primary]:not(:disabled, [data-declines])");
    if (document.activeElement !== document.body) this.#on = tray?.contains(document.activeElement) ?? false;
    else if (way && this.#on) way.focus({ preventScroll: true });
  }
}
