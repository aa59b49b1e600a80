/** What has happened in the game: the log, and what is new since this seat last decided. */
import type { LogLine, Package } from "./types";

export interface Throw {
  value: number;
  result: string;
  how: string;
  key: number;
}

export class Chronicle {
  log = $state.raw<LogLine[]>([]);
  /** Lines that happened since this seat last decided, for the digest and the trails. */
  news = $state.raw<LogLine[]>([]);
  digest = $state(false);
  dice = $state.raw<Throw | null>(null);
  #diceKey = 0;

  /** Dice and the other side's doings in the lines that just came in. */
  read(fresh: LogLine[], before: Package, next: Package): void {
    const die = fresh.findLast((l) => l.type === "DieRolled");
    if (die) {
      const result = fresh.findLast((l) => l.type === "ResultFound");
      this.#diceKey += 1;
      this.dice = {
        value: Number(die.event.value ?? 0),
        result: String(result?.event.result ?? ""),
        how: result?.text ?? die.text,
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
