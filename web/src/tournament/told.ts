/** Tournaments in words. */
import type { TournamentList, TournamentPage } from "../wire/types";
import { t } from "./texts";

type Row = TournamentList["tournaments"][number];
type Entrant = TournamentPage["entrants"][number];

/** Where a tournament stands. */
export function stateIn(row: Row): string {
  if (row.state === "running") return t("tournament.round-of", { round: row.round, rounds: row.rounds });
  if (row.state === "open") return t("tournament.places", { players: row.players, places: row.terms.most });
  return t(`tournament.state-${row.state}`);
}

/** Points as they are written: halves as such. */
export function pointsIn(points: number): string {
  const whole = Math.floor(points);
  const rest = points - whole;
  if (rest === 0) return String(whole);
  return rest === 0.5 ? `${whole || ""}½` : points.toFixed(2);
}

/** The name of a player, also of one who has none, or is gone. */
export function nameIn(one: Entrant): string {
  if (one.player.name) return one.player.name;
  return one.gone === "deleted" ? t("tournament.deleted") : t("tournament.unnamed", { n: one.number });
}
