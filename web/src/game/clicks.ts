/** What a click does: on a counter, a hex or a card, or by Enter where the hex cursor stands. */

import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import { onMap } from "../wire/ids";
import type { Action, CardNumber, MapId, Side, UnitId } from "../wire/types";
import { goFar } from "./advances";
import type { Marks } from "./marks.svelte";
import { type Position, piled } from "./position.svelte";
import type { Screen } from "./screen.svelte";
import type { Selection } from "./selection.svelte";
import type { Stack } from "./stack.svelte";
import type { Talk } from "./talk.svelte";
import { CARD_PICK, PICK, TO_PLACE } from "./verbs";

/** Code of the question -> what a click on a hex with units was probably meant to do. */
const HEX_WISH: Record<string, (hex: MapId) => Action> = {
  declare: (hex) => ({ type: "DeclareTarget", hex }),
  counterblow: (hex) => ({ type: "PlaceCounterblow", hex }),
  next_battle: (hex) => ({ type: "BeginBattle", hex }),
};

export interface Clicks {
  /** A click on a counter of the map: with a unit in hand it means the place, if that is lit. */
  unit(id: UnitId): void;
  /** A click on a unit in a list, or one with Ctrl on its counter: it means the unit, whatever is in hand. */
  take(id: UnitId): void;
  hex(id: MapId): void;
  card(card: CardNumber): void;
  /** Enter on a hex: what a click on it does, or on the only counter there that can act. */
  enter(hex: MapId): void;
  /** Shows the information card of anything. */
  inform(what: string, id: string | number, whose?: Side): Promise<void>;
}

export class GameClicks implements Clicks {
  readonly #position: Position;
  readonly #talk: Talk;
  readonly #screen: Screen;
  readonly #selection: Selection;
  readonly #stack: Stack;
  readonly #marks: Marks;

  constructor(position: Position, talk: Talk, screen: Screen, selection: Selection, stack: Stack, marks: Marks) {
    this.#position = position;
    this.#talk = talk;
    this.#screen = screen;
    this.#selection = selection;
    this.#stack = stack;
    this.#marks = marks;
  }

  unit(id: UnitId): void {
    const at = this.#position.units.get(id)?.at;
    const { unit, destinations } = this.#selection;
    // A counter fills its hex: whoever has a unit in hand means the hex, though the army that is there could go too.
    if (at && onMap(at) && unit !== id && destinations.has(at)) this.hex(at);
    else this.take(id);
  }

