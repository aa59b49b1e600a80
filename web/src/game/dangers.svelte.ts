/** What threatens the side of this seat, as the server foresees it: asked for with every new position. */

import { refusal } from "../i18n/refusal";
import type { Danger, MapId, Package, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Selection } from "./selection.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** What always helps against a kind of danger, where the server names no way out of its own. */
const HELP: Partial<Record<Danger["kind"], "game.help-city" | "game.help-crowded" | "game.help-risk">> = {
  city: "game.help-city",
  crowded: "game.help-crowded",
  risk: "game.help-risk",
};
/** The way out that is none: nothing helps. */
const NO_WAY = "info-danger-way-none";
/** What only an advance of this player's would do. */
const BY_ADVANCE = "info-danger-crowding-advance";

export class Dangers {
  readonly #position: Position;
  readonly #talk: Talk;
  readonly #selection: Selection;
  #found = $state.raw<Danger[]>([]);
  /** The question that is under way; what is known meanwhile is that of the position before. */
  pending: Promise<void> | null = null;

  constructor(position: Position, talk: Talk, selection: Selection) {
    this.#selection = selection;
    this.#position = position;
    this.#talk = talk;
  }

  /** The gravest first; nothing while another player is to look, or one looks back. */
  list = $derived.by<Danger[]>(() => {
    if (this.#position.past || this.#position.handOver) return [];
    return this.#found.filter((danger) => danger.said.code !== BY_ADVANCE || this.#leads(danger));
  });
  grave = $derived(this.list.filter((danger) => danger.grave));
  /** Hex -> what threatens there. */
  byHex = $derived.by(() => {
    const map = new Map<MapId, Danger[]>();
    for (const danger of this.list) for (const hex of danger.hexes) map.set(hex, [...(map.get(hex) ?? []), danger]);
    return map;
  });

  follow(before: Package | null, next: Package): void {
    const { seat } = next;
    // In a puzzle the ways out would be the answer.
    const silent = !seat || next.view.outcome !== null || Boolean(next.puzzle);
    if (before?.seat !== seat || silent) this.#found = [];
    this.pending = null;
    if (silent) return;
    const asked: Promise<void> = this.#talk.query({ kind: "dangers", side: seat }).then(
      (found) => this.#take(next, found, asked),
      () => this.#take(next, [], asked),
    );
    this.pending = asked;
  }

  /** Whether the unit in hand can go to one of its hexes: what nobody is about to do threatens nobody. */
  #leads({ hexes }: Danger): boolean {
    return hexes.some((hex) => this.#selection.destinations.has(hex));
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
    const help = HELP[danger.kind];
    if (danger.ways.length === 0 && help) return [t(help)];
    return danger.ways.map((way) => refusal(way, this.#position));
  }

  /** What threatens the thing that an information card is about: a hex or a unit. */
  about([what, id]: readonly [string, string]): Danger[] {
    if (what === "hex") return this.byHex.get(id as MapId) ?? [];
    return what === "unit" ? this.list.filter((danger) => danger.units.includes(id as UnitId)) : [];
  }
}

/** Whether a loss can still be averted. */
export const canBeSaved = (danger: Danger): boolean => danger.ways.some((way) => way.code !== NO_WAY);
