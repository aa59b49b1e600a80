/** What the player has selected: a unit or a whole stack, a card, the places it can go to, and what is under the pointer. */

import { type ByPlace, entriesOf } from "../wire/ids";
import type { Action, CardNumber, MapId, Odds, Package, PlaceId, Reach, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { group, TO_PLACE } from "./verbs";

export class Selection {
  readonly #position: Position;
  readonly #talk: Talk;
  unit = $state<UnitId | null>(null);
  /** The units of a whole stack in hand, if they are more than one; the first of them is `unit`. */
  stack = $state.raw<readonly UnitId[]>([]);
  card = $state<CardNumber | null>(null);
  hoverHex = $state<PlaceId | null>(null);
  hoverUnit = $state<UnitId | null>(null);
  reach = $state.raw<Reach | null>(null);
  /** The hex of a move that is shown and not made yet. */
  aimed = $state<MapId | null>(null);
  /** A hex that was clicked though several ways lead to it, and it matters which is taken. */
  forked = $state<MapId | null>(null);
  /** The action under the pointer, among several that end in one place. */
  pointed = $state.raw<Action | null>(null);
  /** The odds as they would be with what is under the pointer. */
  preview = $state.raw<Odds | null>(null);

  constructor(position: Position, talk: Talk) {
    this.#position = position;
    this.#talk = talk;
  }

  /** Hexes that an advance after combat gets to by going on, with all its steps: one click takes the whole way. */
  farther = $derived.by<ByPlace<Action[]>>(() => {
    const { unit } = this;
    const ways = new Map<MapId, Action[]>();
    const advances = unit && this.#position.byUnit.get(unit)?.some((a) => a.type === "AdvanceUnit");
    if (!advances || this.stack.length) return ways;
    for (const [hex, { path }] of entriesOf(this.reach?.hexes ?? {}))
      if (path.length > 1)
        ways.set(
          hex,
          path.map((to) => ({ type: "AdvanceUnit", unit, to })),
        );
    return ways;
  });
  /** Places the unit in hand can be sent to; of a whole stack, those that any of it can reach. */
  destinations = $derived.by<ByPlace<Action[]>>(() => {
    const held = this.stack.length ? this.stack : this.unit ? [this.unit] : [];
    const list = held.flatMap((unit) => this.#position.byUnit.get(unit) ?? []);
    const near = group(
      list.filter((a) => TO_PLACE.has(a.type)),
      (a) => a.to ?? a.path?.at(-1),
    );
    for (const [hex, steps] of this.farther) if (!near.has(hex)) near.set(hex, steps.slice(-1));
    return near;
  });
  /** The unit that a click with Ctrl takes in hand where a plain one sends the unit in hand: the last that can act there. */
  instead(place: PlaceId | null): UnitId | null {
    if (!place || !this.destinations.has(place as MapId)) return null;
    const here = this.#position.stacks.get(place) ?? [];
    return here.findLast((u) => this.#position.byUnit.has(u.id))?.id ?? null;
  }
  /** The ways to the clicked hex, one of which is still to be chosen. */
  forks = $derived.by<Action[]>(() => {
    const ways = (this.forked ? this.waysTo(this.forked) : []).filter((a) => a.path);
    return ways.length > 1 ? ways : [];
  });

  /** What a click on a place can mean: of ways that come to the same it is the first. */
  waysTo(place: MapId): Action[] {
    return (this.destinations.get(place) ?? []).filter((a) => !this.#position.alike(a));
  }

  select(unit: UnitId | null): void {
    this.unit = unit;
    this.stack = [];
    this.reach = null;
    this.forked = null;
    this.aimed = null;
    if (unit && this.#position.byUnit.get(unit)?.some((a) => a.type === "MoveUnit" || a.type === "AdvanceUnit")) {
      this.#talk
        .query({ kind: "reach", unit })
        .then((reach) => {
          if (this.unit === unit) this.reach = reach;
        })
        .catch(() => undefined);
    }
  }

  /** Keeps in hand what can still act in a new position, and picks up the one unit that must be placed somewhere. */
  settle(before: Package | null, next: Package): void {
    const { byUnit, byCard, units, actions } = this.#position;
    if (this.card !== null && !byCard.has(this.card)) this.card = null;
    const still = this.unit !== null && (byUnit.has(this.unit) || units.has(this.unit));
    const acted = before !== null && next.ply !== before.ply;
    if (!still || (acted && this.#makesRoom(before)) || (acted && !(this.unit && byUnit.has(this.unit))))
      this.select(null);
    else {
      const whole = this.stack.filter((unit) => byUnit.has(unit));
      // The same step looked at again, as after a message of the talk, leaves the aim where it was.
      const aim = acted ? null : this.aimed;
      this.select(this.unit);
      this.aimed = aim;
      if (whole.length > 1) this.stack = whole;
    }
    const pending = new Set(actions.filter((a) => TO_PLACE.has(a.type)).map((a) => a.unit));
    if (this.unit === null && pending.size === 1 && next.view.phase !== "movement") {
      const [only] = pending;
      if (only) this.select(only);
    }
    this.preview = null;
    this.pointed = null;
  }

  /**
   * Whether the unit in hand has advanced, and could go back where another unit can follow: there a click means that
   * one, and the unit is put down.
   */
  #makesRoom(before: Package | null): boolean {
    const left = before?.view.units.find((u) => u.id === this.unit)?.at;
    if (!left || left === this.#position.units.get(this.unit ?? "")?.at) return false;
    const goers = this.#position.actions.filter((a) => a.type === "AdvanceUnit" && a.to === left).map((a) => a.unit);
    return goers.includes(this.unit ?? undefined) && goers.some((unit) => unit !== this.unit);
  }

  /** Odds of the battle being put together, with one more attacker under the pointer. */
  async peekOdds(unit: UnitId | null): Promise<void> {
    const { view, byUnit } = this.#position;
    const battle = view?.battle;
    if (!battle || unit === null || !byUnit.get(unit)?.some((a) => a.type === "AssignAttacker")) {
      this.preview = null;
      return;
    }
    const odds = await this.#odds({ attackers: [...battle.attackers, unit], targets: battle.targets, support: false });
    if (odds === null || this.hoverUnit === unit) this.preview = odds;
  }

  /** The same battle with the support marker on offer. */
  async peekSupport(on: boolean): Promise<void> {
    const battle = this.#position.view?.battle;
    this.preview =
      battle && on ? await this.#odds({ attackers: battle.attackers, targets: battle.targets, support: true }) : null;
  }

  #odds(battle: { attackers: UnitId[]; targets: MapId[]; support: boolean }): Promise<Odds | null> {
    return this.#talk.query({ kind: "odds", ...battle }).catch(() => null);
  }
}
