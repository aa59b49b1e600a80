/**
 * The tray's height: while a question lasts it grows if it has to, and never shrinks, so that its buttons keep their place.
 * From question to question of a player turn it keeps the height that most of them need, and the map stays as it is.
 * On a phone they stand in rows at the lower edge and keep it anyway: there the room that is not used is the map's.
 */

import { tick } from "svelte";
import { prefs } from "../shared/prefs.svelte";

/** How tall the tray stays for the questions to come, in letters' heights: a long list gives its room back. */
const KEPT = 7;

export class Steady {
  height = $state(0);
  element = $state<HTMLElement>();
  /** The tallest that it has been in this player turn, as far as it stays so. */
  #kept = 0;
  #turn = "";

  /** To be made by the component that holds the tray; `question` tells one question from the next, `turn` player turns. */
  constructor(question: () => string, turn: () => string) {
    $effect(() => {
      void question();
      if (turn() !== this.#turn) this.#kept = 0;
      this.#turn = turn();
      this.#settle();
    });
  }

  /** Lets go first: only without the old question's height does the tray show how much the new one needs. */
  #settle(): void {
    this.height = this.#kept;
    if (!prefs.phone) void tick().then(() => this.#grow());
  }

  #grow(): void {
    const tall = this.element?.offsetHeight ?? 0;
    const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    this.height = Math.max(this.height, tall);
    this.#kept = Math.max(this.#kept, Math.min(tall, KEPT * letter));
  }

  /** Watches the element of the tray. */
  readonly watch = (tray: HTMLElement): (() => void) => {
    this.element = tray;
    let wide = tray.offsetWidth;
    const seen = new ResizeObserver(() => {
      const broad = tray.offsetWidth;
      if (prefs.phone || broad !== wide) {
        wide = broad;
        this.#kept = 0;
        this.#settle();
      } else this.#grow();
    });
    seen.observe(tray);
    return () => seen.disconnect();
  };
}
