import { announcer } from "./announce.svelte";

/** Short messages: a refusal is a fact, a rule and (from the server) a way out. */
export interface Toast {
  id: number;
  text: string;
  rule?: string | undefined;
  /** As high as it is drawn, in pixels. */
  height: number;
  /** It has been said; its place stays empty while others below it are still read. */
  gone: boolean;
}

/** So many can be read at once, and so many have their places before those that are empty are given away. */
const MOST = 3;
const PLACES = 4;

class Toasts {
  list = $state<Toast[]>([]);
  /** Counts the sheets that were opened: each would cover what is still being said. */
  covered = $state(0);
  /** Opens the rulebook at a rule, where there is one to open: at a table. */
  opens = $state.raw<((rule: string) => void) | null>(null);
  #next = 1;

  say(text: string, rule?: string): void {
    announcer.note(text);
    const id = this.#next++;
    const before = this.list.length < PLACES ? this.list : this.list.filter((one) => !one.gone);
    this.list = [...before.slice(1 - MOST), { id, text, rule, height: 0, gone: false }];
    setTimeout(() => this.drop(id), 4000 + text.length * 40);
  }

  /** Does something that asks the server, and says what went wrong: whether it went well. */
  async trying(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (error) {
      if (error instanceof Error) this.say(error.message);
      return false;
    }
  }

  drop(id: number): void {
    const list = this.list.map((one) => (one.id === id ? { ...one, gone: true } : one));
    this.list = list.slice(0, list.findLastIndex((one) => !one.gone) + 1);
  }
}

export const toasts = new Toasts();
