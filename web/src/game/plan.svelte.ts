/** What the player means to do in this phase, known only to this browser: units on hold, the plan for the battles. */

import { refusal } from "../i18n/refusal";
import { tab } from "../storage/storage";
import { entriesOf } from "../wire/ids";
import type { MapId, Odds, PlanAnswer, Reason, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";

export interface PlannedBattle {
  targets: MapId[];
  attackers: UnitId[];
  odds?: Odds | null;
}
/** The refusals of a plan that name a hex without an attacker. */
const MISSING = new Set(["needs-attacker", "only-one-can"]);

export class Plan {
  readonly #position: Position;
  readonly #talk: Talk;
  /** Units that shall stay where they are: "next unit" skips them. */
  held = $state.raw<ReadonlySet<UnitId>>(new Set());
  #ticks = $state.raw<ReadonlyMap<UnitId, readonly MapId[]>>(new Map());
  answer = $state.raw<PlanAnswer | null>(null);
  /** The battles for which a support marker is meant, by their names: its shift is in their odds. */
  supported = $state.raw<ReadonlySet<string>>(new Set());
  /** The odds that were told of battles, by their targets and attackers. */
  #told = new Map<string, Odds>();
  /** The odds with the marker that is meant, of the battles that have been put together, by the same. */
  #marked = $state.raw<ReadonlyMap<string, Odds>>(new Map());
  #when = "";
  #asked = 0;
  /** Attackers that were ticked because only one target is in their reach; whoever unticks one is not asked again. */
  #offered = new Set<UnitId>();

  constructor(position: Position, talk: Talk) {
    this.#position = position;
    this.#talk = talk;
  }

  /** Looks at a new position: a new phase forgets the old marks, the plan is asked for anew. */
  settle(): void {
    const view = this.#position.view;
    if (!view) return;
    // The other side's counterblows come between the targets and the battles of one plan.
    const phase = view.phase === "counterblows" ? "combat" : view.phase;
    const when = `${view.turn} ${view.phasing} ${phase}`;
    if (when !== this.#when) {
      this.#when = when;
      this.held = new Set(this.#remembered("held", when).map(String) as UnitId[]);
      this.#ticks = new Map(this.#remembered("ticks", when).filter(isTick));
      this.#offered = new Set();
    }
    if (this.planning) void this.ask();
    else this.answer = null;
    void this.weigh();
  }

  /** Asks for the odds of the battles that wait with a marker: those of the view are without one. */
  async weigh(): Promise<void> {
    const { pkg, past } = this.#position;
    const waiting = pkg?.view.planned.filter((b) => this.supported.has(nameOf(b.targets))) ?? [];
    if (past || !waiting.length) return;
    const found = waiting.map(async (b) => {
      const { targets, attackers } = pure(b);
      const odds = await this.#talk.query({ kind: "odds", attackers, targets, support: true }).catch(() => null);
      return odds ? ([[keyOf(b), odds]] as const) : [];
    });
    const marked = new Map((await Promise.all(found)).flat());
    if (this.#position.pkg === pkg) this.#marked = marked;
  }

  /** Battles are being put together by this seat, or targets are being declared for them. */
  get planning(): boolean {
    const code = this.#position.view?.prompt.code;
    return this.declaring || (this.#position.mine && (code === "next_battle" || code === "compose"));
  }

  /** Targets are being declared: the battles can be planned, and put together later. */
  get declaring(): boolean {
    return this.#position.mine && this.#position.view?.prompt.code === "declare";
  }

  // --- holding ------------------------------------------------------------------------------------
  hold(unit: UnitId): void {
    const held = new Set(this.held);
    if (!held.delete(unit)) held.add(unit);
    this.held = held;
    tab.keepData(`held.${this.#talk.id}`, [this.#when, ...held]);
  }

  /** What this tab has kept of this phase, also from before the page was loaded anew. */
  #remembered(what: "held" | "ticks", when: string): unknown[] {
    const [of, ...kept] = tab.recallList(`${what}.${this.#talk.id}`);
    return of === when ? kept : [];
  }

  /** Ticked in the table: unit -> marked hexes. */
  get ticks(): ReadonlyMap<UnitId, readonly MapId[]> {
    return this.#ticks;
  }

  set ticks(ticks: ReadonlyMap<UnitId, readonly MapId[]>) {
    this.#ticks = ticks;
    tab.keepData(`ticks.${this.#talk.id}`, [this.#when, ...ticks]);
  }

  // --- what is drawn on the map -------------------------------------------------------------------
  /** Every battle that is still to be fought, the one being fought included: firm when it has been put together. */
  get toBeFought(): (PlannedBattle & { firm: boolean })[] {
    const view = this.#position.view;
    if (view?.phase !== "combat") return [];
    const { battle } = view;
    const now = battle?.attackers.length && !battle.result ? [{ ...battle, firm: !battle.composing }] : [];
    const firm = [...now, ...view.planned.map((b) => ({ ...b, odds: this.#withMarker(b) ?? b.odds, firm: true }))];
    const engaged = new Set(firm.flatMap((b) => b.attackers));
    const forced = (this.answer?.forced ?? []).filter((b) => b.attackers.every((unit) => !engaged.has(unit)));
    for (const unit of forced.flatMap((b) => b.attackers)) engaged.add(unit);
    const marked = new Set([...view.targets, ...view.counterblows]);
    const wished = this.#wished(marked, engaged);
    const taken = new Set([...firm, ...forced, ...wished].flatMap((b) => b.targets));
    const promised = this.promised.filter((b) => b.targets.every((hex) => marked.has(hex) && !taken.has(hex)));
    return [
      ...firm,
      ...forced.map((b) => ({ ...b, firm: true })),
      ...[...wished, ...promised].map((b) => ({ ...b, firm: false })),
    ];
  }

  #withMarker(b: PlannedBattle): Odds | undefined {
    return this.supported.has(nameOf(b.targets)) ? this.#marked.get(keyOf(b)) : undefined;
  }

  /** The battles that can be had together against the marked hexes that no tick attacks yet; each unit is in one. */
  get promised(): PlannedBattle[] {
    const { pkg, past } = this.#position;
    if (past) return [];
    if (this.planning && this.answer) return this.answer.proposed ?? [];
    const marked = new Set(this.#position.view?.targets);
    for (const hex of this.#position.view?.counterblows ?? []) marked.add(hex);
    const found = entriesOf(pkg?.together ?? {}).filter(([hex, b]) => hex === b.targets[0] && marked.has(hex));
    return found.map(([, b]) => b);
  }

  /** The battle against a hex as it can be had beside the others; undefined where there is none to be had. */
  promise(hex: MapId): PlannedBattle | undefined {
    if (this.#position.past) return undefined;
    return this.toBeFought.find((b) => b.targets.includes(hex)) ?? this.#position.pkg?.together?.[hex];
  }

  /** The ticks that can still be carried out, with the odds that were told of them. */
  #wished(marked: ReadonlySet<MapId>, engaged: ReadonlySet<UnitId>): PlannedBattle[] {
    return this.battles.flatMap((b) => {
      const targets = b.targets.filter((hex) => marked.has(hex));
      const attackers = b.attackers.filter((unit) => !engaged.has(unit) && this.#position.units.has(unit));
      if (!targets.length || !attackers.length) return [];
      return [{ targets, attackers, odds: this.#told.get(keyOf(b)) ?? null }];
    });
  }

  // --- planning battles ---------------------------------------------------------------------------
  /** Units ticked against a hex. */
  on(hex: MapId): UnitId[] {
    return [...this.ticks].filter(([, hexes]) => hexes.includes(hex)).map(([unit]) => unit);
  }

  tick(unit: UnitId, hex: MapId): void {
    const hexes = this.ticks.get(unit) ?? [];
    const next = new Map(this.ticks);
    if (hexes.includes(hex))
      next.set(
        unit,
        hexes.filter((h) => h !== hex),
      );
    else next.set(unit, [...hexes, hex]);
    if (next.get(unit)?.length === 0) next.delete(unit);
    this.ticks = next;
    void this.ask();
  }

  /** Ticks a unit that was taken to a hex; one that is ticked against it stays so. */
  send(unit: UnitId, hex: MapId): void {
    if (!this.on(hex).includes(unit)) this.tick(unit, hex);
  }

  /** Ticks the attackers that are proposed for the targets that have none yet, or for those of one battle. */
  accept(only?: PlannedBattle): void {
    const ticks = new Map(this.ticks);
    const battles = only ? this.promised.filter((b) => nameOf(b.targets) === nameOf(only.targets)) : this.promised;
    for (const { attackers, targets } of battles) for (const unit of attackers) ticks.set(unit, targets);
    this.ticks = ticks;
    void this.ask();
  }

  clear(): void {
    this.ticks = new Map();
    void this.ask();
  }

  /** The ticks as battles: hexes that share an attacker are one battle. The open composition comes first. */
  get battles(): PlannedBattle[] {
    const battles: PlannedBattle[] = [];
    for (const [unit, hexes] of this.ticks) {
      const touched = battles.filter((b) => b.targets.some((h) => hexes.includes(h)));
      const merged: PlannedBattle = {
        targets: [...new Set([...touched.flatMap((b) => b.targets), ...hexes])],
        attackers: [...touched.flatMap((b) => b.attackers), unit],
      };
      for (const old of touched) battles.splice(battles.indexOf(old), 1);
      battles.push(merged);
    }
    const first = this.#position.view?.battle?.targets[0];
    const comes = (b: PlannedBattle): number => Number(first !== undefined && b.targets.includes(first));
    return battles.sort((a, b) => comes(b) - comes(a));
  }

  async ask(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const battle = this.#position.view?.battle;
    const rest = this.battles;
    const [open] = battle?.composing ? battle.targets : [];
    const isOpen = (b: PlannedBattle): boolean => open !== undefined && b.targets.includes(open);
    // The attackers that are in the battle already are part of its plan.
    const plan = rest.map((b) =>
      battle && isOpen(b)
        ? { ...b, attackers: [...new Set([...battle.attackers, ...b.attackers])] }
        : { ...b, ...(this.supported.has(nameOf(b.targets)) ? { support: true } : {}) },
    );
    if (battle?.composing && battle.attackers.length && !plan.some(isOpen))
      plan.unshift({ targets: battle.targets, attackers: battle.attackers });
    try {
      const answer = await this.#talk.query({ kind: "allocation", plan });
      if (asked !== this.#asked || !this.planning) return;
      this.answer = answer;
      for (const b of answer.battles) if (b.odds) this.#told.set(keyOf(b), b.odds);
      if (this.#tickTheBound(answer)) void this.ask();
    } catch {
      if (asked === this.#asked) this.answer = null;
    }
  }

  /** Ticks, once, the units that can attack one target only. Returns whether there were any. */
  #tickTheBound({ rows }: PlanAnswer): boolean {
    const battle = this.#position.view?.battle;
    const engaged = new Set(battle?.composing ? battle.attackers : []);
    if (this.declaring) return false;
    const targets = new Map<UnitId, MapId[]>();
    for (const row of rows) for (const unit of row.able) targets.set(unit, [...(targets.get(unit) ?? []), row.hex]);
    const bound = [...targets].filter(
      ([unit, hexes]) => hexes.length === 1 && !engaged.has(unit) && !this.ticks.has(unit) && !this.#offered.has(unit),
    );
    for (const [unit] of bound) this.#offered.add(unit);
    if (bound.length > 0) this.ticks = new Map([...this.ticks, ...bound]);
    return bound.length > 0;
  }

  /** What is in the way of the ticks; while targets are declared, of the whole plan. */
  get problems(): Reason[] {
    return this.declaring ? this.problemsOfAll : (this.answer?.problems ?? []);
  }

  /** What is in the way of the plan with all that is proposed: those that have proposed attackers miss none. */
  get problemsOfAll(): Reason[] {
    const covered = new Set(this.promised.flatMap((b) => b.targets));
    const problems = this.answer?.problems ?? [];
    return problems.filter(({ code, args }) => !MISSING.has(code) || !covered.has(args.hex as MapId));
  }

  /** What the way on carries out while units are ticked: all orders, or in the board game the battle that comes next. */
  get order(): { battle: PlannedBattle | null; ready: boolean; why: string; attack?: true } | null {
    const { answer } = this;
    if (!this.planning || !answer || this.ticks.size === 0) return null;
    const [first] = this.problems;
    if (this.declaring) {
      // What was ticked for targets that were taken back waits for them: nothing is to be fought by it.
      if (!answer.battles.some((b) => b.attackers.length)) return null;
      return { battle: null, ready: !first, why: first ? refusal(first, this.#position) : "", attack: true };
    }
    if (answer.upfront) {
      return { battle: null, ready: answer.complete, why: first ? refusal(first, this.#position) : "" };
    }
    const battle = answer.battles.find((b) => b.attackers.some((u) => this.ticks.has(u)));
    return battle ? { battle, ready: true, why: "" } : null;
  }

  /** Gives the orders: all battles, or in the board game the one that is fought next. */
  async carryOut(only?: PlannedBattle): Promise<void> {
    const answer =
      only === undefined ? this.answer : await this.#talk.query({ kind: "allocation", plan: [pure(only)] });
    if (!answer) return;
    const done = new Set(only ? only.attackers : [...this.ticks.keys()]);
    await this.#talk.playAll(answer.actions);
    this.ticks = new Map([...this.ticks].filter(([unit]) => !done.has(unit)));
    if (this.planning) void this.ask();
  }
}

/** The name of a battle: the first of its hexes. */
export const nameOf = (targets: readonly MapId[]): string => [...targets].sort()[0] ?? "";

const keyOf = (b: PlannedBattle): string => `${[...b.targets].sort().join()} ${[...b.attackers].sort().join()}`;

const pure = (b: PlannedBattle): PlannedBattle => ({ targets: [...b.targets], attackers: [...b.attackers] });

const isTick = (kept: unknown): kept is [UnitId, MapId[]] =>
  Array.isArray(kept) &&
  typeof kept[0] === "string" &&
  Array.isArray(kept[1]) &&
  kept[1].every((hex) => typeof hex === "string");