  /** Plays a pick when that is all there is to do with the counter, else takes it in hand. */
  take(id: UnitId): void {
    const position = this.#position;
    const selection = this.#selection;
    const unit = position.units.get(id);
    if (!unit) return;
    const list = position.byUnit.get(id) ?? [];
    const here = onMap(unit.at) ? unit.at : null;
    const [only] = list;
    if (only && list.length === 1 && PICK.has(only.type)) {
      void this.#talk.act(only);
      return;
    }
    if (here && list.length === 0 && position.byHex.has(here)) {
      this.hex(here);
      return;
    }
    if (here && list.length === 0 && this.#takesBack(here)) return;
    const own = position.isOwn(id);
    const wished = here && list.length === 0 && selection.unit !== id ? this.#wish(here) : null;
    if (wished && (wished.unit === undefined || !own)) {
      void this.#talk.explain(wished);
      return;
    }
    if (list.length === 0 && own && position.mine && selection.unit !== id) {
      if (position.view?.prompt.code === "compose") void this.#talk.explain({ type: "AssignAttacker", unit: id });
      else void this.#talk.explainIdle(id);
    }
    selection.select(selection.unit === id ? null : id);
  }

  hex(id: MapId): void {
    const selection = this.#selection;
    if (this.#aims(id)) {
      selection.aimed = id;
      return;
    }
    const going = selection.destinations.get(id);
    const farther = selection.farther.get(id);
    if (farther) {
      void goFar(this.#position, this.#talk, farther);
      return;
    }
    if (going && selection.stack.length) {
      void this.#stack.go(id);
      return;
    }
    const [way, another] = selection.waysTo(id);
    if (way && !another) {
      void this.#talk.act(way);
      return;
    }
    if (going) {
      selection.forked = id;
      if (selection.forks.length === 0) this.#screen.list(id);
      return;
    }
    const here = this.#position.byHex.get(id);
    if (here?.[0] && here.length === 1) {
      void this.#talk.act(here[0]);
      return;
    }
    if (here) {
      this.#screen.list(id);
      return;
    }
    if (this.#takesBack(id)) return;
    const wished = this.#wish(id);
    if (wished) void this.#talk.explain(wished);
    else selection.select(piled(this.#position.stacks.get(id) ?? []).at(-1)?.id ?? null);
  }

  /** A click on a target that was just declared takes it back. */
  #takesBack(hex: MapId): boolean {
    if (!this.#position.mine || !this.#position.pkg?.undo.targets?.some((one) => one.hex === hex)) return false;
    void this.#talk.takeBack(hex);
    return true;
  }

  /** Whether a click on this hex shows a move first, which the next click there makes. */
  #aims(id: MapId): boolean {
    const { destinations, aimed } = this.#selection;
    const going = destinations.get(id)?.[0];
    // What is asked before it is played is shown there already.
    if (!going || (settings.all.confirm && this.#position.asksFirst(going))) return false;
    return settings.confirmsMoves && aimed !== id && (going.type === "MoveUnit" || going.type === "AdvanceUnit");
  }

  card(card: CardNumber): void {
    if (this.#marks.due) {
      this.#marks.toggle(card);
      return;
    }
    const list = this.#position.byCard.get(card) ?? [];
    const [only] = list;
    const pick = only && list.length === 1 && CARD_PICK.has(only.type) ? only : null;
    if (pick && !this.#weighs(card, pick)) void this.#talk.act(pick);
    else this.#selection.card = this.#selection.card === card ? null : card;
  }

  /** Whether a tap on this card takes it in hand first: a finger that only wants to read it gives nothing away for good. */
  #weighs(card: CardNumber, pick: Action): boolean {
    if (settings.all.confirm && this.#position.asksFirst(pick)) return false;
    return settings.confirmsMoves && this.#selection.card !== card && this.#position.barrier(pick) !== "";
  }

  enter(hex: MapId): void {
    const { stacks, byUnit, byHex } = this.#position;
    const able = (stacks.get(hex) ?? []).filter((u) => byUnit.has(u.id));
    const held = able.find((u) => u.id === this.#selection.unit);
    const next = able.find((u) => u !== held);
    const [pick, ...others] = held ? (byUnit.get(held.id) ?? []) : [];
    if (held && pick && others.length === 0 && PICK.has(pick.type)) this.unit(held.id);
    else if (this.#selection.destinations.has(hex) || byHex.has(hex) || !next) this.hex(hex);
    else this.unit(next.id);
  }

  async inform(what: string, id: string | number, whose?: Side): Promise<void> {
    try {
      const card = await this.#talk.query({ kind: "card", what, id: String(id) });
      this.#screen.about = [what, String(id)];
      this.#screen.whose = whose ?? null;
      this.#screen.info = card;
    } catch (error) {
      if (error instanceof Error) toasts.say(this.#talk.said(error));
    }
  }

  /** What a click on a hex that is not lit was probably meant to do. */
  #wish(hex: MapId): Action | null {
    const { unit, destinations } = this.#selection;
    const position = this.#position;
    if (unit && destinations.size && position.units.get(unit)?.at !== hex) {
      const going = position.byUnit.get(unit)?.find((a) => TO_PLACE.has(a.type));
      if (going?.type === "RetreatUnit") return { ...going, path: [hex] };
      if (going?.to !== undefined) return { ...going, to: hex };
    }
    const wish = HEX_WISH[position.view?.prompt.code ?? ""];
    return wish && position.mine && position.stacks.has(hex) ? wish(hex) : null;
  }
}
