/** Milliseconds between two tries at most. */
const AT_MOST = 60_000;

/** Tries again what has not gone well: after a pause that grows, until it goes well or nobody waits for it any more. */
export class Again {
  #timer = 0;
  #over = false;
  #wait: number;
  readonly #first: number;
  readonly #what: () => void;

  /** `what` is tried, at first after so many milliseconds. */
  constructor(first: number, what: () => void) {
    this.#first = this.#wait = first;
    this.#what = what;
  }

  /** It has not gone well. */
  later(): void {
    this.hold();
    if (this.#over) return;
    this.#timer = window.setTimeout(this.#what, this.#wait);
    this.#wait = Math.min(this.#wait * 2, AT_MOST);
  }

  /** Somebody else has begun a try; the one that waits is not needed. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** It has gone well: the next pause is short again. */
  calm(): void {
    this.#wait = this.#first;
  }

  /** Nobody waits for it any more, also not for a try that is on its way. */
  stop(): void {
    this.#over = true;
    this.hold();
  }
}
