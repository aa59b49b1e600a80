/** What has happened in the game: the log, and what is new since this seat last decided. */
import type { LogLine, Package } from "../wire/types";
import type { Position } from "./position.svelte";

export interface Throw {
  value: number;
  result: string;
  /** The line of the log that tells it. */
  line: LogLine;
  key: number;
}

export class Chronicle {
  log = $state.raw<LogLine[]>([]);
  /** Lines that happened since this seat last decided, for the digest and the trails. */
  news = $state.raw<LogLine[]>([]);
  digest = $state(false);
  dice = $state.raw<Throw | null>(null);
  readonly #id: string;
  readonly #position: Position;
  #diceKey = 0;
  #ready = false;

  constructor(id: string, position: Position) {
    this.#id = id;
    this.#position = position;
  }

  /** Takes over the lines of a new package. Returns whether the log has to be asked for anew. */
  follow(before: Package | null, next: Package, whole: boolean): boolean {
    if (whole || before === null) {
      this.log = next.events;
      return false;
    }
    const fresh = next.events.filter((line) => line.ply > before.ply);
    // Other eyes at the table: the log is theirs alone.
    if (next.seat !== before.seat) {
      this.#read(fresh, before, next);
      this.log = [];
      return true;
    }
    if (next.ply < before.ply) {
      this.log = this.log.filter((line) => line.ply <= next.ply);
      return true;
    }
    if (next.ply > before.ply) {
      const from = fresh[0]?.ply ?? Number.POSITIVE_INFINITY;
      this.log = [...this.log.filter((line) => line.ply < from), ...fresh];
      this.#read(fresh, before, next);
    }
    return false;
  }

  /** What happened since this browser last looked at the game: the step that it was shown then is remembered. */
  recall(): void {
    this.#ready = true;
    const now = this.#position.pkg;
    if (!now?.seat) return;
    const seen = seenStep(this.#id);
    const fresh = this.log.filter((line) => line.ply > seen);
    const theirs = fresh.some((line) => line.side !== null && line.side !== now.seat);
    if (seen && seen < now.ply && now.owned.length < 2 && theirs) {
      this.news = fresh;
      this.digest = now.actions.length > 0 || now.view.outcome !== null;
    }
    this.remember();
  }

  /** Closes the digest: what it told has been seen. */
  dismiss(): void {
    this.digest = false;
    this.remember();
  }

  /** Notes how far this browser has seen the game, unless the digest of what it missed still waits to be read. */
  remember(): void {
    const now = this.#position.pkg;
    if (!this.#ready || this.digest || !now?.seat || document.visibilityState !== "visible") return;
    try {
      localStorage.setItem(`noretreat.seen.${this.#id}`, String(now.ply));
    } catch {
      // private windows may refuse; then the page reports only what happens while it is open
    }
  }

  /** Dice and the other side's doings in the lines that just came in. */
  #read(fresh: LogLine[], before: Package, next: Package): void {
    const die = fresh.findLast((l) => l.type === "DieRolled");
    if (die) {
      const result = fresh.findLast((l) => l.type === "ResultFound");
      this.#diceKey += 1;
      this.dice = {
        value: Number(die.event.value ?? 0),
        result: String(result?.event.result ?? ""),
        line: result ?? die,
        key: this.#diceKey,
      };
    }
    const seat = next.seat ?? before.seat;
    // The trails of the other side's turn lie on the map until one moves oneself.
    if (fresh.some((l) => l.type === "UnitMoved" && l.side === seat)) this.news = [];
    const hostile = fresh.filter((l) => l.side !== null && l.side !== seat);
    if (hostile.length > 0) this.news = [...this.news, ...fresh];
    const told = this.digest;
    const weighty = this.news.filter((l) => l.type === "UnitMoved" || l.type === "BattleBegan").length;
    const first = before.actions.length === 0 || before.thinking;
    this.digest = next.actions.length > 0 && next.owned.length < 2 && weighty >= 2 && (first || told);
  }
}

function seenStep(game: string): number {
  try {
    return Number(localStorage.getItem(`noretreat.seen.${game}`) ?? 0);
  } catch {
    return 0;
  }
}
