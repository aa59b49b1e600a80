/** What the computer would do in the player's place: hints of three strengths, and a part of the turn handed over to it. */

import { refusal } from "../i18n/refusal";
import { announcer } from "../shared/announce.svelte";
import { api } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import { onMap } from "../wire/ids";
import type { Action, Explanation, Hint, MapId, Package, Verb } from "../wire/types";
import { buttonOf } from "./labels";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** How much of a hint is shown: nothing, where to look, which action, and why. */
export type Strength = 0 | 1 | 2 | 3;
/** The phases of which the rest can be handed over. */
const PARTS = new Set(["organization", "movement", "combat"]);
/** The questions that plan battles: the others of the Combat Phase come with the dice. */
const PLANS = new Set(["declare", "next_battle", "compose", "join_planned"]);
/** The least milliseconds for which a step is shown before the computer takes it. */
const SHOWN = 400;

export class Advice {
  hint = $state.raw<Hint | null>(null);
  strength = $state<Strength>(0);
  asking = $state(false);
  /** The computer plays for this side until its part is done. */
  running = $state(false);
  /** It only looks for targets. */
  declares = $state(false);
  /** It has left the step of the hint to the player. */
  leaves = $state(false);
  /** A lesson's own hint, where it has one to give: then the computer, which may want something else, is silent. */
  lesson: (() => boolean) | null = null;
  /** The steps that it took for the player and that were the last ones: the ply before each. */
  taken = $state.raw<number[]>([]);
  readonly #id: string;
  readonly #position: Position;
  readonly #talk: Talk;
  /** A step of the computer is on its way. */
  #playing = false;

  constructor(id: string, position: Position, talk: Talk) {
    this.#id = id;
    this.#position = position;
    this.#talk = talk;
  }

  /** The phase of which the rest can be handed over now, in the player's own turn; empty if there is none. */
  get part(): string {
    const { mine, seat, view } = this.#position;
    if (!mine || !view || view.phasing !== seat || !PARTS.has(view.phase)) return "";
    return view.phase === "combat" && !PLANS.has(view.prompt.code) ? "" : view.phase;
  }

