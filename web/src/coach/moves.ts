/** The moves of a turn in words. */

import type { Position } from "../game/position.svelte";
import type { Deed } from "../wire/types";
import { t } from "./texts";

/** The moves of a turn that are named. */
const MOST = 8;

/** Each unit with where it went; of many the first ones, and how many more there were. */
export function movesIn(position: Position, moves: readonly Deed[]): string {
  const told = moves
    .slice(0, MOST)
    .map(({ unit, frm, to }) => `${position.unitName(unit)}: ${position.placeName(frm)} – ${position.placeName(to)}`);
  if (moves.length > MOST) told.push(t("coach.more", { n: moves.length - MOST }));
  return told.join("; ");
}
