/** The moves of a turn in words. */

import type { Position } from "../game/position.svelte";
import { unitIn } from "../i18n/names";
import type { Deed } from "../wire/types";
import { t } from "./texts";

/** The moves of a turn that are named. */
const MOST = 8;

/** Each unit, by its name as the turn began, with where it went; of many the first ones, and how many more there were. */
export function movesIn(position: Position, moves: readonly Deed[]): string {
  const told = moves
    .slice(0, MOST)
    .map(
      ({ unit, face, name, frm, to }) =>
        `${unitIn(unit, face, name)}${t("common.colon")}${position.placeName(frm)} – ${position.placeName(to)}`,
    );
  if (moves.length > MOST) told.push(t("coach.more", { n: moves.length - MOST }));
  return told.join(t("common.semicolon"));
}
