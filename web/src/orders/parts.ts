/** Where battles are fought together, a sheet answers one part of the other side's turn: its card windows, its counterblows, or its battles. */

import type { Game } from "../game/game.svelte";
import type { MapId, StandingOrders, View } from "../wire/types";

type Answers = Omit<StandingOrders, "version" | "own" | "once">;
type Name = Exclude<keyof Answers, "battles">;

/** The orders of each part. */
export const PARTS = {
  windows: ["events", "reactions"],
  blows: ["blows"],
  battles: ["strikes", "cards", "rolls", "losses", "cadres", "retreats", "advances"],
} as const satisfies Record<string, readonly Name[]>;
export type Part = keyof typeof PARTS;

/** True while a sheet holds for the turn that is played. */
export function inForce(orders: StandingOrders, view: View): boolean {
  return orders.once?.turn === view.turn && orders.once.phasing === view.phasing;
}

/** The orders with the answers that hold now: those of the sheet, if one is in force. */
export function holding(orders: StandingOrders, view: View): StandingOrders {
  if (!orders.once || !inForce(orders, view)) return orders;
  const { turn: _, phasing: __, phase: ___, ...answers } = orders.once;
  return { ...orders, ...answers };
}

/** The part of the other side's turn that a question belongs to, where a sheet can answer it; null in all other cases. */
export function partAsked({ position: { pkg, view, mine, past } }: Pick<Game, "position">): Part | null {
  if (!pkg?.order || !pkg.orders || !view || !mine || past || view.phasing === pkg.seat) return null;
  if (pkg.game.options.simultaneous_battles !== true) return null;
  const parts = Object.keys(PARTS) as Part[];
  return parts.find((part) => (PARTS[part] as readonly string[]).includes(pkg.order ?? "")) ?? null;
}

/** What is asked of a part of the turn, answered as in a set; what has an answer keeps it. */
export function filled(orders: StandingOrders, set: StandingOrders, part: Part): StandingOrders {
  const asks = (name: Name): boolean => {
    const order = orders[name];
    const way = typeof order === "string" ? order : order.do;
    return way === "ask" || (name === "cards" && way === "cities");
  };
  const answers = PARTS[part].filter(asks).map((name) => [name, set[name]]);
  return { ...orders, ...Object.fromEntries(answers) };
}

/** The hexes of one's own units that are attacked in this phase. */
export function attacked(view: View, seat: string | null | undefined): MapId[] {
  const marked = [...view.targets, ...view.planned.flatMap((one) => one.targets), ...(view.battle?.targets ?? [])];
  const mine = new Set<string>(view.units.filter((one) => one.side === seat).map((one) => one.at));
  return [...new Set(marked)].filter((hex) => mine.has(hex));
}

/** The orders with these answers for the rest of the turn alone. */
export function forTheTurn(kept: StandingOrders, answers: StandingOrders, view: View): StandingOrders {
  const { version: _, own: __, once: ___, ...said } = answers;
  return { ...kept, once: { ...said, turn: view.turn, phasing: view.phasing, phase: null } as StandingOrders["once"] };
}
