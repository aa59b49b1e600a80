/** The position shown: what is on the map and in the boxes, what can be done, and what things are called. */

import { served } from "../i18n/i18n.svelte";
import { boxIn, cardIn, hexIn, hexName, placeIn, unitIn, viewIn } from "../i18n/names";
import { type Names, refusal } from "../i18n/refusal";
import { ACROSS, type Geometry } from "../shared/geometry";
import { type ById, type ByPlace, onMap } from "../wire/ids";
import type {
  Action,
  BoardFacts,
  Card,
  CardHalf,
  CardNumber,
  Duty,
  Hex,
  MapId,
  Package,
  PlaceId,
  Shown,
  Side,
  Thinking,
  UnitFacts,
  UnitId,
  UnitView,
  Verb,
} from "../wire/types";
import { group, HEX_VERBS } from "./verbs";

/** What lies on top of a stack, the topmost last. */
const ON_TOP = ["mechanized", "armor"];
/** The units of a hex as their counters lie on each other, the top one last: armor on top, where it is found. */
export const piled = (units: readonly UnitView[]): UnitView[] =>
  units.toSorted((a, b) => ON_TOP.indexOf(a.type) - ON_TOP.indexOf(b.type));

/** Questions in which Pass and Done give up what is offered. */
const GIVES_UP = new Set([
  "advance",
  "counterattack",
  "support",
  "window",
  "cadre",
  "local_support",
  "paratroops",
  "rebuild",
  "join_planned",
]);
/** What is taken by a button alone, without a place on the table. */
const BOLD = new Set<Verb>(["Counterattack", "CommitSupport"]);

export class Position implements Names {
  board = $state.raw<BoardFacts | null>(null);
  geo = $state.raw<Geometry | null>(null);
  /** The last package of the server: the game as it is. */
  pkg = $state.raw<Package | null>(null);
  /** The step that is looked back at; null: the game as it is. */
  past = $state.raw<Shown | null>(null);
  /** What the computer is at, as far as it says; null while it does not think. */
  thinking = $state.raw<Thinking | null>(null);
  /** Who is to take the device over; until then nothing can be done, and no hand is here. */
  handOver = $derived<Side | null>(this.pkg?.covered ?? null);

  unitFacts = $derived<ById<UnitId, UnitFacts>>(new Map(this.board?.units.map((u) => [u.id, u]) ?? []));
  hexFacts = $derived<ByPlace<Hex>>(new Map(this.board?.map.hexes.map((h) => [h.id, hexIn(h)]) ?? []));
  cards = $derived(new Map<CardNumber, Card>(this.board?.cards.map((c) => [c.number, cardIn(c)]) ?? []));
  view = $derived(viewIn(this.past?.view ?? this.pkg?.view ?? null));
  seat = $derived(this.past ? this.past.seat : (this.pkg?.seat ?? null));
  actions = $derived<Action[]>(this.handOver || this.past ? [] : (this.pkg?.actions ?? []));
  mine = $derived(this.actions.length > 0);
  /** A die or a card of a real table is asked for. */
  asksChance = $derived(this.actions.some((a) => a.type === "Rolled" || a.type === "Dealt"));
  /** This browser has no seat in the game: it looks on, and gives no orders. */
  watching = $derived(this.pkg !== null && this.pkg.owned.length === 0);
  /** The cards of the player's hand, and the Joker while the player's side has it. */
  ownCards = $derived.by<CardNumber[]>(() => {
    const hand = this.view?.hand ?? [];
    if (!this.view?.joker || this.view.joker !== this.seat) return hand;
    return [...hand, ...[...this.cards.values()].filter((c) => c.joker).map((c) => c.number)];
  });
  units = $derived<ById<UnitId, UnitView>>(new Map(this.view?.units.map((u) => [u.id, u]) ?? []));
  /** Hex or area -> the units in it. */
  stacks = $derived.by<ByPlace<UnitView[]>>(() => {
    const map = new Map<MapId, UnitView[]>();
    for (const u of this.view?.units ?? []) {
      if (!onMap(u.at)) continue;
      const list = map.get(u.at);
      if (list) list.push(u);
      else map.set(u.at, [u]);
    }
    return map;
  });
  /** What the server adds to an action: its price in cards, its words. */
  extra = $derived(
    new Map(Object.entries(this.pkg?.action_info ?? {}).map(([i, info]) => [this.pkg?.actions[Number(i)], info])),
  );
  byUnit = $derived<ById<UnitId, Action[]>>(group(this.actions, (a) => a.unit));
  byCard = $derived(group(this.actions, (a) => a.card));
  byHex = $derived<ByPlace<Action[]>>(group(this.actions, (a) => (HEX_VERBS.has(a.type) ? a.hex : undefined)));
  /** The one way on: Done, else Pass, else the only thing there is to do. */
  primary = $derived.by<Action | null>(() => {
    const done = this.actions.find((a) => a.type === "Done") ?? this.actions.find((a) => a.type === "Pass");
    if (done) return done;
    const [only, second] = this.actions;
    return only && !second ? only : null;
  });

