/** Battles as they are seen at their hex: as the view has them, or as the lines of the log tell of one that is over. */

import type {
  BoardFacts,
  CardNumber,
  LogLine,
  MapId,
  Odds,
  PlaceId,
  Side,
  UnitId,
  UnitView,
  View,
} from "../wire/types";
import { aftermath } from "./tidings";
import type { Tracker } from "./tracker";

/** A shift of the column; the log has no more of it than its code. */
export type Shift = Pick<Odds["shifts"][number], "columns" | "code"> & Partial<Odds["shifts"][number]>;
export type Fought = Omit<Odds, "shifts" | "strengths"> & { shifts: Shift[]; strengths: Odds["strengths"] };
export type Tables = BoardFacts["tables"];

export interface Fight {
  /** What tells it from every other battle. */
  key: string;
  side: Side;
  attackers: readonly UnitId[];
  defenders: readonly UnitId[];
  /** The hexes that are attacked, and those that the attack comes from. */
  targets: readonly MapId[];
  from: readonly (PlaceId | "")[];
  counterattack: boolean;
  odds: Fought | null;
  /** The events that were played for it, and whether they count. */
  events: { side: Side; card: CardNumber; canceled: boolean }[];
  die: number | null;
  result: string;
  /** How the counters looked when it was fought. */
  faces: ReadonlyMap<UnitId, UnitView>;
  /** What happened since its result was found. */
  lines: LogLine[];
}

type Battle = NonNullable<View["battle"]>;

/** The newest line of the log with which a battle for these hexes began. */
const began = (log: readonly LogLine[], { attacker, targets }: Pick<Battle, "attacker" | "targets">): number =>
  log.findLastIndex(
    (line) =>
      line.type === "BattleBegan" && line.event.attacker === attacker && String(line.event.targets) === targets.join(),
  );

/** The battle that a view shows, given the log up to it; null without one, or while nobody attacks yet. */
export function fightOf(view: View | null, log: readonly LogLine[], tables?: Tables): Fight | null {
  const battle = view?.battle;
  if (!view || !battle?.odds) return null;
  const at = battle.composing ? -1 : began(log, battle);
  const lines = at < 0 ? [] : log.slice(at);
  const faces = new Map(view.units.map((unit) => [unit.id, unit]));
  const fight: Fight = {
    key: `${log[at]?.ply ?? "new"} ${battle.targets.join()}`,
    side: battle.attacker,
    attackers: battle.attackers,
    defenders: battle.defenders,
    targets: battle.targets,
    from: [...new Set(battle.attackers.map((unit) => faces.get(unit)?.at ?? ""))],
    counterattack: battle.counterattack,
    odds: battle.odds,
    events: [],
    die: battle.die,
    result: battle.result ?? "",
    faces,
    lines: [],
  };
  for (const line of lines) play(fight, line, tables);
  // The view knows best: a die may be thrown again, and a result be changed by an event. But its odds are those of the
  // units that are left: once there is a result, the odds are those that it was fought at.
  const odds = battle.result ? fight.odds : battle.odds;
  return { ...fight, odds, die: battle.die, result: battle.result ?? "" };
}

/** What came of a battle, the weightiest first. */
export const outcomeOf = ({ lines }: Pick<Fight, "lines">): LogLine[] => aftermath(lines);

/** What ends a battle, whatever follows. */
const ENDS = new Set(["PhaseBegan", "TurnBegan", "GameEnded", "MarkersCleared"]);

/** Follows the battles through the lines of the log. */
export class Referee {
  #now: Fight | null;
  readonly #log: LogLine[];
  readonly #tables: Tables | undefined;

  /** `view`: the position before the lines; `log`: what led to it. */
  constructor(view: View, log: readonly LogLine[], tables: Tables | undefined) {
    this.#now = view.battle?.composing ? null : fightOf(view, log);
    this.#log = [...log];
    this.#tables = tables;
  }

