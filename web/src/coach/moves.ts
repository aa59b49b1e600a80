/** The moves of a turn in words. */

import type { Position } from "../game/position.svelte";
import { unitIn } from "../i18n/names";
import type { Deed } from "../wire/types";
import { t } from "./texts";

/** Each unit, by its name as the turn began, with where it went. */
export function movesIn(position: Position, moves: readonly Deed[]): string {
  return moves
    .map(
      ({ unit, face, name, frm, to }) =>
        `${unitIn(unit, face, name)}${t("common.colon")}${position.placeName(frm)} – ${position.placeName(to)}`,
    )
    .join(t("common.semicolon"));
}
