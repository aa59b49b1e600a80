/** A whole stack in hand: taken by a double click, sent by one click, each unit by a legal action of its own. */
import { listed } from "../i18n/i18n.svelte";
import { told } from "../i18n/refusal";
import { announcer } from "../shared/announce.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { MapId, PlaceId, UnitId } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Selection } from "./selection.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** How long a click waits for the answer to the one before, in milliseconds. */
const BEAT = 30;
/** Two clicks so close in time (milliseconds) and place (pixels) are a double click. */
const TWICE = 400;
const NEAR = 20;

export class Stack {
  readonly #position: Position;
  readonly #talk: Talk;
  readonly #selection: Selection;
  /** The last click that met a counter of a stack: the second one may find the stack closed again. */
  #first: { hex: PlaceId; x: number; y: number; at: number } | null = null;

  constructor(position: Position, talk: Talk, selection: Selection) {
    this.#position = position;
    this.#talk = talk;
    this.#selection = selection;
  }

  /**
   * The hex whose stack a click takes, as the second of two in one place; `hex` is that of the counter it met.
   * A browser does not count the taps of a finger, so time and place tell.
   */
  second(e: MouseEvent, hex: PlaceId | null): PlaceId | null {
    const first = this.#first;
    const near = first && Math.hypot(e.clientX - first.x, e.clientY - first.y) < NEAR;
    if (first && near && e.timeStamp - first.at < TWICE) {
      this.#first = null;
      return first.hex;
    }
    const stack = hex !== null && (this.#position.stacks.get(hex)?.length ?? 0) > 1;
    this.#first = stack ? { hex, x: e.clientX, y: e.clientY, at: e.timeStamp } : null;
    return null;
  }

  /**
   * The unit that one more click on the unit in hand takes: the next of its stack, of those that can act if any can;
   * null where that is none.
   */
  after(unit: UnitId): UnitId | null {
    const position = this.#position;
    if (this.#selection.unit !== unit) return null;
    const here = (position.stacks.get(position.units.get(unit)?.at ?? "") ?? []).map((u) => u.id);
    const able = here.filter((id) => position.byUnit.has(id));
    const round = able.includes(unit) ? able : here;
    const next = round[(round.indexOf(unit) + 1) % round.length];
    return next === unit ? null : (next ?? null);
  }

  /** Takes all units of a hex that can move; where attackers are chosen it orders all of them to attack (AST-3). */
  async take(hex: PlaceId): Promise<void> {
    const position = this.#position;
    await this.#free();
    const here = (position.stacks.get(hex) ?? []).map((u) => u.id);
    const orders = here.flatMap((id) => position.byUnit.get(id)?.find((a) => a.type === "AssignAttacker") ?? []);
    if (orders.length) {
      await this.#talk.playAll(orders);
      return;
    }
    const able = this.#able(hex);
    if (!able[0]) return;
    this.#selection.select(able[0]);
    if (able.length > 1) this.#holds(able);
  }

  /**
   * Takes at once all of a unit's hex that can move, by one click or pull: if `whole`, or if they are in hand already. Whether
   * they are several.
   */
  hold(unit: UnitId, whole: boolean): boolean {
    const able = this.#able(this.#position.units.get(unit)?.at ?? "");
    if (!able.includes(unit) || able.length < 2) return false;
    if (!whole && !this.#selection.stack.includes(unit)) return false;
    this.#selection.select(unit);
    this.#holds(able);
    return true;
  }

  #able(hex: PlaceId | ""): UnitId[] {
    const position = this.#position;
    const here = (position.stacks.get(hex) ?? []).map((u) => u.id);
    return here.filter((id) => position.byUnit.get(id)?.some((a) => a.type === "MoveUnit"));
  }

  #holds(units: readonly UnitId[]): void {
    this.#selection.stack = units;
    announcer.say(`${t("game.stack", { n: units.length })} ${this.names(units)}`);
  }

  /** Sends every unit that may go there, one after another, and says which units must stay and why (AST-3). */
  async go(hex: MapId): Promise<void> {
    const position = this.#position;
    let left = [...this.#selection.stack];
    const from = position.units.get(left[0] ?? "")?.at;
    // Who goes first may open the way for the others, so those who could not are tried again.
    for (let before = left.length + 1; left.length && left.length < before; ) {
      before = left.length;
      const stay: UnitId[] = [];
      for (const unit of left) {
        const move = position.actions.find((a) => a.type === "MoveUnit" && a.unit === unit && a.to === hex);
        if (!move) stay.push(unit);
        else if (!(await this.#talk.playAll([move]))) return;
      }
      left = stay;
    }
    this.#selection.select(null);
    const [first] = left;
    if (!first || position.view?.prompt.code !== "move") return;
    toasts.say(t("game.stays", { units: this.names(left), from: told("place", from ?? "", position), n: left.length }));
    await this.#talk.explain({ type: "MoveUnit", unit: first, to: hex });
  }

  names(units: readonly UnitId[] = this.#selection.stack): string {
    return listed(units.map((id) => this.#position.unitName(id)));
  }

  /** The first of two clicks may still be on its way to the server. */
  async #free(): Promise<void> {
    while (this.#talk.busy) await new Promise((resolve) => setTimeout(resolve, BEAT));
  }
}
