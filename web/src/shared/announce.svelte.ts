import { untrack } from "svelte";

/** What is said to those who listen: sentences in live regions, and the last ones again on demand. */
class Announcer {
  /** Read when the reader has finished: prompts, what a key did. */
  polite = $state("");
  /** Read at once: the die. */
  urgent = $state("");
  #last: string[] = [];

  say(text: string): void {
    if (text === "") return;
    this.note(text);
    this.polite = fresh(
      text,
      untrack(() => this.polite),
    );
  }

  shout(text: string): void {
    if (text === "") return;
    this.note(text);
    this.urgent = fresh(
      text,
      untrack(() => this.urgent),
    );
  }

  /** Remembers what a region of its own has said. */
  note(text: string): void {
    this.#last = [...this.#last.slice(-19), text];
  }

  repeat(): void {
    const text = this.#last.at(-1);
    if (text)
      this.polite = fresh(
        text,
        untrack(() => this.polite),
      );
  }
}

/** The same sentence twice is no change, and would be silent: a space that is not seen makes it one. */
function fresh(text: string, before: string): string {
  return text === before ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
