/** The places on the map that the question is about. */

import type { Game } from "../game/game.svelte";
import { ordersOf } from "../orders/orders.svelte";
import { onMap } from "../wire/ids";
import type { MapId, PlaceId, UnitId } from "../wire/types";

export interface Asked {
  /** The battle that is decided, the unit in hand, the hint, the order that is typed: each of them is to be seen. */
  must: MapId[];
  /** What can be chosen. */
  answers: MapId[];
  /** Of the answers it is enough to see some: they are many, or units to move. */
  some: boolean;
}

/** So many answers are all looked for; of more it is enough to see some. */
export const FEW = 6;

type PlaceIn = PlaceId | "";

const NOTHING: Asked = { must: [], answers: [], some: false };

/** The places of the question that this player is asked; none while nothing is asked, or while one looks back. */
export function askedOf(game: Game): Asked {
  const { position, selection } = game;
  if (!position.mine || position.past || position.handOver) return NOTHING;
  const sent = selection.destinations.size > 0;
  const answers = sent
    ? [...selection.destinations.keys()]
    : [...position.byHex.keys(), ...[...position.byUnit.keys()].map((unit) => hexOf(game, unit))];
  const moving = position.view?.prompt.code === "move";
  return {
    must: drawn(game, decided(game)),
    answers: drawn(game, answers),
    some: (moving && !sent) || answers.length > FEW,
  };
}

/** The hexes of the battle that is being decided, of the die on the table, of a hint, of an order, of the unit in hand. */
function decided(game: Game): PlaceIn[] {
  const { battle } = game.position.view ?? {};
  const attackers = (battle?.attackers ?? []).map((unit) => hexOf(game, unit));
  const { advice } = game;
  const hint = advice.hint?.places.map((id) => game.position.placeOf(id)) ?? [];
  return [
    ...(battle ? [...battle.targets, ...attackers] : []),
    ...(game.chronicle.dice?.line.hexes ?? []),
    ...hint,
    ordersOf(game).place ?? "",
    hexOf(game, game.selection.unit ?? ""),
  ];
}

const hexOf = (game: Game, unit: UnitId | ""): PlaceIn => game.position.units.get(unit)?.at ?? "";

function drawn(game: Game, places: PlaceIn[]): MapId[] {
  return [...new Set(places)].filter((id) => onMap(id)).filter((id) => game.position.geo?.centre.has(id));
}
