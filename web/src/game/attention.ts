/** Whether somebody looks at this page: it is visible, and has been used in the last minutes. */

/** Milliseconds without a touch of the page after which its player counts as away. */
const USED = 5 * 60_000;
/** What counts as use. */
const USES = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"] as const;

export class Attention {
  readonly #changed: () => void;
  #used = Date.now();
  #timer = 0;
  #told: boolean;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#told = this.here;
    for (const use of USES) window.addEventListener(use, this.#use, { capture: true, passive: true });
    document.addEventListener("visibilitychange", this.#use);
    this.#watch();
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const use of USES) window.removeEventListener(use, this.#use, { capture: true });
    document.removeEventListener("visibilitychange", this.#use);
  }

  get here(): boolean {
    return document.visibilityState === "visible" && Date.now() - this.#used < USED;
  }

  /** Whoever comes back to the tab uses it, too. */
  readonly #use = (): void => {
    this.#used = Date.now();
    this.#look();
  };

  #look(): void {
    if (this.here === this.#told) return;
    this.#told = this.here;
    this.#changed();
    this.#watch();
  }

  /** Looks again when the last use will be too long ago. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.#told) return;
    this.#timer = window.setTimeout(
      () => {
        this.#look();
        this.#watch();
      },
      Math.max(0, this.#used + USED - Date.now()),
    );
  }
}
