/** Small boards, views and packages for the tests: only what a test is about is named, the rest is plain. */

import type {
  Action,
  BoardFacts,
  Happening,
  Hex,
  LogLine,
  MapId,
  Package,
  PlaceId,
  PlanAnswer,
  Side,
  UnitFacts,
  UnitId,
  UnitView,
  View,
} from "../wire/types";
import { Position } from "./position.svelte";

/** A clear hex of the grid; its id is its column and row. */
const hex = (id: string, q: number, r: number, name = ""): Hex => ({ id, q, r, terrain: "clear", name }) as Hex;

const face = (name: string, strength: number, move: number) => ({ name, type: "infantry", strength, move });
export const facts = (id: string, side: Side, name: string): UnitFacts =>
  ({ id, side, nation: side === "axis" ? "german" : "soviet", front: face(name, 5, 3) }) as UnitFacts;

/** Three hexes in a row and one south of them, four armies, two cards. */
export const BOARD = {
  map: {
    hexes: [hex("1211", 0, 0, "Kiev"), hex("1311", 1, 0), hex("1411", 2, 0), hex("1212", 0, 1)],
    areas: [{ id: "FINLAND", name: "Finland", adjacent: ["1211"] }],
  },
  units: [
    facts("G11", "axis", "1st Army"),
    facts("G2", "axis", "2nd Army"),
    facts("G4Pz", "axis", "4th Panzer"),
  ].concat(facts("S_W", "soviet", "1st Front")),
  calendar: [],
  cards: [7, 40].map((number) => ({
    number,
    joker: number === 40,
    axis: { title: `Axis ${number}`, text: "" },
    soviet: { title: `Soviet ${number}`, text: "" },
  })),
} as unknown as BoardFacts;

export const unit = (id: UnitId, at: PlaceId, more: Partial<UnitView> = {}): UnitView =>
  ({
    id,
    at,
    name: BOARD.units.find((u) => u.id === id)?.front.name ?? id,
    steps: 2,
    max_steps: 2,
    ...more,
  }) as UnitView;

export const view = (more: Partial<View> = {}): View =>
  ({
    turn: 1,
    phase: "movement",
    phasing: "axis",
    actor: "axis",
    prompt: { code: "move", said: ["move"], args: {}, text: "Move" },
    hand: [7],
    units: [unit("G11", "1211"), unit("G2", "1211"), unit("S_W", "1411")],
    control: {},
    targets: [],
    counterblows: [],
    planned: [],
    duties: [],
    targets_left: 0,
    targets_limit: 0,
    battle: null,
    outcome: null,
    ...more,
  }) as unknown as View;

export const pack = (actions: Action[], more: Partial<Package> = {}, shows: Partial<View> = {}): Package =>
  ({
    game: { id: "g", name: "", scenario: "barbarossa" },
    seat: "axis",
    owned: ["axis"],
    ply: 10,
    looked: 0,
    view: view(shows),
    actions,
    undo: { can: false },
    events: [],
    thinking: false,
    ...more,
  }) as unknown as Package;

export const line = (ply: number, type: Happening, side: Side | null, event: Record<string, unknown> = {}): LogLine =>
  ({ ply, type, side, text: `${type} at ${ply}`, hexes: [], event: { type, ...event } }) as unknown as LogLine;

/** The board with a package on it. */
export function positionOf(actions: Action[] = [], more: Partial<Package> = {}, shows: Partial<View> = {}): Position {
  const position = new Position();
  position.board = BOARD;
  position.pkg = pack(actions, more, shows);
  return position;
}

export const move = (name: UnitId, to: MapId): Action => ({ type: "MoveUnit", unit: name, to });

/** What the server says of a plan: nothing but what is named. */
export const planAnswer = (more: Partial<PlanAnswer>): PlanAnswer => ({
  upfront: true,
  rows: [],
  fixed: [],
  battles: [],
  forced: [],
  actions: [],
  problems: [],
  complete: false,
  proposed: [],
  ...more,
});
