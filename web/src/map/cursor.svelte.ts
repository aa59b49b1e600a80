/** The hex cursor: the hex under it, the name of that hex, and the next one in each direction. */

import type { Game } from "../game/game.svelte";
import { labelOf } from "../game/labels";
import { listed } from "../i18n/i18n.svelte";
import { told } from "../i18n/refusal";
import { other, placeLabel, SIDE, strengthText, terrainName } from "../i18n/words";
import type { Geometry, Point } from "../shared/geometry";
import { oneFor } from "../shared/one-for";
import { onMap } from "../wire/ids";
import type { MapId, Supply, UnitView } from "../wire/types";
import { t } from "./texts";

/** The four diagonal directions and the two level ones, as steps on the axial grid and as angles for places off it. */
const WAYS: Record<string, { step: [number, number]; angle: number }> = {
  right: { step: [1, 0], angle: 0 },
  "south-east": { step: [0, 1], angle: 60 },
  "south-west": { step: [-1, 1], angle: 120 },
  left: { step: [-1, 0], angle: 180 },
  "north-west": { step: [0, -1], angle: 240 },
  "north-east": { step: [1, -1], angle: 300 },
};
/** How long a name waits for what the server has to say about supply and zones, in milliseconds. */
const PATIENCE = 400;

export class Cursor {
  hex = $state<MapId | null>(null);
  label = $state("");
  /** The column that going straight up or down keeps to. */
  #keep: number | null = null;
  readonly #game: Game;

  constructor(game: Game) {
    this.#game = game;
  }

  /** Where the cursor is, or would start: at something that can be done, else in the middle of the front. */
  get place(): MapId | null {
    if (this.hex) return this.hex;
    const game = this.#game;
    const able = [...game.position.byUnit.keys()].map((u) => game.position.units.get(u)?.at ?? "");
    const places = [...game.position.byHex.keys(), ...able, ...game.position.stacks.keys()];
    return places.filter(onMap).find((id) => game.position.geo?.centre.has(id)) ?? null;
  }

  /** The next hex that way; null at the edge of the map. */
  next(way: string): MapId | null {
    const geo = this.#game.position.geo;
    const from = this.place;
    const at = from ? geo?.centre.get(from) : undefined;
    if (!geo || !from || !at) return null;
    if (way === "up" || way === "down") return this.#straight(geo, from, at, way);
    this.#keep = null;
    return neighbor(geo, from, at, way);
  }

