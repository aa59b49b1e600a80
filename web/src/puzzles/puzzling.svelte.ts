/**
 * Puzzles: the book, what this player has made of it, and the one on the table. Who has an account has a rating at the site;
 * all others have theirs in this browser.
 */
import { api } from "../shared/api";
import { route } from "../shared/route.svelte";
import { browser, tab } from "../storage/storage";
import type { MapId, PuzzleBook, PuzzleCounted, PuzzleKind, PuzzleLevel, PuzzleTried, UnitId } from "../wire/types";
import { newTo, nextOf, type Tried } from "./choose";

const KEPT = "puzzles";
const KINDS = "puzzle-kinds";
/** Which puzzles the newest games are: the server deletes them in time, and their addresses remain. */
const GAMES = "puzzle-games";
const MOST_GAMES = 200;
/** A player who has solved nothing yet (`server/game/ratings.py`). */
const FIRST: PuzzleLevel = { mu: 1500, sigma: 500 };
const RESULTS = ["solved", "helped", "missed"] as const;

interface Kept {
  level: PuzzleLevel;
  tried: Record<string, PuzzleTried>;
}

/** What the browser has kept, which anything may have written. */
function recalled(): Kept {
  const data = browser.recallData(KEPT) as { level?: Partial<PuzzleLevel>; tried?: Record<string, unknown> } | null;
  const { mu, sigma } = data?.level ?? {};
  const level = typeof mu === "number" && typeof sigma === "number" && sigma > 0 ? { mu, sigma } : FIRST;
  const tried: Record<string, PuzzleTried> = {};
  for (const [id, one] of Object.entries(data?.tried ?? {})) {
    const { result, solved } = (one ?? {}) as Partial<PuzzleTried>;
    if (RESULTS.some((known) => known === result)) tried[id] = { result: result ?? "missed", solved: solved === true };
  }
  return { level, tried };
}

class Puzzling {
  book = $state.raw<PuzzleBook | null>(null);
  #kept = $state.raw<Kept>(recalled());
  /** The kinds that the next puzzle is chosen from; empty: all. */
  #kinds = $state.raw<readonly PuzzleKind[]>(tab.recallList(KINDS) as PuzzleKind[]);
  folded = $state(false);
  /** What is lit on the map: what the task names, and what was said of it. */
  aims = $state.raw<{ hexes: readonly MapId[]; units: readonly UnitId[] }>({ hexes: [], units: [] });
  lit = $state.raw<{ hexes: readonly MapId[]; units: readonly UnitId[] }>({ hexes: [], units: [] });

  constructor() {
    browser.follow(KEPT, () => {
      this.#kept = recalled();
    });
  }

  async load(again = false): Promise<void> {
    if (!again && this.book) return;
    this.book = await api.puzzles();
    const { account, tried } = this.book;
    if (!account) return;
    // What was made of puzzles before signing in comes into the account; without it nothing is lost here.
    const mine = newTo(tried, this.#kept.tried);
    if (Object.keys(mine).length) this.book = await api.takeOverPuzzles(mine).catch(() => this.book);
  }

  get level(): PuzzleLevel {
    return this.book?.account ?? this.#kept.level;
  }

  /** What was tried, here or with the account: what the account says of the first try counts. */
  get tried(): Tried {
    const mine = this.#kept.tried;
    const theirs = Object.entries(this.book?.tried ?? {}).map(
      ([id, one]) => [id, { ...one, solved: one.solved || (mine[id]?.solved ?? false) }] as const,
    );
    return { ...mine, ...Object.fromEntries(theirs) };
  }

  get kinds(): readonly PuzzleKind[] {
    return this.#kinds;
  }

  set kinds(kinds: readonly PuzzleKind[]) {
    this.#kinds = kinds;
    tab.keepData(KINDS, kinds);
  }

  async begin(puzzle: string): Promise<void> {
    const made = await api.beginPuzzle(puzzle);
    const games = Object.entries({ ...this.#games(), [made.id]: puzzle });
    browser.keepData(GAMES, Object.fromEntries(games.slice(-MOST_GAMES)));
    this.folded = false;
    route.go(`/g/${made.id}`);
  }

  #games(): Readonly<Record<string, unknown>> {
    const data = browser.recallData(GAMES);
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  }

  /** The puzzle that a game is or was, if it was begun in this browser. */
  puzzleOf(game: string): string {
    const found = this.#games()[game];
    return typeof found === "string" ? found : "";
  }

  /** Begins one that suits the player; false if there is none of these kinds. */
  async next(not?: string): Promise<boolean> {
    await this.load();
    const wish = { kinds: this.kinds, rating: this.level.mu, ...(not === undefined ? {} : { not }) };
    const found = nextOf(this.book?.puzzles ?? [], this.tried, wish, Math.random());
    if (found) await this.begin(found.id);
    return found !== null;
  }

  /** Has what came of a puzzle counted, and keeps it. */
  async count(game: string, puzzle: string): Promise<PuzzleCounted> {
    const before = this.#kept.tried[puzzle];
    const done = await api.countPuzzle(game, { level: this.#kept.level, counted: before !== undefined });
    const solved = done.result !== "missed";
    const tried = { result: before?.result ?? done.result, solved: solved || (before?.solved ?? false) };
    // With an account the site has the rating; that it was solved is known here as well.
    this.#kept = {
      level: done.account ? this.#kept.level : done.after,
      tried: { ...this.#kept.tried, [puzzle]: tried },
    };
    browser.keepData(KEPT, this.#kept);
    if (this.book && done.account) await this.load(true).catch(() => undefined);
    return done;
  }
}

export const puzzling = new Puzzling();
