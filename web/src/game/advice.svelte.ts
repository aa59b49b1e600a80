/** What the computer would do in the player's place: hints of three strengths, and a part of the turn handed over to it. */

import { refusal } from "../i18n/refusal";
import { api } from "../shared/api";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Explanation, Hint, Package } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** How much of a hint is shown: nothing, where to look, which action, and why. */
export type Strength = 0 | 1 | 2 | 3;
/** The phases of which the rest can be handed over. */
const PARTS = new Set(["organization", "movement", "combat"]);

export class Advice {
  hint = $state.raw<Hint | null>(null);
  strength = $state<Strength>(0);
  asking = $state(false);
  /** The computer plays for this side until its part is done. */
  running = $state(false);
  readonly #id: string;
  readonly #position: Position;
  readonly #talk: Talk;

  constructor(id: string, position: Position, talk: Talk) {
    this.#id = id;
    this.#position = position;
    this.#talk = talk;
  }

  /** The phase of which the rest can be handed over now; empty if there is none. */
  get part(): string {
    const phase = this.#position.mine ? (this.#position.view?.phase ?? "") : "";
    return PARTS.has(phase) ? phase : "";
  }

  /** A hint, or a stronger one. */
  async ask(): Promise<void> {
    if (this.asking || this.running) return;
    if (!this.hint) await this.#fetch();
    if (this.hint) this.strength = Math.min(3, this.strength + 1) as Strength;
  }

  /** Puts the hint away. */
  close(): void {
    this.running = false;
    this.hint = null;
    this.strength = 0;
  }

  /** Plays what the hint says. */
  async play(): Promise<void> {
    const { hint } = this;
    if (hint) await this.#talk.act(hint.action);
  }

  /**
   * Lets the computer play on for this side, up to the end of the part or to what cannot be undone; then says how much
   * it did.
   */
  async handOver(): Promise<void> {
    const { part } = this;
    this.close();
    if (!part) return;
    this.running = true;
    let played = 0;
    let last: Action | null = null;
    while (this.running && this.part === part) {
      await this.#fetch();
      const next = this.hint as Hint | null;
      if (!this.running || !next) break;
      const known = this.#position.actions.find((a) => same(a, next.action));
      if (!known || this.#position.barrier(known)) {
        last = next.action;
        break;
      }
      this.hint = null;
      if (!(await this.#talk.playAll([known]))) break;
      played += 1;
    }
    this.close();
    if (played) toasts.say(t("game.advice-played", { n: played }));
    if (last) toasts.say(t(last.type === "Done" ? "game.advice-end" : "game.advice-yours"));
  }

  /** A hint is about one question. */
  follow(before: Package | null, next: Package): void {
    if (this.running || before?.ply === next.ply) return;
    this.close();
  }

  async #fetch(): Promise<void> {
    const ply = this.#position.pkg?.ply;
    if (ply === undefined) return;
    this.asking = true;
    try {
      const hint = await api.hint(this.#id, ply);
      this.hint = this.#position.pkg?.ply === hint.ply ? hint : null;
    } catch (error) {
      this.hint = null;
      toasts.say(this.#talk.said(error));
    } finally {
      this.asking = false;
    }
  }
}

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The sentences of an explanation, each with what it is: a wish, the odds or a fear. */
export const sentencesOf = (why: Explanation, position: Position): { part: keyof Explanation; text: string }[] =>
  (["wanted", "odds", "feared"] as const).flatMap((part) =>
    why[part].map((reason) => ({ part, text: refusal(reason, position) })),
  );
