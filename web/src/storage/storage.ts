/**
 * What the browser keeps for this site. It may refuse: storage can be blocked, full, or hold what something else has
 * written there. What it does not take is known as long as the page is open.
 */
export class Store {
  readonly #where: "localStorage" | "sessionStorage";
  /** What the browser refused to keep; null: to forget. */
  readonly #refused = new Map<string, string | null>();

  constructor(where: "localStorage" | "sessionStorage") {
    this.#where = where;
  }

  recall(name: string): string | null {
    const refused = this.#refused.get(name);
    if (refused !== undefined) return refused;
    try {
      // With storage blocked, asking for it is an error already.
      return window[this.#where].getItem(keyOf(name));
    } catch {
      return null;
    }
  }

  /** What was kept as JSON; null if there is nothing, or nothing that can be read. */
  recallData(name: string): unknown {
    try {
      return JSON.parse(this.recall(name) ?? "null");
    } catch {
      return null;
    }
  }

  /** A list that was kept as JSON; empty if there is none. */
  recallList(name: string): unknown[] {
    const list = this.recallData(name);
    return Array.isArray(list) ? list : [];
  }

  /** Whether the browser has taken it. */
  keep(name: string, value: string): boolean {
    return this.#put(name, value);
  }

  keepData(name: string, data: unknown): boolean {
    return this.#put(name, JSON.stringify(data));
  }

  forget(name: string): void {
    this.#put(name, null);
  }

  /** Calls back when another page of this browser has changed what is kept. */
  follow(name: string, changed: () => void): void {
    addEventListener("storage", (e) => {
      if (e.key === keyOf(name)) changed();
    });
  }

  #put(name: string, value: string | null): boolean {
    try {
      if (value === null) window[this.#where].removeItem(keyOf(name));
      else window[this.#where].setItem(keyOf(name), value);
      this.#refused.delete(name);
      return true;
    } catch {
      this.#refused.set(name, value);
      return false;
    }
  }
}

const keyOf = (name: string): string => `noretreat.${name}`;

/** Kept until the reader clears it. */
export const browser = new Store("localStorage");
/** Kept until the tab is closed. */
export const tab = new Store("sessionStorage");
