/** The battle that is seen at its hex: the one that is decided, the one whose die has just come to rest, or the one played back. */

import type { Point } from "../shared/geometry";
import type { Chronicle } from "./chronicle.svelte";
import { type Fight, fightOf } from "./fights";
import type { Marches } from "./marches.svelte";
import type { Position } from "./position.svelte";

export interface Seen {
  fight: Fight;
  rolling: boolean;
}

export class Battlefield {
  /** Where its card stands beside its hexes, in pixels of the map's window; null while it does not. */
  place = $state.raw<Point | null>(null);
  readonly #position: Position;
  readonly #chronicle: Chronicle;
  readonly #marches: Marches;

  constructor(position: Position, chronicle: Chronicle, marches: Marches) {
    this.#position = position;
    this.#chronicle = chronicle;
    this.#marches = marches;
  }

  /** The battle of the position that is shown; once it has a result, with the odds at which it was fought. */
  readonly fight = $derived.by<Fight | null>(() => {
    const { past, view, board } = this.#position;
    const { log } = this.#chronicle;
    return fightOf(view, past ? log.filter((line) => line.ply <= past.ply) : log, board?.tables);
  });

  readonly seen = $derived.by<Seen | null>(() => {
    const { past, handOver } = this.#position;
    if (handOver) return null;
    const log = this.#chronicle.log;
    const now = this.fight;
    const { strike } = this.#marches;
    // What came of it meanwhile is known to the battle that goes on.
    if (strike) return !strike.rolling && now?.key === strike.fight.key ? { fight: now, rolling: false } : strike;
    // Its die is not told before it is seen.
    if (this.#marches.awaited > 0) return null;
    if (past) return now && { fight: now, rolling: false };
    const { dice } = this.#chronicle;
    // The die of one battle stays while nothing is known of the next one.
    if (dice?.fight && (dice.rolling || !now || now.key === dice.fight.key)) {
      const at = log.findLastIndex((line) => line.type === dice.line.type && line.ply === dice.line.ply);
      const lines = at < 0 || dice.rolling ? [dice.line] : log.slice(at);
      const die = dice.rolling || now === null ? dice.value : now.die;
      const result = dice.rolling ? "" : dice.result || now?.result || "";
      return { fight: { ...(now && !dice.rolling ? now : dice.fight), die, result, lines }, rolling: dice.rolling };
    }
    return now && { fight: now, rolling: false };
  });
}
