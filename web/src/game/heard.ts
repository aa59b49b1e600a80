/** What of a new package is to be heard: each kind of sound once, however many counters move. */

import type { Sound } from "../shared/sounds";
import type { Happening, Package } from "../wire/types";

const SOUNDS: Partial<Record<Happening, Sound>> = {
  DieRolled: "die",
  ControlChanged: "city",
  UnitMoved: "counter",
  UnitRetreated: "counter",
  UnitAdvanced: "counter",
  UnitPlaced: "counter",
};

/** The sounds of what has happened since the package before; none when a step was taken back, or the game was opened. */
export function heard(before: Package | null, next: Package): Sound[] {
  if (!before || next.ply <= before.ply) return [];
  const fresh = next.events.filter((line) => line.ply > before.ply);
  return [...new Set(fresh.flatMap((line) => SOUNDS[line.type] ?? []))];
}