  #straight(geo: Geometry, from: MapId, at: Point, way: "up" | "down"): MapId | null {
    const keep = this.#keep ?? at.x;
    this.#keep = keep;
    const sides = way === "up" ? ["north-west", "north-east"] : ["south-west", "south-east"];
    const found = sides.map((side) => neighbor(geo, from, at, side)).filter((id) => id !== null);
    const off = (id: MapId): number => Math.abs((geo.centre.get(id)?.x ?? 0) - keep);
    return found.sort((a, b) => off(a) - off(b))[0] ?? null;
  }

  /** Goes to a hex; its name is ready when the promise is. */
  async go(hex: MapId): Promise<void> {
    this.hex = hex;
    this.#game.selection.hoverHex = hex;
    const label = await describe(this.#game, hex);
    if (this.hex === hex) this.label = label;
  }

  /** The name again, after the position has changed. */
  async renew(): Promise<void> {
    const hex = this.place;
    if (!hex) return;
    const label = await describe(this.#game, hex);
    if (this.place === hex) this.label = label;
  }
}

export const cursorOf = oneFor((game: Game) => new Cursor(game));

function neighbor(geo: Geometry, from: MapId, at: Point, way: string): MapId | null {
  const { step, angle } = WAYS[way] ?? { step: [0, 0], angle: 0 };
  const axial = geo.axial.get(from);
  const beside = axial && geo.hexAt.get(`${axial[0] + step[0]},${axial[1] + step[1]}`);
  if (beside && geo.centre.has(beside)) return beside;
  // Off the grid (Finland, the Balkans, across a sea): the nearest place roughly in that direction.
  let best: MapId | null = null;
  let least = 420;
  for (const [id, p] of geo.centre) {
    if (id === from) continue;
    const far = Math.hypot(p.x - at.x, p.y - at.y);
    const turn = Math.abs((((Math.atan2(p.y - at.y, p.x - at.x) * 180) / Math.PI - angle + 540) % 360) - 180);
    if (turn <= 32 && far < least) {
      best = id;
      least = far;
    }
  }
  return best;
}

function soon<T>(promise: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([promise.catch(() => null), late]);
}

/** "0810, forest, Soviet 3rd Front 5-3, two steps, supplied by Riga; enemy zone of control; reachable for 2". */
async function describe(game: Game, hex: MapId): Promise<string> {
  const facts = game.position.hexFacts.get(hex);
  const stack = game.position.stacks.get(hex) ?? [];
  const eyes = game.position.seat ?? game.position.view?.phasing ?? "axis";
  const [zone, ...supplies] = await Promise.all([
    soon(game.talk.query({ kind: "zoc", side: other(eyes) })),
    ...stack.map((u) => soon(game.talk.query({ kind: "supply", unit: u.id }))),
  ]);
  const what = [placeLabel(game.position, hex)];
  if (facts) what.push(terrainName(facts.terrain));
  const owner = game.position.view?.control[hex];
  if (stack.length === 0 && owner) what.push(t("map.held", { side: SIDE[owner] }));
  stack.forEach((unit, i) => {
    what.push(...soldier(game, unit, supplies[i] ?? null));
  });
  const more = [what.join(", ")];
  if (game.position.view?.targets.includes(hex)) more.push(t("map.target"));
  if (game.position.view?.counterblows.includes(hex)) more.push(t("map.counterblow"));
  if (zone?.hexes.includes(hex)) more.push(t("map.zone"));
  more.push(...ways(game, hex));
  more.push(...(game.dangers.byHex.get(hex) ?? []).map((danger) => game.dangers.words(danger)));
  return more.join(t("common.semicolon"));
}

function soldier(game: Game, unit: UnitView, supply: Supply | null): string[] {
  const side = game.position.unitFacts.get(unit.id)?.side;
  const words = [
    t("map.unit", { side: side ? SIDE[side] : "", name: unit.name, strength: strengthText(unit) }),
    t("map.steps", { n: unit.steps }),
  ];
  if (unit.unsupplied) words.push(t("words.unsupplied"));
  else if (unit.cut_off || supply?.supplied === false) words.push(t("words.cut-off"));
  else if (supply) {
    const source = supply.path.at(-1);
    words.push(
      source && source !== unit.at
        ? t("map.supplied-by", { place: told("place", source, game.position) })
        : t("map.supplied"),
    );
  }
  if (unit.disorganized) words.push(t("words.disorganized"));
  if (unit.moved) words.push(t("words.moved"));
  if (game.selection.unit === unit.id) words.push(t("map.in-hand"));
  else if (game.position.byUnit.has(unit.id)) words.push(t("words.able"));
  return words;
}

/** What Enter does here, and what it costs. */
function ways(game: Game, hex: MapId): string[] {
  const going = game.selection.destinations.get(hex);
  const step = game.selection.reach?.hexes[hex];
  const words: string[] = [];
  if (going)
    words.push(
      step
        ? t("map.reach", { n: step.cost })
        : listed(
            going.map((a) => labelOf(game.position, a)),
            "disjunction",
          ),
    );
  if (going && step?.stops) words.push(t("words.stops"));
  if (going && step?.dry) words.push(t("words.dry"));
  const here = game.position.byHex.get(hex);
  if (here)
    words.push(
      listed(
        here.map((a) => labelOf(game.position, a)),
        "disjunction",
      ),
    );
  const promise = game.plan.promise(hex);
  const odds = promise?.odds ?? game.position.pkg?.targets?.[hex];
  if (odds) words.push(t("map.odds", { odds: odds.automatic ?? odds.column }));
  if (promise)
    words.push(t("map.promised", { units: listed(promise.attackers.map((u) => game.position.unitName(u))) }));
  return words;
}
