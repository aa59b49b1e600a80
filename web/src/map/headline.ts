/** What a picture of the map is of, in a line and in the name of a file. */

import type { Position } from "../game/position.svelte";
import { gameName, scenarioName } from "../i18n/games";
import { monthsIn } from "../i18n/names";
import { phaseLabel, SIDE } from "../i18n/words";
import { t } from "./texts";

/** The scenario, the moment and the score. */
export function headline({ pkg, view }: Position): string {
  if (!pkg || !view) return "";
  return t("map.headline", {
    game: pkg.lesson ? gameName({ ...pkg.game, lesson: pkg.lesson.id }) : scenarioName(pkg.game) || t("map.position"),
    turn: view.turn,
    months: monthsIn(view.months),
    year: view.year,
    side: SIDE[view.phasing],
    phase: phaseLabel(view.phase),
    points: view.vp,
  });
}

/** The name of a file without its ending: the game, the turn, whose phase, and the step that is looked back at. */
export function fileName({ pkg, view, past }: Position): string {
  const parts = [pkg?.game.scenario ?? "position", pkg?.game.id, "turn", view?.turn, view?.phasing, view?.phase];
  const name = [...parts, ...(past ? ["step", past.ply] : [])].filter((part) => part !== undefined && part !== "");
  return name.join("-").replaceAll(/[^\w-]+/g, "-");
}
