/** The plan of attack carried out: battle after battle in the order of the player, up to each decision that is not planned. */

import { refusal } from "../i18n/refusal";
import { api } from "../shared/api";
import { tab } from "../storage/storage";
import type { Action, Package, PlanAnswer, Side, Verb, View } from "../wire/types";
import { nameOf, type Plan, type PlannedBattle } from "./plan.svelte";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** What is meant to happen when a battle is asked whether it gets a support marker. */
export type Support = "ask" | "with" | "without";
/** The phases between the first Target and the last battle. */
const FIGHTING = new Set(["combat", "counterblows"]);

/** What is left for the rest of a phase: no marker is spent, each as the computer would, losses as it proposes. */
export type Rest = Readonly<Record<"support" | "proposed" | "losses", boolean>>;
const NOTHING: Rest = { support: false, proposed: false, losses: false };

/** What a tab keeps of the plan for a phase. */
interface Kept {
  when: string;
  meant: [string, Support][];
  left: Readonly<Record<Side, Rest>>;
  order: readonly string[];
}

/** Only this page writes there: what has the fields has them as they were written. */
const isKept = (kept: unknown): kept is Kept =>
  typeof kept === "object" && kept !== null && ["when", "meant", "left", "order"].every((name) => name in kept);
const has = (actions: readonly Action[], type: Verb): Action | undefined => actions.find((a) => a.type === type);

/** The marked hexes that no battle of a plan attacks. */
const missingOf = ({ rows, battles }: PlanAnswer): PlanAnswer["rows"] =>
  rows.filter((row) => !battles.some((b) => b.attackers.length && b.targets.includes(row.hex)));

export class Attack {
  /** The plan is being carried out. */
  running = $state(false);
  /** It was broken off by what it lacked; that may have been mended since. */
  #halted = $state(false);
  /** The support markers that were meant for battles, by the battles' names. */
  meant = $state.raw<ReadonlyMap<string, Support>>(new Map());
  /** What each side leaves for the rest of this phase: its markers unspent or to the computer, its losses to the computer. */
  #left = $state.raw<Readonly<Record<Side, Rest>>>({ axis: NOTHING, soviet: NOTHING });
  /** The side whose plan is carried out: at one device the other one answers in between. */
  #side: Side | null = null;
  /** Names of battles, the first to be fought first; those that are not named come after them. */
  #order = $state.raw<readonly string[]>([]);
  /** The battles of the plan as it was begun, and the markers that this side had then. */
  #begun = $state.raw<readonly PlannedBattle[]>([]);
  #hadMarkers = $state(0);
  #when = "";
  /** What is asked is being answered by what was said before. */
  working = $state(false);
  readonly #id: string;
  readonly #position: Position;
  readonly #talk: Talk;
  readonly #plan: Plan;

  constructor(id: string, position: Position, talk: Talk, plan: Plan) {
    this.#id = id;
    this.#position = position;
    this.#talk = talk;
    this.#plan = plan;
  }

