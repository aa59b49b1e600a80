/** Taking back, doing again, and taking the whole phase back: the actions of this page, as far as no barrier lies between. */
import { t } from "../i18n/i18n.svelte";
import type { Game } from "./store.svelte";
import { toasts } from "./toasts.svelte";
import type { Action } from "./types";

interface Entry {
  action: Action;
  /** The ply it was played at. */
  ply: number;
}

export class History {
  readonly #game: Game;
  #done: Entry[] = [];
  #redo = $state.raw<Entry[]>([]);
  #redoing = false;

  constructor(game: Game) {
    this.#game = game;
  }

  get canRedo(): boolean {
    return this.#redo.at(-1)?.ply === this.#game.pkg?.ply;
  }

  /** An action was sent at a ply; it counts when the game moved on. */
  acted(action: Action, ply: number): void {
    if ((this.#game.pkg?.ply ?? 0) <= ply) return;
    this.#done = [...this.#done.filter((e) => e.ply < ply), { action, ply }];
    if (!this.#redoing) this.#redo = [];
  }

  /** The game stands at a ply again. */
  undone(ply: number): void {
    const back = this.#done.filter((e) => e.ply >= ply);
    this.#done = this.#done.filter((e) => e.ply < ply);
    if (back.length) this.#redo = [...this.#redo, ...back.reverse()];
  }

  async redo(): Promise<void> {
    const next = this.#redo.at(-1);
    if (!next || !this.canRedo) {
      toasts.say(t("phases.nothing-to-redo"));
      return;
    }
    this.#redoing = true;
    this.#redo = this.#redo.slice(0, -1);
    try {
      await this.#game.act(next.action);
    } finally {
      this.#redoing = false;
    }
  }

  /** Back to the last barrier: the start of the phase, a die, a card that was shown. */
  async restart(): Promise<void> {
    while (this.#game.pkg?.undo.can) {
      const { ply } = this.#game.pkg;
      await this.#game.undo();
      if ((this.#game.pkg?.ply ?? 0) >= ply) return;
    }
  }
}
