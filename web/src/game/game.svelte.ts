/** One open game: the talk with the server, the position shown, what is in the player's hand, what is open on the screen. */

import { api } from "../shared/api";
import { settings } from "../shared/settings.svelte";
import { sound } from "../shared/sounds";
import { toasts } from "../shared/toasts.svelte";
import type { Package, Passing, Scope, Window } from "../wire/types";
import { Advice } from "./advice.svelte";
import { Attack } from "./attack.svelte";
import { Battlefield } from "./battlefield.svelte";
import { Chronicle } from "./chronicle.svelte";
import { type Clicks, GameClicks } from "./clicks";
import { Dangers } from "./dangers.svelte";
import { heard } from "./heard";
import { type Came, Marches } from "./marches.svelte";
import { Marks } from "./marks.svelte";
import { Plan } from "./plan.svelte";
import { Position } from "./position.svelte";
import { Screen } from "./screen.svelte";
import { Seeds } from "./seed";
import { Selection } from "./selection.svelte";
import { Stack } from "./stack.svelte";
import { Talk } from "./talk.svelte";
import { t } from "./texts";
import { betweenPeople, covers, isRule, joined, passes, ruleOf, withThisWindow } from "./windows";

export class Game {
  readonly id: string;
  readonly position: Position;
  readonly talk: Talk;
  readonly chronicle: Chronicle;
  readonly marches: Marches;
  readonly battlefield: Battlefield;
  readonly screen: Screen;
  readonly selection: Selection;
  readonly stack: Stack;
  readonly marks: Marks;
  readonly plan: Plan;
  readonly attack: Attack;
  readonly dangers: Dangers;
  readonly advice: Advice;
  readonly #seeds = new Seeds(
    () => toasts.say(t("game.dice-wrong")),
    () => void this.talk.refresh().catch(() => undefined),
  );
  /** The last package that was not covered: what the screen showed before. */
  #open: Package | null = null;
  /** Every moment at which a player can be asked for an event, once the server has been asked for them. */
  #moments: readonly Window[] | null = null;
  clicks: Clicks;

  constructor(id: string, SomeTalk: typeof Talk = Talk) {
    this.id = id;
    this.position = new Position();
    this.talk = new SomeTalk(id, this.position);
    this.chronicle = new Chronicle(id, this.position);
    this.marches = new Marches(this.position);
    this.battlefield = new Battlefield(this.position, this.chronicle, this.marches);
    this.screen = new Screen();
    this.selection = new Selection(this.position, this.talk);
    this.stack = new Stack(this.position, this.talk, this.selection);
    this.marks = new Marks(this.position, this.talk);
    this.plan = new Plan(this.position, this.talk);
    this.attack = new Attack(id, this.position, this.talk, this.plan);
    this.dangers = new Dangers(this.position, this.talk, this.selection);
    this.advice = new Advice(id, this.position, this.talk);
    this.clicks = new GameClicks(this.position, this.talk, this.screen, this.selection, this.stack, this.marks);
    this.talk.tell(
      (before, next, since, came) => this.#follow(before, next, since, came),
      (next, since) => this.chronicle.roll(next, since),
    );
  }

  async open(): Promise<void> {
    if (!(await this.talk.open())) return;
    this.chronicle.recall();
    this.talk.listen();
    document.addEventListener("visibilitychange", this.#look);
  }

  close(): void {
    this.marches.skip();
    this.#seeds.stop();
    document.removeEventListener("visibilitychange", this.#look);
    this.talk.close();
  }

  /** Whoever comes back to this tab is told what happened meanwhile. */
  readonly #look = async (): Promise<void> => {
    if (document.visibilityState !== "visible") {
      this.marches.skip();
      this.talk.miss();
      return this.chronicle.leave();
    }
    await this.talk.refresh().catch(() => undefined);
    this.chronicle.recall();
  };

  /** Everything follows a new package, the log first. */
  #follow(before: Package | null, next: Package, since: number, came: Came): void {
    this.screen.endFlash();
    this.marches.follow(before, next, since, came, this.chronicle.log, this.chronicle.dice?.rolling);
    this.#ring(before, next);
    if (this.chronicle.follow(before, next, since)) void this.#readAgain();
    this.chronicle.remember();
    void this.#seeds.give(next);
    // Whoever looks back is not called away by what happens meanwhile.
    if (!this.position.past && !next.covered) this.screen.follow(this.position, this.#open, next);
    this.#handOver(before, next);
    this.selection.settle(before, next);
    this.marks.settle(next);
    this.plan.settle();
    this.attack.follow(before, next);
    this.dangers.follow(before, next);
    this.advice.follow(before, next);
    void this.#keepRule(next);
    this.#passWindow(next);
    this.#passSupport(next);
  }

  /** Between two people the server passes what the settings leave out: then nobody has to be here for it. */
  async #keepRule(next: Package): Promise<void> {
    if (!next.passes || !betweenPeople(next)) return;
    const wanted = await this.#wanted();
    if (wanted && !covers(next.passes, wanted)) await this.#setRule(next, joined(next.passes, wanted));
  }

  /** A change of the settings replaces the rule of the seat. */
  async changeRule(): Promise<void> {
    const { pkg } = this.position;
    if (!pkg?.passes || !betweenPeople(pkg)) return;
    const wanted = await this.#wanted();
    if (wanted) await this.#setRule(pkg, { ...wanted, phase: pkg.passes.phase });
  }

  /** From now on the windows of a phase are passed unasked, or no longer (`pass all`); whether the server has taken it. */
  async passPhase(phase: Scope | null): Promise<boolean> {
    const { pkg } = this.position;
    if (!pkg?.passes || !(await this.#setRule(pkg, { ...pkg.passes, phase }))) return false;
    await this.talk.refresh().catch(() => undefined);
    return true;
  }

  /** The rule that the settings ask for; null where the server does not say which windows there are. */
  async #wanted(): Promise<Passing | null> {
    const setting = settings.all.windows;
    if (!isRule(setting)) return ruleOf(setting, []);
    this.#moments ??= (await api.options().catch(() => null))?.windows ?? null;
    return this.#moments && ruleOf(setting, this.#moments);
  }

  /** From now on the window that is asked about is passed unasked, this time included. */
  async passFromNowOn(): Promise<void> {
    const { pkg } = this.position;
    const rule = pkg && withThisWindow(pkg);
    const pass = pkg?.actions.find((a) => a.type === "Pass");
    if (rule && pass && (await this.#setRule(pkg, rule))) await this.talk.act(pass);
  }

  /** Gives the seat a rule; whether the server has taken it. */
  async #setRule(pkg: Package, rule: Passing): Promise<boolean> {
    if (!pkg.seat) return false;
    return api.passWindows(this.id, pkg.seat, rule).then(
      () => true,
      () => false, // the next package tries again
    );
  }

  /** The turn has come to this player, who may be looking elsewhere; and what happens at the table, if that is wished. */
  #ring(before: Package | null, next: Package): void {
    const comes = before && !before.actions.length && next.actions.length > 0;
    if (settings.all.sound && comes && (document.hidden || betweenPeople(next))) sound("turn", settings.volume);
    if (settings.all.sounds && !document.hidden) for (const one of heard(before, next)) sound(one, settings.volume);
  }

  async #readAgain(): Promise<void> {
    const log = await this.talk.wholeLog();
    if (log) this.chronicle.log = log;
  }

  /** At one device the other side is to look away first: nothing of what was looked at stays on the table. */
  #handOver(before: Package | null, next: Package): void {
    if (next.covered) {
      this.position.past = null;
      this.screen.clear();
    } else this.#open = next;
    if (before && next.seat !== before.seat) this.selection.select(null);
  }

  /** A support marker that can change nothing is not asked about; a note says so. */
  #passSupport(next: Package): void {
    if (next.view.prompt.code !== "support" || this.position.handOver) return;
    const commit = next.actions.find((a) => a.type === "CommitSupport");
    const pass = next.actions.find((a) => a.type === "Pass");
    const why = commit ? this.position.moot(commit) : "";
    if (!why || !pass) return;
    toasts.say(why);
    setTimeout(() => void (this.position.pkg === next && this.talk.act(pass)), 0);
  }

  /** From now on the game does not stop for events that change nothing: not for those on offer either. */
  skipIdle(): void {
    settings.set("windows", "useful");
    if (this.position.pkg) this.#passWindow(this.position.pkg);
  }

  /** Card windows that the player does not want to be asked about are passed at once. */
  #passWindow(next: Package): void {
    if (this.talk.silent(next)) setTimeout(() => void (this.position.pkg === next && this.talk.passUnseen()), 0);
    const silent = next.view.prompt.code === "window" && this.talk.quiet(next);
    if (this.position.handOver || !(silent || passes(settings.all.windows, next, (a) => this.position.moot(a)))) return;
    const pass = next.actions.find((a) => a.type === "Pass");
    if (pass) setTimeout(() => void (this.position.pkg === next && this.talk.act(pass)), 0);
  }
}