  // --- the plan -----------------------------------------------------------------------------------
  /** The battles still to be begun, in the order in which they are to be fought. */
  get battles(): PlannedBattle[] {
    const now = nameOf(this.#position.view?.battle?.targets ?? []);
    const open = new Map<string, PlannedBattle>();
    for (const b of this.#plan.toBeFought) {
      const name = nameOf(b.targets);
      // The battle that is being put together is there twice: as it stands, and as it is meant.
      if (!b.firm || name !== now) open.set(name, b);
    }
    return [...open]
      .map(([name, b], i) => ({ b, at: this.#rank(name, i) }))
      .sort((one, other) => one.at - other.at)
      .map(({ b }) => b);
  }

  /** What the list shows: while the plan is carried out, also the battles of it that are over, so that the others keep their place. */
  get shown(): (PlannedBattle & { over: boolean })[] {
    if (!this.running) return this.battles.map((b) => ({ ...b, over: false }));
    const begun = new Map(this.#begun.map((b) => [nameOf(b.targets), b]));
    // Who attacks is as it was meant: while they are told to, one after the other, the list stays as long.
    const open = this.battles.map((b) => {
      const meant = begun.get(nameOf(b.targets));
      return { ...b, attackers: meant?.attackers ?? b.attackers, over: false };
    });
    const names = new Set(open.map((b) => nameOf(b.targets)));
    const now = nameOf(this.#position.view?.battle?.targets ?? []);
    const gone = this.#begun.filter((b) => !names.has(nameOf(b.targets)));
    return [...gone.map((b) => ({ ...b, over: nameOf(b.targets) !== now })), ...open];
  }

  /** Whether the list asks for markers: those that have been spent since it began leave no gap in it. */
  get asksMarkers(): boolean {
    return this.markers > 0 || (this.running && this.#hadMarkers > 0);
  }

  #rank(name: string, i: number): number {
    const at = this.#order.indexOf(name);
    return at < 0 ? this.#order.length + i : at;
  }

  /** Has a battle fought one place earlier. */
  sooner(battle: PlannedBattle): void {
    const names = this.battles.map((b) => nameOf(b.targets));
    const at = names.indexOf(nameOf(battle.targets));
    if (at > 0) names.splice(at - 1, 2, names[at] ?? "", names[at - 1] ?? "");
    this.#order = names;
    this.#keep();
  }

  /** What is meant for a battle; where every marker is meant for other battles there is nothing to ask. */
  supportOf(battle: PlannedBattle): Support {
    return this.meant.get(nameOf(battle.targets)) ?? (this.rest.support || this.#promised(battle) ? "without" : "ask");
  }

  #promised(battle: PlannedBattle): boolean {
    return this.markers > 0 && !this.canSupport(battle);
  }

  /** Means a marker for a battle, or none; the odds that are told follow. */
  mean(battle: PlannedBattle, support: Support): void {
    if (support === "with" && !this.canSupport(battle)) return;
    // What is ticked comes before what is proposed: the order that is seen holds all the same.
    this.#order = this.battles.map((b) => nameOf(b.targets));
    this.#plan.accept(battle);
    const meant = new Map(this.meant).set(nameOf(battle.targets), support);
    if (support === "ask") meant.delete(nameOf(battle.targets));
    this.#means(meant);
    this.#keep();
    if (this.#plan.planning) void this.#plan.ask();
  }

  /** What this side has left for the rest of the phase. */
  get rest(): Rest {
    const { seat } = this.#position;
    return seat ? this.#left[seat] : NOTHING;
  }

  /** Leaves the rest of the phase's markers unspent or to the computer, or its losses to it; what is being asked included. */
  leave(what: keyof Rest, left: boolean): void {
    const { seat } = this.#position;
    if (!seat) return;
    const other = what === "support" ? { proposed: false } : what === "proposed" ? { support: false } : {};
    this.#left = { ...this.#left, [seat]: { ...this.rest, ...(left ? other : {}), [what]: left } };
    this.#keep();
    if (left) void this.#carryOn();
  }

  #means(meant: ReadonlyMap<string, Support>): void {
    this.meant = meant;
    this.#plan.supported = new Set([...meant].filter(([, s]) => s === "with").map(([name]) => name));
    void this.#plan.weigh();
  }

  /** The tab keeps what is meant for this phase, over a page that is loaded anew. */
  #keep(): void {
    const kept: Kept = { when: this.#when, meant: [...this.meant], left: this.#left, order: this.#order };
    tab.keepData(`attack.${this.#id}`, kept);
  }

  /** The support markers of this side. */
  get markers(): number {
    const { view, seat } = this.#position;
    return seat === null ? 0 : (view?.supports?.[seat] ?? 0);
  }

  /** Whether a marker can still be meant for a battle: each is spent once. */
  canSupport(battle: PlannedBattle): boolean {
    const name = nameOf(battle.targets);
    const others = this.battles.filter(
      (b) => nameOf(b.targets) !== name && this.meant.get(nameOf(b.targets)) === "with",
    );
    return others.length < this.markers;
  }

  /** Why the plan cannot be carried out; empty if it can. */
  get why(): string {
    const [first] = this.#plan.problemsOfAll;
    return first ? refusal(first, this.#position) : "";
  }

  // --- carrying it out ----------------------------------------------------------------------------
  /** Begins, or goes on after it was broken off: what is proposed for the other targets is part of the plan. */
  async begin(): Promise<void> {
    if (!this.#plan.planning && this.#position.view?.prompt.code !== "fight_planned") return;
    if (this.why) return this.#halt();
    // The order that was seen holds, whatever the rules put together by themselves.
    this.#order = this.battles.map((b) => nameOf(b.targets));
    this.#keep();
    this.#plan.accept();
    this.#side = this.#position.seat;
    this.#begun = this.battles;
    this.#hadMarkers = this.markers;
    this.running = true;
    this.#halted = false;
    await this.#carryOn();
  }

  /** Breaks off: every decision is the player's again. */
  stop(): void {
    this.running = false;
    this.#halted = false;
  }

  #halt(): void {
    this.running = false;
    this.#halted = true;
  }

  /** It waits for what it lacked, and the way on goes on with it. */
  get halted(): boolean {
    return this.#halted && this.#plan.planning;
  }

  /** Why it waits, as the plan stands now: what it still lacks, else the hexes that the other side has added. */
  get stopped(): string {
    const { answer } = this.#plan;
    if (!this.halted || !answer) return "";
    const position = this.#position;
    const named = (rows: PlanAnswer["rows"]): string => rows.map((row) => position.placeName(row.hex)).join(", ");
    const [problem] = this.#plan.problems;
    if (problem) return refusal(problem, position);
    const missing = this.#plan.declaring ? [] : missingOf(answer);
    if (missing.length) return t("game.attack-open", { places: named(missing) });
    const blows = answer.rows.filter((row) => row.counterblow);
    return blows.length ? t("game.attack-blows", { places: named(blows) }) : "";
  }

  /** Follows a new package: the next step of the plan, once the page has taken it in. */
  follow(before: Package | null, next: Package): void {
    this.#forget(next.view);
    if (before && next.ply < before.ply) this.stop();
    if (next.view.outcome || !FIGHTING.has(next.view.phase) || next.view.phasing !== this.#side) this.stop();
    const carries = this.#carries || Object.values(this.rest).includes(true);
    if (next.covered || this.working || !carries) return;
    setTimeout(() => void (this.#position.pkg === next && this.#carryOn()), 0);
  }

  /** The plan goes on, and this side is asked. */
  get #carries(): boolean {
    return this.running && this.#position.seat === this.#side;
  }

  /** What was meant for one phase does not hold in the next. */
  #forget({ turn, phasing, phase }: View): void {
    const when = `${turn} ${phasing} ${FIGHTING.has(phase)}`;
    if (when === this.#when) return;
    this.#when = when;
    const kept = tab.recallData(`attack.${this.#id}`);
    const same = isKept(kept) && kept.when === when;
    this.#left = same ? kept.left : { axis: NOTHING, soviet: NOTHING };
    this.#order = same ? kept.order : [];
    this.#means(new Map(same ? kept.meant : []));
  }

  async #carryOn(): Promise<void> {
    if (this.working) return;
    this.working = true;
    try {
      // A package that comes while the computer is asked has its question answered, too.
      for (let seen = this.#position.pkg; (await this.#step()) || seen !== this.#position.pkg; )
        seen = this.#position.pkg;
    } finally {
      this.working = false;
    }
  }

  /** Answers what is asked, if the plan does; whether it has. */
  async #step(): Promise<boolean> {
    const position = this.#position;
    if (!position.mine || position.past || this.#talk.busy) return false;
    switch (position.view?.prompt.code) {
      case "support":
        return this.#support();
      case "step_loss":
        return this.rest.losses && this.#lose();
      case "declare":
        return this.#carries && this.#play(has(position.actions, "Done"));
      case "next_battle":
      case "compose":
        return this.#carries && this.#putTogether();
      case "fight_planned":
        return this.#carries && this.#play(this.#next());
      default:
        return false;
    }
  }

  async #play(action: Action | undefined): Promise<boolean> {
    if (!action) return false;
    const ply = this.#position.pkg?.ply;
    await this.#talk.act(action, true);
    const played = this.#position.pkg?.ply !== ply;
    if (!played) this.stop();
    return played;
  }

  /** The battle that is begun next, of those that have been put together. */
  #next(): Action | undefined {
    const begins = this.#position.actions.filter((a) => a.type === "BeginBattle");
    const first = this.battles.find((b) => begins.some((a) => b.targets.includes(a.hex ?? "")));
    return begins.find((a) => first?.targets.includes(a.hex ?? "")) ?? begins[0];
  }

  /** Puts all battles together, or in the board game the one that is fought next. */
  async #putTogether(): Promise<boolean> {
    await this.#plan.ask();
    const { answer } = this.#plan;
    if (!answer) return false;
    const planned = answer.battles.filter((b) => b.attackers.length);
    if (answer.problems.length || missingOf(answer).length || !planned.length) {
      this.#halt();
      return false;
    }
    const ply = this.#position.pkg?.ply;
    const order = this.battles.map((b) => nameOf(b.targets));
    const [first] = planned.sort((a, b) => order.indexOf(nameOf(a.targets)) - order.indexOf(nameOf(b.targets)));
    await this.#plan.carryOut(answer.upfront ? undefined : first);
    const done = this.#position.pkg?.ply !== ply;
    if (!done) this.stop();
    return done;
  }

  /** Spends a marker, or none, as was meant for this battle. */
  async #support(): Promise<boolean> {
    const { actions, view } = this.#position;
    const battle = view?.battle;
    const planned = this.#carries && battle && !battle.counterattack;
    const support = planned ? this.supportOf(battle) : this.rest.support ? "without" : "ask";
    if (support !== "ask") return this.#play(has(actions, support === "with" ? "CommitSupport" : "Pass"));
    const proposed = this.rest.proposed ? await this.#proposed() : undefined;
    return proposed?.type === "CommitSupport" || proposed?.type === "Pass" ? this.#play(proposed) : false;
  }

  /** What the computer would answer now. */
  async #proposed(): Promise<Action | undefined> {
    const ply = this.#position.pkg?.ply;
    if (ply === undefined) return undefined;
    const hint = await api.hint(this.#id, ply, this.#talk.hands).catch(() => null);
    return hint?.ply === ply && this.#position.pkg?.ply === ply ? this.#position.offered(hint.action) : undefined;
  }

  /** Takes the loss that the computer proposes, unless it would cost more than another. */
  async #lose(): Promise<boolean> {
    const loss = await this.#proposed();
    return loss?.type === "LoseStep" && !this.#position.asksFirst(loss) ? this.#play(loss) : false;
  }
}
