/** What is said at the end of a game: the verdict, and the turning points in words. */

import type { Position } from "../game/position.svelte";
import { listed } from "../i18n/i18n.svelte";
import { RESULT, SIDES } from "../i18n/words";
import type { Graphs, OutcomeView, Package } from "../wire/types";
import { t } from "./texts";

/** A sentence as a heading. */
const headed = (sentence: string): string => sentence.replace(/\.$/, "");

/** Who has won, for everybody alike. */
export const verdictOf = ({ winner, reason }: OutcomeView): string =>
  headed(
    winner ? t("table.they-won", { side: SIDES[winner] }) : t(reason === "stopped" ? "table.stopped" : "table.drawn"),
  );

/** The same for the one who looks, who has a side; empty for anybody else. */
export function ownVerdict(pkg: Package | null, { winner }: OutcomeView): string {
  if (!winner || pkg?.owned.length !== 1) return "";
  return pkg.owned[0] === winner ? t("table.won") : t("table.lost");
}

/** What happened at a turning point. */
export function turningIn(position: Position, point: Graphs["turning"][number]): string {
  const { n = 0, hexes = [], result = "" } = point;
  const places = listed(hexes.map((id) => position.hexFacts.get(id)?.name || position.placeName(id)));
  if (point.kind === "cities") return t("ending.took", { places });
  if (point.kind === "losses") return t("ending.lost", { n });
  if (point.kind === "initiative") return t("ending.initiative");
  return t("ending.die", { die: n, places, result: RESULT[result]?.word ?? result });
}
