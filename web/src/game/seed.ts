/** This browser's part in the dice: a seed that it gives once it has seen what the server committed itself to. */
import { api } from "../shared/api";
import { browser } from "../storage/storage";
import type { Package } from "../wire/types";

const BYTES = 32;

/** What this browser keeps of a game's dice, to compare it when the game is over. */
export interface Kept {
  commitment: string;
  seed: string;
}

/** Where it is kept; not written as a whole, as keys of texts are. */
const place = (id: string): string => ["dice", id].join(".");

/** What this browser has kept of a game's dice; null if it had no part in them. */
export const kept = (id: string): Kept | null => browser.recallData(place(id)) as Kept | null;

/** Gives a seed for the seats of this browser, once for each game; what it was stays in this browser. */
export class Seeds {
  #given = false;

  async give({ game, owned, view }: Package): Promise<void> {
    const wanted = owned.some((side) => !game.seeded.includes(side));
    if (this.#given || !game.commitment || !wanted || view.outcome) return;
    this.#given = true;
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    try {
      await api.addSeed(game.id, seed);
      browser.keepData(place(game.id), { commitment: game.commitment, seed });
    } catch {
      this.#given = false; // the next package tries again
    }
  }
}
