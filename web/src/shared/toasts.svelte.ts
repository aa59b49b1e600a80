import { announcer } from "./announce.svelte";

/** Short messages: a refusal is a fact, a rule and (from the server) a way out. */
export interface Toast {
  id: number;
  text: string;
  rule?: string | undefined;
}

class Toasts {
  list = $state<Toast[]>([]);
  /** Counts the sheets that were opened: each would cover what is still being said. */
  covered = $state(0);
  #next = 1;

  say(text: string, rule?: string): void {
    announcer.note(text);
    const id = this.#next++;
    this.list = [...this.list.slice(-2), { id, text, rule }];
    setTimeout(() => this.drop(id), 4000 + text.length * 40);
  }

  drop(id: number): void {
    this.list = this.list.filter((t) => t.id !== id);
  }
}

export const toasts = new Toasts();