  /** Reads a line; the battle that it belongs to. */
  read(line: LogLine, tracker: Tracker): Fight | null {
    this.#log.push(line);
    if (line.type === "BattleBegan") this.#now = this.#begin(line, tracker);
    else if (line.type === "BattleResumed") this.#now = this.#resume(line, tracker);
    else if (ENDS.has(line.type)) this.#now = null;
    else if (this.#now) play(this.#now, line, this.#tables);
    return this.#now;
  }

  #begin(line: LogLine, tracker: Tracker): Fight {
    const side = line.event.attacker as Side;
    const attackers = (line.event.attackers as UnitId[] | undefined) ?? [];
    const targets = (line.event.targets as MapId[] | undefined) ?? [];
    const defenders = targets.flatMap((hex) => tracker.on(hex)).filter((unit) => tracker.face(unit)?.side !== side);
    const who = [...attackers, ...defenders].map((unit) => tracker.face(unit)).filter((face) => face !== undefined);
    return {
      key: `${line.ply} ${targets.join()}`,
      side,
      attackers,
      defenders,
      targets,
      from: [...new Set(attackers.map((unit) => tracker.at(unit)))],
      counterattack: line.event.counterattack === true,
      odds: null,
      events: [],
      die: null,
      result: "",
      faces: new Map(who.map((face) => [face.id, face])),
      lines: [],
    };
  }

  /** Battles that are fought together go on one after another: what was played for this one is in the log. */
  #resume(line: LogLine, tracker: Tracker): Fight | null {
    const targets = String(line.event.targets);
    const at = this.#log.findLastIndex((one) => one.type === "BattleBegan" && String(one.event.targets) === targets);
    const first = this.#log[at];
    if (!first) return null;
    const fight = this.#begin(first, tracker);
    let mine = true;
    for (const one of this.#log.slice(at + 1)) {
      if (one.type === "BattleBegan" || one.type === "BattleResumed") mine = String(one.event.targets) === targets;
      else if (mine) play(fight, one, this.#tables);
    }
    return fight;
  }
}

/** Takes a line into the battle that it tells of. */
function play(fight: Fight, line: LogLine, tables?: Tables): void {
  const { event } = line;
  if (fight.result) fight.lines.push(line);
  if (line.type === "EventPlayed")
    fight.events.push({ side: event.side as Side, card: event.card as CardNumber, canceled: false });
  else if (line.type === "EventCancelled")
    fight.events = fight.events.map((one) =>
      one.side === event.side && one.card === event.card ? { ...one, canceled: true } : one,
    );
  else if (line.type === "OddsSet") fight.odds = oddsSet(fight, line, tables);
  else if (line.type === "DieRolled" && event.purpose === "combat") fight.die = Number(event.value);
  else if (line.type === "ResultFound") {
    fight.result = String(event.result);
    fight.lines = [line];
  }
}

/** The final odds as the log tells them; what the view had told of them is kept where it is the same. */
function oddsSet(fight: Fight, line: LogLine, tables?: Tables): Fought | null {
  const known = fight.odds;
  const { attack, defense, initial, column } = line.event as unknown as Odds;
  if (known && known.column === column && known.attack === attack && known.defense === defense) return known;
  const shifts = ((line.event.shifts as [number, string][] | undefined) ?? []).map(([columns, code]) => {
    const same = known?.shifts.find((one) => one.code === code && one.columns === columns);
    return same ?? { columns, code };
  });
  const table = known?.table ?? fight.side;
  const at = tables?.columns.indexOf(column) ?? -1;
  const rows = table === "axis" ? tables?.axis_crt : tables?.soviet_crt;
  const results = at < 0 || !rows ? [] : rows.map((row) => row[at] ?? "");
  // Whoever lost a step since was stronger when it was fought: a list that no longer adds up is left out.
  const listOf = (attacks: boolean, sum: number): Odds["strengths"] => {
    const list = known?.strengths.filter((one) => (one.side === fight.side) === attacks) ?? [];
    return list.reduce((all, one) => all + one.strength, 0) === sum ? list : [];
  };
  return {
    attack,
    defense,
    initial,
    column,
    shifts,
    table,
    results,
    automatic: tables && at < 0 ? "CA" : null,
    strengths: [...listOf(true, attack), ...listOf(false, defense)],
  };
}
