/** Why what can be done now cannot be taken back: the lock is shown before the click. */

import type { Game } from "../game/game.svelte";
import { t } from "./texts";

/** Of the loudest button; empty where it can be. */
export const lockOfWayOn = ({ position, plan, marks }: Game): string => {
  if (marks.ready) return position.pkg?.last_asks ? t("common.sealed") : "";
  return position.active && !plan.order ? position.barrier(position.active) : "";
};

/** Whether the loudest button says so for the whole question: what else there is stands beside it, with a lock of its own. */
export const isLockOnButton = (game: Game): boolean => game.position.declines && lockOfWayOn(game) !== "";

/** Of everything that can be clicked on the table, said once for all of it; empty where some of it can be. */
export function lockOfAll({ position, marks }: Game): string {
  if (marks.due) return "";
  const clicks = position.actions.filter((a) => a !== position.primary && a.type !== "PlayEvent");
  const whys = clicks.map((a) => (position.asksFirst(a) ? "" : position.barrier(a)));
  return whys.every(Boolean) ? (whys[0] ?? "") : "";
}
