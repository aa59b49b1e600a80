/** What is still open when a phase is about to end. Counted from the legal actions: no rule is known here. */

import { canBeSaved } from "../game/dangers.svelte";
import type { Game } from "../game/game.svelte";
import type { Position } from "../game/position.svelte";
import { listed } from "../i18n/i18n.svelte";
import { phaseLabel } from "../i18n/words";
import { type Asks, settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Danger, Duty, OrderReading, UnitId, Verb } from "../wire/types";
import { movedUnits } from "./ledger";
import { remindedOf } from "./reminded";
import { t } from "./texts";

export interface OpenItem {
  /** What it is about, to be silenced; a duty of a card never is. */
  kind: Exclude<Asks, "danger"> | "duty";
  text: string;
  /** Units that the item is about, to be shown on the map. */
  units: UnitId[];
  /** What it says beyond its kind and its units, in no language. */
  about: string;
}
/** What is asked before a step ends. */
export interface Open {
  items: OpenItem[];
  dangers: Danger[];
}

const unitsOf = (position: Position, ...verbs: Verb[]): UnitId[] => [
  ...new Set(position.actions.filter((a) => verbs.includes(a.type)).flatMap((a) => a.unit ?? [])),
];

const codeOf = (position: Position): string => position.view?.prompt.code ?? "";

/** Units that nobody misses: held back, or on their way already. */
export const settled = ({ plan, chronicle, position }: Game): ReadonlySet<UnitId> =>
  new Set([...plan.held, ...movedUnits(chronicle.log, position.seat)]);

/** Of units that could move those that have not, but for some: the one count of the list, the button and typed orders. */
const standing = (position: Position, able: readonly UnitId[], but: ReadonlySet<UnitId>): UnitId[] =>
  able.filter((u) => !but.has(u) && !position.units.get(u)?.moved);

/** Units that could move, have not, and are not held back. */
const idle = (position: Position, held: ReadonlySet<UnitId>): UnitId[] =>
  standing(position, unitsOf(position, "MoveUnit"), held);

/** What an order or a hint ends, told before it is given: the phases, and how many units have not moved in them. */
function endsInWords(phases: readonly string[], unmoved: number): string {
  const ends = t("phase.ends", { phases: listed(phases.map(phaseLabel)) });
  return unmoved ? `${ends} ${t("phase.open-move", { n: unmoved })}` : ends;
}

/** What typed orders end: units that are settled, or that these orders move, are not missed. */
export function endOfOrders(game: Game, { ends, unmoved, actions }: OrderReading): string {
  const moved = actions.flatMap((a) => (a.type === "MoveUnit" ? (a.unit ?? []) : []));
  return endsInWords(ends, standing(game.position, unmoved, new Set([...settled(game), ...moved])).length);
}

/** What an action ends, of the phase that is open; empty if it goes on. */
export function endOf(game: Game, action: Action): string {
  const { position } = game;
  const phase = position.view?.phase;
  if (!phase || !position.endsPhase(action)) return "";
  const left = codeOf(position) === "move" ? idle(position, settled(game)).filter((u) => u !== action.unit) : [];
  return endsInWords([phase], left.length);
}

/** An attack that a card makes the side owe, counted, and what it costs to make too few. */
const dutyInWords = (position: Position, { card, owner, kind, made, attacks, price }: Duty): string =>
  t(`phase.duty-${kind}`, { card: position.half(card, owner)?.title ?? String(card), made, attacks, price });

/** The duties of this seat that are not met yet. */
export function dutiesOf(position: Position): string[] {
  const { view, seat } = position;
  if (!view || view.phasing !== seat) return [];
  return view.duties.filter((duty) => duty.made < duty.attacks).map((duty) => dutyInWords(position, duty));
}

/** Everything that could still be done and is likely to have been forgotten; units held back are not. */
export function openItems(position: Position, held: ReadonlySet<UnitId>): OpenItem[] {
  const items: OpenItem[] = [];
  const add = (kind: OpenItem["kind"], text: string, units: UnitId[], about: unknown = "") =>
    items.push({ kind, text, units, about: String(about) });
  const code = codeOf(position);
  const hexes = position.actions.filter((a) => a.type === "DeclareTarget").length;
  // Where nothing more can be attacked, nothing can be done about a duty.
  for (const duty of hexes ? position.breaks : [])
    add("duty", dutyInWords(position, duty), [], [duty.card, duty.owner, duty.kind, duty.made]);
  // In a lesson of one thing the units that are to march are named by the lesson; the others stay where they are, and so in a puzzle.
  const lesson = position.pkg?.lesson;
  if (code === "move" && !position.pkg?.puzzle && (!lesson || lesson.whole || lesson.finished)) {
    const still = idle(position, held);
    if (still.length) add("move", t("phase.open-move", { n: still.length }), still);
  }
  const free = unitsOf(position, "UpgradeUnit");
  const upgrades = Number(position.view?.prompt.args.n ?? free.length);
  if (free.length) add("upgrade", t("phase.open-upgrade", { n: upgrades }), free, upgrades);
  const better = unitsOf(position, "ImproveUnit");
  if (better.length)
    add("improve", t("phase.open-improve", { n: better.length, cards: cardsToSpend(position) }), better);
  const waiting = unitsOf(position, "PlaceUnit");
  if (waiting.length) add("place", t("phase.open-place", { n: waiting.length }), waiting);
  const dead = unitsOf(position, "ReplaceUnit");
  if (dead.length) add("replace", t("phase.open-replace", { n: dead.length, cards: cardsToSpend(position) }), dead);
  const shaken = unitsOf(position, "ReorganizeUnit");
  if (shaken.length) add("reorganize", t("phase.open-reorganize", { n: shaken.length }), shaken);
  const riding = unitsOf(position, "DetrainUnit");
  if (riding.length) add("detrain", t("phase.open-detrain", { n: riding.length }), riding);
  if (code === "declare" && (position.view?.targets_left ?? 0) > 0) {
    const open = { n: position.view?.targets_left ?? 0, hexes: t("phase.open-hexes", { n: hexes }) };
    if (hexes) add("declare", t("phase.open-declare", open), [], [open.n, hexes]);
  }
  return items;
}

