/** The places that decide the game, by the way to win that stands in the head of the table (12.1, 12.2, 12.6). */
import type { Position } from "../game/position.svelte";
import type { MapId, Reason, Side } from "../wire/types";

export interface Deciding {
  /** The side that has to take them, and the other to hold them; null where only points or numbers count. */
  side: Side | null;
  /** Those that the way to win names. */
  named: MapId[];
  /** Those and, where a number of them counts, the Objectives of that side. */
  all: MapId[];
}

const NOTHING: Deciding = { side: null, named: [], all: [] };

/** The places of a way to win; `objectives`: the Objectives of each side. */
export function deciding(aim: Reason | null | undefined, objectives: (side: Side) => MapId[]): Deciding {
  const side = aim?.args?.side;
  if (!aim || (side !== "axis" && side !== "soviet")) return NOTHING;
  const parts = [...within(aim)];
  const named = [
    ...new Set(parts.flatMap((part) => (part.code === "info-goal-hexes" ? places(part.args?.hexes) : []))),
  ];
  const counted = parts.some((part) => part.code.startsWith("info-goal-objectives"));
  const all = [...new Set([...named, ...(counted ? objectives(side) : [])])];
  return all.length ? { side, named, all } : NOTHING;
}

/** Those of a position. */
export const decidingIn = (position: Position): Deciding =>
  deciding(position.view?.aim, (side) =>
    [...position.hexFacts.values()].filter((hex) => hex.objective_of === side).map((hex) => hex.id),
  );

function* within(value: unknown): Generator<Reason> {
  if (Array.isArray(value)) for (const one of value) yield* within(one);
  else if (isReason(value)) {
    yield value;
    for (const one of Object.values(value.args ?? {})) yield* within(one);
  }
}

const isReason = (value: unknown): value is Reason => typeof value === "object" && value !== null && "code" in value;
const places = (value: unknown): MapId[] => (Array.isArray(value) ? (value as MapId[]) : []);
