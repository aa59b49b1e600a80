/**
 * The tray's height: while a question lasts it grows if it has to, and never shrinks, so that its buttons keep their place.
 * On a phone they stand in rows at the lower edge and keep it anyway: there the room that is not used is the map's.
 */

import { tick } from "svelte";
import { prefs } from "../shared/prefs.svelte";

export class Steady {
  height = $state(0);
  element = $state<HTMLElement>();
  /** The most that this question has needed: what is measured is held against it, and not against what is still drawn. */
  #most = 0;

  /** To be made by the component that holds the tray; `question` tells one question from the next. */
  constructor(question: () => string) {
    // A position that asks the same question once more changes nothing: only another question begins anew.
    const asked = $derived(question());
    $effect(() => {
      void asked;
      // Let go first: only without the old question's height does the tray show how much the new one needs.
      this.#most = 0;
      this.height = 0;
      if (prefs.phone) return;
      void tick().then(() => this.#measure());
    });
  }

  /** Watches the element of the tray. */
  readonly watch = (tray: HTMLElement): (() => void) => {
    this.element = tray;
    const seen = new ResizeObserver(() => this.#measure());
    seen.observe(tray);
    return () => seen.disconnect();
  };

  #measure(): void {
    this.#most = prefs.phone ? 0 : Math.max(this.#most, this.element?.offsetHeight ?? 0);
    this.height = this.#most;
  }
}