/** Whether anything can still be done about a danger, as far as the legal actions show it. */
function canBeHelped({ actions }: Position, { kind, ways, hexes, units }: Danger, saved: boolean): boolean {
  if (ways.length > 0) return saved;
  const moves = actions.filter((a) => a.type === "MoveUnit");
  if (kind === "city") return moves.some((a) => a.to && hexes.includes(a.to));
  if (kind === "crowded" && units.length) return moves.some((a) => a.unit && units.includes(a.unit));
  return true;
}

/** What threatens, can be helped and is to be read before this step ends: once the units have marched only what is grave. */
export function dangersOf({ position, dangers }: Game): Danger[] {
  const code = codeOf(position);
  if (code === "move")
    return dangers.list.filter((danger) => danger.kind !== "risk" && canBeHelped(position, danger, canBeSaved(danger)));
  const helped = dangers.grave.filter(canBeSaved);
  if (code === "declare" || code === "detrain") return helped;
  return lastMoment(position) ? helped : [];
}

/** The last chance to save what the Removal Phase takes. */
const lastMoment = (position: Position): boolean => codeOf(position) === "window" && position.view?.phase === "removal";

/** A loss that can be averted is told though its kind is silenced. */
export const isUrgent = (danger: Danger): boolean => danger.grave && canBeSaved(danger);

const keyOfItem = ({ kind, units, about }: OpenItem): string => JSON.stringify([kind, about, ...[...units].sort()]);
const keyOfDanger = ({ said, units, hexes, ways }: Danger): string => JSON.stringify([said, units, hexes, ways]);

/** What is asked before the way on is taken: what is not silenced, and was not asked as it is in this player turn. */
export function toAsk(game: Game, way: Action): Open {
  const { position } = game;
  if (!settings.all.confirm) return { items: [], dangers: [] };
  const reminded = remindedOf(game);
  const done = way.type === "Done";
  const asks = ({ kind }: OpenItem): boolean =>
    kind === "duty" ? way === position.primary : done && settings.asks(kind);
  return {
    items: openItems(position, settled(game)).filter((item) => asks(item) && !reminded.has(keyOfItem(item))),
    dangers: dangersOf(game).filter(
      (danger) =>
        (isUrgent(danger) || (done && settings.asks("danger"))) &&
        (lastMoment(position) || !reminded.has(keyOfDanger(danger))),
    ),
  };
}

/** The player has read this, and goes on. */
export function haveAsked(game: Game, { items, dangers }: Open): void {
  remindedOf(game).add([...items.map(keyOfItem), ...dangers.map(keyOfDanger)]);
}

/** Whether the list is shown before the way on is taken. */
function checks(game: Game, way: Action): boolean {
  const { items, dangers } = toAsk(game, way);
  return items.length + dangers.length > 0;
}

/** Cards in hand that the bill of this phase has not yet bespoken. */
const cardsToSpend = ({ view }: Position): number => (view?.hand?.length ?? 0) - (view?.bill?.cards ?? 0);

/** The one way on: what is ticked is carried out; else past the list of what is still open. */
export function goOn(game: Game): void {
  const { position, plan, attack, talk, marks } = game;
  const { order } = plan;
  if (order?.ready && (order.attack || attack.halted)) {
    void fight(game);
    return;
  }
  if (order) {
    if (order.ready && !talk.busy) void plan.carryOut(order.battle ?? undefined);
    else if (order.why) toasts.say(order.why);
    return;
  }
  if (marks.cards.length) {
    void marks.send(true);
    return;
  }
  const { primary } = position;
  if (primary && !talk.busy) void passed(game, primary).then((goes) => (goes ? talk.act(primary) : undefined));
}

/** Carries the plan of attack out; where targets are still being declared, past the list of what is still open. */
export async function fight(game: Game): Promise<void> {
  const { position, plan, attack, talk } = game;
  if (talk.busy) return;
  if (attack.why) return toasts.say(attack.why);
  if (plan.declaring && position.primary && !(await passed(game, position.primary, t("phase.check-fight")))) return;
  await attack.begin();
}

/**
 * Past the list of what is still open, whoever takes the way on: the button, a key, a typed order or a hint. Whether it is
 * to be taken; without a list, or with one that is not wished, at once. `words`: of the button that was pressed.
 */
export async function passed(game: Game, way: Action, words = ""): Promise<boolean> {
  const { position, screen, dangers } = game;
  const ply = position.pkg?.ply;
  if (dangers.pending) await dangers.pending;
  if (position.pkg?.ply !== ply) return false;
  if (!checks(game, way)) return true;
  return (await screen.check(way, words)) && position.pkg?.ply === ply;
}
