/** What has just happened, in one sentence for those who listen: the other side's turn, one's own move, a step taken back. */

import type { Position } from "../game/position.svelte";
import { tell } from "../game/tell";
import { begun } from "../i18n/refusal";
import { SIDES } from "../i18n/words";
import type { Happening, LogLine } from "../wire/types";
import { newsOf } from "./news";
import { t } from "./texts";

/** What frames a turn or follows from something else: never what a step is told by. */
const FRAMES = new Set<Happening>(["TurnBegan", "PhaseBegan", "DieRolled"]);

/** What has happened since a step; the result of a die is called out with it. */
function since(log: readonly LogLine[], ply: number): LogLine[] {
  const later = log.filter((line) => line.ply > ply);
  const rolled = later.some((line) => line.type === "DieRolled");
  return later.filter((line) => !FRAMES.has(line.type) && !(rolled && line.type === "ResultFound"));
}

export class Spoken {
  readonly #position: Position;
  #seat: string | null = null;
  #ply = -1;
  /** What the other side has done since one was last asked. */
  #theirs: LogLine[] = [];

  constructor(position: Position) {
    this.#position = position;
  }

  /** The sentence for the position that is shown now, given the whole log; empty when there is nothing to say. */
  after(log: readonly LogLine[]): string {
    const { pkg } = this.#position;
    if (!pkg || (pkg.ply === this.#ply && pkg.seat === this.#seat)) return "";
    const [ply, seat] = [this.#ply, this.#seat];
    this.#ply = pkg.ply;
    this.#seat = pkg.seat;
    if (ply < 0 || !pkg.seat || pkg.seat !== seat) {
      this.#theirs = [];
      // Whoever plays both sides has done something for the one, and is asked for the other, whose log is yet to come.
      const told = pkg.seat && ply >= 0 && !this.#position.handOver ? since(pkg.events, ply) : [];
      const own = told.find((line) => line.side !== null && line.side === seat);
      return own ? `${tell(this.#position, own)}.` : "";
    }
    if (pkg.ply < ply) return t("log.taken-back");
    const fresh = since(log, ply);
    this.#theirs.push(...fresh.filter((line) => line.side !== null && line.side !== seat));
    const mine = fresh.find((line) => line.side === seat);
    if (mine && this.#theirs.length === 0) return `${tell(this.#position, mine)}.`;
    if (pkg.actions.length === 0) return "";
    const news = newsOf(this.#position, this.#theirs);
    this.#theirs = [];
    const told = [news.doings, news.consequences.join(t("common.semicolon"))].filter(Boolean).join(". ");
    return told ? `${begun(seat === "axis" ? SIDES.soviet : SIDES.axis)}${t("common.colon")}${told}.` : "";
  }
}
