/** Which puzzle comes next: one of those nearest to what the player can do, and not yet solved. */
import type { PuzzleChoice, PuzzleKind, PuzzleTried } from "../wire/types";

/** What a player has made of puzzles, by their ids. */
export type Tried = Readonly<Record<string, PuzzleTried>>;
/** Among how many of the nearest chance decides. */
const NEAREST = 5;

export interface Wish {
  /** Only these kinds; empty: all. */
  kinds: readonly PuzzleKind[];
  rating: number;
  /** The puzzle that is on the table. */
  not?: string;
}

/** The puzzles that a wish is about. */
export const among = (puzzles: readonly PuzzleChoice[], kinds: readonly PuzzleKind[]): PuzzleChoice[] =>
  puzzles.filter((one) => !kinds.length || kinds.includes(one.kind));

/**
 * First those that were never tried, then those that were not solved, then all; of these one of the nearest in rating.
 * `chance`: from 0 to 1, less than 1.
 */
export function nextOf(
  puzzles: readonly PuzzleChoice[],
  tried: Tried,
  { kinds, rating, not }: Wish,
  chance: number,
): PuzzleChoice | null {
  const others = among(puzzles, kinds).filter((one) => one.id !== not);
  const fresh = others.filter((one) => !tried[one.id]);
  const open = others.filter((one) => !tried[one.id]?.solved);
  const from = [fresh, open, others].find((list) => list.length > 0) ?? [];
  const away = (one: PuzzleChoice): number => Math.abs(one.rating - rating);
  const near = from.toSorted((a, b) => away(a) - away(b) || a.id.localeCompare(b.id)).slice(0, NEAREST);
  return near[Math.floor(chance * near.length)] ?? null;
}

/** What this browser knows of puzzles and an account does not: those it has not tried, and those it has not solved. */
export const newTo = (account: Tried, mine: Tried): Record<string, PuzzleTried> =>
  Object.fromEntries(
    Object.entries(mine).filter(([id, { solved }]) => !account[id] || (solved && !account[id]?.solved)),
  );

/** How many of some puzzles were solved. */
export const solvedOf = (puzzles: readonly PuzzleChoice[], tried: Tried): number =>
  puzzles.filter((one) => tried[one.id]?.solved).length;