  /** The duties that the way on would break: no more targets, though cards ask for more attacks. */
  breaks = $derived.by<Duty[]>(() => {
    const asked = this.mine && this.primary?.type === "Done" && this.view?.prompt.code === "declare";
    return asked ? (this.view?.duties.filter((duty) => duty.short > 0) ?? []) : [];
  });
  /** The way on gives up something that can be had now. */
  declines = $derived(
    this.primary !== null &&
      GIVES_UP.has(this.view?.prompt.code ?? "") &&
      this.actions.some((a) => a !== this.primary && a.type !== "Defer"),
  );
  /** What the loudest button plays: the way on, or instead of one that gives something up the only thing to be had. */
  active = $derived.by<Action | null>(() => {
    if (!this.declines) return this.primary;
    const [only, second] = this.actions.filter((a) => BOLD.has(a.type));
    return only && !second ? only : null;
  });

  /** Whether a unit belongs to this seat. */
  isOwn(unit: UnitId): boolean {
    return this.unitFacts.get(unit)?.side === this.seat;
  }

  /** Whether an id that may be that of a place is that of a unit. */
  isUnit(id: string): id is UnitId {
    return this.unitFacts.has(id as UnitId);
  }

  /** The place of what an id names: of a unit that where it is, or the place itself. */
  placeOf(id: string): PlaceId {
    return this.units.get(id as UnitId)?.at ?? (id as PlaceId);
  }

  /** The legal action that is the same as this one, which was told elsewhere. */
  offered(action: Action): Action | undefined {
    const told = JSON.stringify(action);
    return this.actions.find((a) => JSON.stringify(a) === told);
  }

  /** Whether an action ends the phase, or the game with it. */
  endsPhase(action: Action): boolean {
    return ["ahead-phase", "ahead-over"].includes(this.extra.get(action)?.barrier_code ?? "");
  }

  /** Why an action cannot be taken back; empty when it can. */
  barrier(action: Action): string {
    const { barrier = "", barrier_code: code } = this.extra.get(action) ?? {};
    return code ? served(`refusal.${code}`, barrier) : barrier;
  }

  /** That an event would change nothing as the battle stands; empty where it would, or may. */
  moot(action: Action): string {
    const found = this.extra.get(action)?.moot;
    return found ? refusal(found, this) : "";
  }

  /** The other player sees the card of an action at once, and goes on knowing it when that is taken back. */
  shows(action: Action): boolean {
    return this.extra.get(action)?.shows ?? false;
  }

  /** What becomes of the unit that an action names, and of the hex that it leaves. */
  fate(action: Action): string[] {
    return (this.extra.get(action)?.fate ?? []).map((said) => refusal(said, this));
  }

  /** The same by the codes of its sentences. */
  fates(action: Action): string[] {
    return (this.extra.get(action)?.fate ?? []).map(({ code }) => code);
  }

  /** Whether a way comes to the same as another one to the same hex, which stands for both. */
  alike(action: Action): boolean {
    return this.extra.get(action)?.alike ?? false;
  }

  /** Whether an action is confirmed before it is played. */
  asksFirst(action: Action): boolean {
    return this.extra.get(action)?.asks ?? false;
  }

  placeName(id: PlaceId | "", form?: string): string {
    const hex = this.hexFacts.get(id);
    if (hex) return hexName(id, hex.name ?? "", form);
    const area = this.board?.map.areas.find((a) => a.id === id);
    return area ? placeIn(id, area.name, form) : boxIn(id, form);
  }

  unitName(id: UnitId, form?: string): string {
    const shown = this.units.get(id);
    return unitIn(id, shown?.face ?? 0, shown?.name ?? this.unitFacts.get(id)?.front.name ?? id, form);
  }

  /** The hexes around a hex. */
  neighbors(hex: PlaceId | ""): MapId[] {
    const at = this.geo?.axial.get(hex);
    if (!at) return [];
    return ACROSS.flatMap(([q, r]) => this.geo?.hexAt.get(`${at[0] + q},${at[1] + r}`) ?? []);
  }

  /** The side whose half of a card is meant: the other one's where an answer names a card of its hand. */
  ownerOf(card: CardNumber): Side | null {
    const named = this.byCard.get(card)?.map((a) => this.extra.get(a)?.owner);
    return named?.find(Boolean) ?? this.seat;
  }

  half(card: CardNumber, side: Side): CardHalf | undefined {
    return this.cards.get(card)?.[side];
  }
}
