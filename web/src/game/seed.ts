/**
 * This browser's part in the dice: a seed that it picks once it has seen what the server committed itself to. Between two
 * people it first seals it, and shows it once the other one is sealed too: nobody chooses with knowledge of the other.
 */
import { Again } from "../shared/again";
import { api } from "../shared/api";
import { browser } from "../storage/storage";
import type { ChanceRecord, Package, Side } from "../wire/types";

const BYTES = 32;

/** What this browser keeps of a game's dice, to compare it when the game is over. */
export interface Kept {
  commitment: string;
  seed: string;
  /** Between two people: the seal of the other player, as it was before this browser showed its seed. */
  theirs?: string;
  /** What it was shown did not fit what it had been shown before. */
  wrong?: boolean;
}

/** Where it is kept; not written as a whole, as keys of texts are. */
const place = (id: string): string => ["dice", id].join(".");

/** What this browser has kept of a game's dice; null if it had no part in them. */
export const kept = (id: string): Kept | null => browser.recallData(place(id)) as Kept | null;

const keep = (id: string, what: Kept): unknown => browser.keepData(place(id), what);

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The hash that seals a seed; what works it out is loaded when a game between two people begins. */
async function sealOf(seed: string): Promise<string> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return hex(sha256(Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))));
}

const other = (side: Side): Side => (side === "axis" ? "soviet" : "axis");

/** What a game between two people waits for before its first die or card; null where it waits for nothing. */
export type Wait = "seat" | "mine" | "theirs" | "lost" | "both";

/** Whose part in the dice is still missing. `lost`: it is ours, and not in this browser. */
export function waitOf({ game, owned, view }: Package): Wait | null {
  const parts = Object.values(game.parts ?? {});
  if (view.outcome || !parts.some((part) => part === "missing" || part === "sealed")) return null;
  if (Object.values(game.seats).some((seat) => seat.kind === "open")) return "seat";
  const [mine] = owned;
  if (!mine || owned.length > 1) return "both";
  const part = game.parts?.[mine];
  if (part === "sealed" && kept(game.id)?.commitment !== game.commitment) return "lost";
  const due = part === "missing" || (part === "sealed" && game.parts?.[other(mine)] !== "missing");
  return due ? "mine" : "theirs";
}

/** Whether the seeds of a record are those that this browser's part was given for. */
export async function fits(record: ChanceRecord, mine: Side, { commitment, seed, theirs }: Kept): Promise<boolean> {
  const [ours, others] = [mine, other(mine)].map((side) => record.seeds.find((one) => one.side === side));
  if (record.version !== 2 || record.commitment !== commitment || record.seeds.length > 2) return false;
  if (ours?.seed !== seed) return false;
  if (!others || others.given_up) return theirs === undefined || others?.seal === theirs;
  return theirs !== undefined && others.seal === theirs && (await sealOf(others.seed)) === theirs;
}

/** Milliseconds after which the game is looked at again, at first, when something was not taken. */
const AGAIN = 1000;

/** Gives a seed for the seats of this browser, once for each game; what it was stays in this browser. */
export class Seeds {
  #busy = false;
  #checked = false;
  /** A package came while the one before it was still at work: it may have asked for the next step. */
  #missed = false;
  readonly #again: Again;
  readonly #told: () => void;
  readonly #look: () => void;

  /** `told` hears that what the server shows does not fit; `look` has the game fetched again, and given to `give`. */
  constructor(told: () => void, look: () => void) {
    this.#told = told;
    this.#look = look;
    this.#again = new Again(AGAIN, look);
  }

  /** Does what a package asks of this browser. */
  async give(next: Package): Promise<void> {
    const { game, owned, view } = next;
    if (!game.commitment || view.outcome) return;
    const ofTwo = Object.keys(game.parts ?? {}).length > 0;
    if (this.#busy) {
      this.#missed ||= ofTwo;
      return;
    }
    this.#again.hold();
    this.#busy = true;
    let taken = true;
    try {
      if (!ofTwo) await this.#add(next);
      else if (owned.length === 1 && owned[0] && !(await this.#share(next, owned[0]))) this.#told();
    } catch {
      taken = false;
    } finally {
      this.#busy = false;
    }
    const missed = this.#missed;
    this.#missed = false;
    // Both players wait for this browser: perhaps no other package comes that would have it try again.
    if (!taken) this.#again.later();
    else {
      this.#again.calm();
      if (missed) this.#look();
    }
  }

  /** Tries nothing again by itself any more. */
  stop(): void {
    this.#again.stop();
  }

  /** Where one person plays: the seed counts at once. */
  async #add({ game, owned }: Package): Promise<void> {
    if (owned.every((side) => game.seeded.includes(side))) return;
    const seed = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    await api.addSeed(game.id, seed);
    keep(game.id, { commitment: game.commitment, seed });
  }

  /** Between two people: seals a seed, then shows it, then looks at the other one. Whether all that was shown fits. */
  async #share({ game }: Package, mine: Side): Promise<boolean> {
    const parts = game.parts ?? {};
    let known = kept(game.id);
    if (known?.commitment !== game.commitment) known = null;
    if (parts[mine] === "missing") {
      known ??= { commitment: game.commitment, seed: hex(crypto.getRandomValues(new Uint8Array(BYTES))) };
      keep(game.id, known); // before it is sealed: a seed that is lost cannot be shown
      await api.sealSeed(game.id, await sealOf(known.seed));
      return true;
    }
    if (!known || known.wrong) return true;
    if (parts[mine] === "sealed") {
      if (parts[other(mine)] === "missing") return true;
      const record = await api.chance(game.id);
      const [ours, others] = [mine, other(mine)].map((side) => record.seeds.find((one) => one.side === side));
      const sound = record.commitment === known.commitment && ours?.seal === (await sealOf(known.seed));
      if (!sound) return this.#note(game.id, known);
      keep(game.id, { ...known, ...(others?.seal ? { theirs: others.seal } : {}) });
      await api.addSeed(game.id, known.seed);
      return true;
    }
    if (this.#checked || parts[mine] !== "shown" || parts[other(mine)] !== "shown") return true;
    const fit = await fits(await api.chance(game.id), mine, known);
    this.#checked = true;
    return fit || this.#note(game.id, known);
  }

  #note(id: string, known: Kept): boolean {
    keep(id, { ...known, wrong: true });
    return false;
  }
}
