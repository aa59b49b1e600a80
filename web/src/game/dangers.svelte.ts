/** What threatens the side of this seat, as the server foresees it: asked for with every new position. */

import { refusal } from "../i18n/refusal";
import type { Danger, Package } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";

/** The way out that is none: nothing helps. */
const NO_WAY = "info-danger-way-none";

export class Dangers {
  readonly #position: Position;
  readonly #talk: Talk;
  #found = $state.raw<Danger[]>([]);
  /** The question that is under way; what is known meanwhile is that of the position before. */
  pending: Promise<void> | null = null;

  constructor(position: Position, talk: Talk) {
    this.#position = position;
    this.#talk = talk;
  }

  /** The gravest first; nothing while another player is to look, or one looks back. */
  list = $derived.by<Danger[]>(() => (this.#position.past || this.#position.handOver ? [] : this.#found));
  grave = $derived(this.list.filter((danger) => danger.grave));
  /** Hex -> what threatens there. */
  byHex = $derived.by(() => {
    const map = new Map<string, Danger[]>();
    for (const danger of this.list) for (const hex of danger.hexes) map.set(hex, [...(map.get(hex) ?? []), danger]);
    return map;
  });

  follow(before: Package | null, next: Package): void {
    const { seat } = next;
    if (before?.seat !== seat || !seat || next.view.outcome) this.#found = [];
    this.pending = null;
    if (!seat || next.view.outcome) return;
    const asked: Promise<void> = this.#talk.query({ kind: "dangers", side: seat }).then(
      (found) => this.#take(next, found, asked),
      () => this.#take(next, [], asked),
    );
    this.pending = asked;
  }

  #take(asked: Package, found: Danger[], question: Promise<void>): void {
    if (this.#position.pkg === asked) this.#found = found;
    if (this.pending === question) this.pending = null;
  }

  words(danger: Danger): string {
    return refusal(danger.said, this.#position);
  }

  /** What would save them, a sentence each. */
  ways(danger: Danger): string[] {
    return danger.ways.map((way) => refusal(way, this.#position));
  }
}

/** Whether a loss can still be averted. */
export const canBeSaved = (danger: Danger): boolean => danger.ways.some((way) => way.code !== NO_WAY);
