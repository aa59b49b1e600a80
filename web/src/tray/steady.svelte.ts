/**
 * The tray's height: while a question lasts it grows if it has to, and never shrinks, so that its buttons keep their place.
 * On a phone they stand in rows at the lower edge and keep it anyway: there the room that is not used is the map's.
 */

import { tick } from "svelte";
import { prefs } from "../shared/prefs.svelte";

export class Steady {
  height = $state(0);
  element = $state<HTMLElement>();

  /** To be made by the component that holds the tray; `question` tells one question from the next. */
  constructor(question: () => string) {
    $effect(() => {
      void question();
      // Let go first: only without the old question's height does the tray show how much the new one needs.
      this.height = 0;
      if (prefs.phone) return;
      void tick().then(() => {
        this.height = this.element?.offsetHeight ?? 0;
      });
    });
  }

  /** Watches the element of the tray. */
  readonly watch = (tray: HTMLElement): (() => void) => {
    this.element = tray;
    const seen = new ResizeObserver(() => {
      this.height = prefs.phone ? 0 : Math.max(this.height, tray.offsetHeight);
    });
    seen.observe(tray);
    return () => seen.disconnect();
  };
}