  /** The action of the hint, as it can be played now. */
  get step(): Action | null {
    return (this.hint && this.#position.offered(this.hint.action)) ?? null;
  }

  /** Why the action of the hint cannot be taken back; empty when it can. */
  get sealed(): string {
    return this.step ? this.#position.barrier(this.step) : "";
  }

  /** What the hint says: what the computer would play, or which step it has left to the player. */
  get which(): string {
    if (!this.hint) return "";
    const step = this.step ?? this.hint.action;
    if (this.leaves && step.type === "Done" && this.#position.endsPhase(step)) return t("game.advice-end");
    return t(this.leaves ? "game.advice-yours" : "game.advice-which", { action: buttonOf(this.#position, step) });
  }

  /** How much the computer has done for the player; empty if nothing. */
  get did(): string {
    return this.taken.length ? t("game.advice-played", { n: this.taken.length }) : "";
  }

  /** What the action of the hint is for; empty where nothing shows it. */
  get aim(): string {
    const [first] = this.hint?.why.wanted ?? [];
    return first ? refusal(first, this.#position) : "";
  }

  /** The hexes to look at. */
  get hexes(): MapId[] {
    return this.hint?.places.map((id) => this.#position.placeOf(id)).filter(onMap) ?? [];
  }

  /** Whether there is more to say of the action than what it is. */
  get hasReasons(): boolean {
    return this.hint !== null && sentencesOf(this.hint.why, this.#position).length > 0;
  }

  /** A hint, or a stronger one. One that cannot say where to look on the map, and what for, begins with the action. */
  async ask(): Promise<void> {
    if (this.asking || this.running) return;
    if (!this.hint && this.lesson?.()) return;
    if (!this.hint) await this.#fetch();
    if (!this.hint) return;
    const least = this.hexes.length && this.aim ? 1 : 2;
    const most = this.hasReasons ? 3 : 2;
    this.strength = Math.min(most, Math.max(this.strength + 1, least)) as Strength;
  }

  /** Puts the hint away. */
  close(): void {
    this.running = false;
    this.taken = [];
    this.#show(null, 0);
  }

  /** Plays what the hint says; its button has said what cannot be taken back. */
  async play(): Promise<void> {
    if (this.step) await this.#talk.act(this.step, true);
  }

  /** Lets the computer play on for this side, up to the end of the part or to what cannot be undone; then tells. */
  async handOver(): Promise<void> {
    const { part } = this;
    this.close();
    if (!part) return;
    this.running = true;
    while (this.running && this.part === part && (await this.#takeStep()));
    const left = this.running && this.sealed !== "";
    this.running = false;
    this.#show(left ? this.hint : null, left ? 2 : 0, left);
    announcer.note([this.did, left ? this.which : ""].filter(Boolean).join(" "));
  }

  /** Targets can be declared, and help is not ruled out: then the computer may propose some. */
  get proposes(): boolean {
    const { pkg, mine, view, actions } = this.#position;
    const declares = mine && view?.prompt.code === "declare" && actions.some((a) => a.type === "DeclareTarget");
    return declares && pkg?.game.help !== "none";
  }

  /**
   * Declares the targets that the computer would declare, one by one, and no further: each can be taken back, and what
   * cannot be is left to the player.
   */
  async declare(): Promise<void> {
    if (!this.proposes || this.running || this.asking) return;
    this.close();
    this.running = true;
    this.declares = true;
    while (this.running && this.proposes && (await this.#takeStep("DeclareTarget")));
    this.running = false;
    this.declares = false;
    this.#show(null, 0);
    if (this.did) announcer.note(this.did);
    else toasts.say(t("game.no-proposal"));
  }

  /** Stops the computer after the step that it is at. */
  stop(): void {
    this.running = false;
  }

  /** Takes back what the computer did for the player, step by step, as far as that goes. */
  async takeBack(): Promise<void> {
    for (let left = this.taken.length; left > 0; left = this.taken.length) {
      await this.#talk.undo();
      if (this.taken.length >= left) return;
    }
  }

  /** A hint is about one question; what the computer did can be taken back until the player does something else. */
  follow(before: Package | null, next: Package): void {
    if (next.covered) this.close();
    if (next.covered || this.#playing || before?.ply === next.ply) return;
    const back = before !== null && next.ply < before.ply;
    const taken = back ? this.taken.filter((ply) => ply < next.ply) : [];
    this.close();
    this.taken = taken;
  }

  /**
   * Takes the computer's next step for the player, unless it cannot be taken back or is another one than `only` is wanted.
   * Whether it was taken.
   */
  async #takeStep(only?: Verb): Promise<boolean> {
    await this.#fetch();
    const { step } = this;
    if (!step || this.sealed || (only && step.type !== only)) return false;
    await this.#pause();
    const ply = this.#position.pkg?.ply;
    if (!this.running || ply === undefined || this.hint?.ply !== ply) return false;
    this.#playing = true;
    const done = await this.#talk.playAll([step]).finally(() => {
      this.#playing = false;
    });
    if (done) this.taken = [...this.taken, ply];
    return done;
  }

  /** Time to see what comes next, and to stop it. */
  async #pause(): Promise<void> {
    if (!prefs.still) await new Promise((resolve) => setTimeout(resolve, Math.max(SHOWN, settings.pause)));
  }

  #show(hint: Hint | null, strength: Strength, leaves = false): void {
    this.hint = hint;
    this.strength = strength;
    this.leaves = leaves;
  }

  async #fetch(): Promise<void> {
    const ply = this.#position.pkg?.ply;
    if (ply === undefined) return;
    this.asking = true;
    try {
      const hint = await api.hint(this.#id, ply, this.#talk.hands);
      this.hint = this.#position.pkg?.ply === hint.ply ? hint : null;
    } catch (error) {
      this.hint = null;
      toasts.say(this.#talk.said(error));
    } finally {
      this.asking = false;
    }
  }
}

/** The sentences of an explanation, each with what it is: a wish, the odds or a fear. */
export const sentencesOf = (why: Explanation, position: Position): { part: keyof Explanation; text: string }[] =>
  (["wanted", "odds", "feared"] as const).flatMap((part) =>
    why[part].map((reason) => ({ part, text: refusal(reason, position) })),
  );
