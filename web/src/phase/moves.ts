/** The units of the side that moves, each counted once: what the panel lists is what the line under the question counts. */

import type { Game } from "../game/game.svelte";
import type { UnitId } from "../wire/types";
import { movedUnits } from "./ledger";

export interface Moves {
  /** They can still move or entrain; a unit on its way among them. */
  can: UnitId[];
  /** They could, and are kept from it. */
  held: UnitId[];
  /** They have moved and cannot go on. */
  done: UnitId[];
  /** How many of those that can still move have begun to. */
  begun: number;
}

export function movesOf({ position, plan, chronicle }: Game): Moves {
  const verbs = position.actions.filter((a) => a.type === "MoveUnit" || a.type === "EntrainUnit");
  const able = new Set(verbs.flatMap(({ unit }) => (unit ? [unit] : [])));
  const begun = movedUnits(chronicle.log, position.seat);
  const own = (position.view?.units ?? []).filter((u) => position.isOwn(u.id) && !able.has(u.id));
  return {
    can: [...able].filter((unit) => !plan.held.has(unit)),
    held: [...able].filter((unit) => plan.held.has(unit)),
    done: own.filter((u) => u.moved || begun.has(u.id)).map((u) => u.id),
    begun: [...able].filter((unit) => begun.has(unit) && !plan.held.has(unit)).length,
  };
}
