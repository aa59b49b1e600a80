/** Why what can be done now cannot be taken back: the lock is shown before the click. */

import type { Game } from "../game/game.svelte";

/** Of the loudest button; empty where it can be. */
export const lockOfWayOn = ({ position, plan }: Game): string =>
  position.active && !plan.order ? position.barrier(position.active) : "";

/** Of everything that can be clicked on the table, said once for all of it; empty where some of it can be. */
export function lockOfAll({ position }: Game): string {
  const clicks = position.actions.filter((a) => a !== position.primary && a.type !== "PlayEvent");
  const whys = clicks.map((a) => (position.asksFirst(a) ? "" : position.barrier(a)));
  return whys.every(Boolean) ? (whys[0] ?? "") : "";
}
