/** The order of a player's games, on shelves: what waits for the player first. It holds still while somebody is at it. */

import type { ListedGame } from "../wire/types";

export const SHELVES = ["running", "finished", "away", "sandboxes"] as const;
type Name = (typeof SHELVES)[number];
export type Shelves = Record<Name, ListedGame[]>;
export const EMPTY: Shelves = { running: [], finished: [], away: [], sandboxes: [] };

/** Whether the other player has asked for something: an offer, a rematch, or to move before a claim is carried out. */
export const asked = (row: ListedGame): boolean =>
  row.rematch || (row.offers ?? []).length > 0 || (row.claims ?? []).some((one) => !row.owned.includes(one.side));

/** Whether a game waits for this player: for a decision on the map, or for an answer. */
export const waits = (row: ListedGame): boolean =>
  !row.sandbox && !row.away && row.owned.length > 0 && (asked(row) || (!row.finished && row.your_turn));

/** A finished game stands among the others while the other player wants another one. */
function shelfOf(row: ListedGame): Name {
  if (row.sandbox) return "sandboxes";
  if (row.away) return "away";
  return row.finished && !row.rematch ? "finished" : "running";
}

const rank = (row: ListedGame): number => (asked(row) ? 0 : row.your_turn && !row.finished ? 1 : 2);
/** Offers first, then one's own turn, where whoever has waited longest comes first; the rest as the server has it. */
const byNeed = (a: ListedGame, b: ListedGame): number =>
  rank(a) - rank(b) || (rank(a) === 1 ? a.since.localeCompare(b.since) : 0);

/**
 * The games on their shelves. With `held`, what is shown: each game stays where it is and only tells what is new in it;
 * further games come behind them.
 */
export function shelved(rows: readonly ListedGame[], held?: Shelves): Shelves {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const made: Shelves = { running: [], finished: [], away: [], sandboxes: [] };
  for (const name of SHELVES)
    for (const { id } of held?.[name] ?? []) {
      const row = byId.get(id);
      if (row) made[name].push(row);
      byId.delete(id);
    }
  const others = rows.filter((row) => byId.has(row.id)).sort(byNeed);
  for (const row of others) made[shelfOf(row)].push(row);
  return made;
}
