/** A move with waypoints: Shift and a click add one, a plain click ends the move there. */

import type { Game } from "../game/game.svelte";
import { oneFor } from "../shared/one-for";
import { toasts } from "../shared/toasts.svelte";
import type { MapId, Reach, UnitId } from "../wire/types";
import { t } from "./texts";

export class Way {
  readonly #game: Game;
  unit = $state<UnitId | null>(null);
  points = $state.raw<readonly MapId[]>([]);
  reach = $state.raw<Reach | null>(null);

  constructor(game: Game) {
    this.#game = game;
  }

  /** The waypoints of the unit in hand; none once another one is. */
  get active(): boolean {
    return this.points.length > 0 && this.unit === this.#game.selection.unit;
  }

  /** The reach to be drawn: from the last waypoint, or from the unit's hex. */
  get shown(): Reach | null {
    return this.active ? this.reach : this.#game.selection.reach;
  }

  async add(hex: MapId): Promise<void> {
    const unit = this.#game.selection.unit;
    if (!unit) return;
    const points = [...(this.active ? this.points : []), hex];
    try {
      const reach = await this.#game.talk.query({ kind: "reach", unit, via: points });
      if (this.#game.selection.unit !== unit) return;
      this.unit = unit;
      this.points = points;
      this.reach = reach;
      if (Object.keys(reach.hexes).length === 0) toasts.say(t("map.way-ends"));
    } catch (error) {
      if (error instanceof Error) toasts.say(error.message);
    }
  }

  clear(): void {
    this.points = [];
    this.reach = null;
  }

  /** Goes by way of the waypoints to the last hex, move by move, as far as each is still legal. */
  async go(hex: MapId): Promise<void> {
    const unit = this.unit;
    const stops = this.points.at(-1) === hex ? this.points : [...this.points, hex];
    this.clear();
    for (const to of stops) {
      const move = this.#game.position.actions.find((a) => a.type === "MoveUnit" && a.unit === unit && a.to === to);
      if (!move) return;
      await this.#game.talk.act(move);
    }
  }
}

export const wayOf = oneFor((game: Game) => new Way(game));
