/** What a stretch of the log brought, the consequences before the doings: cities, armies, points, supply. */

import { type ByPlace, onMap } from "../wire/ids";
import type { Happening, Hex, LogLine, MapId, PlaceId, Side, UnitFacts, UnitId, View } from "../wire/types";
import { pathOf } from "./trail";

export interface Tidings {
  /** Cities, oil fields and areas that changed hands for good. */
  lostPlaces: MapId[];
  wonPlaces: MapId[];
  /** Units out of the game or in the box of the surrendered, ours and theirs. */
  surrendered: UnitId[];
  destroyed: UnitId[];
  shattered: UnitId[];
  theirDestroyed: UnitId[];
  /** Units of theirs that were scattered, and come back for free. */
  theirShattered: UnitId[];
  /** The own counterattacks, with what came of each. */
  strikes: { targets: MapId[]; result: string }[];
  /** Steps that units of ours lost and outlived. */
  steps: number;
  /** Own units that the last supply check found cut off, and that still stand. */
  cutOff: UnitId[];
  /** The last count of victory points, and for whom it was taken. */
  points: { side: Side; points: number } | null;
  moves: number;
  battles: number;
  events: number;
}

const unitsIn = (lines: readonly LogLine[]): UnitId[] => lines.flatMap(({ event }) => event.unit ?? []);

/** The tidings in these lines for the player of a seat; `units` knows whose a unit is. */
export function tidings(lines: readonly LogLine[], seat: Side, units: ReadonlyMap<UnitId | "", UnitFacts>): Tidings {
  const of = (type: Happening): LogLine[] => lines.filter((line) => line.type === type);
  const mine = (unit: UnitId): boolean => units.get(unit)?.side === seat;
  const places = changedHands(of("ControlChanged"));
  const gone = of("UnitEliminated");
  const lost = unitsIn(gone).filter(mine);
  const surrendered = unitsIn(gone.filter((line) => line.event.box === "surrendered")).filter(mine);
  const destroyed = lost.filter((unit) => !surrendered.includes(unit));
  const broken = unitsIn(of("UnitShattered"));
  const out = new Set([...unitsIn(gone), ...broken]);
  // Whoever has been saved by the end of the Removal Phase loses the marker, and the others are gone.
  const marked = lines.slice(lines.findLastIndex((line) => line.type === "MarkersCleared") + 1);
  const checked = marked.findLast((line) => line.type === "SupplyChecked" && line.event.side === seat);
  const counted = of("VictoryPointsCounted").at(-1);
  return {
    lostPlaces: places.filter((place) => place.side !== seat).map((place) => place.hex),
    wonPlaces: places.filter((place) => place.side === seat).map((place) => place.hex),
    surrendered,
    destroyed,
    shattered: broken.filter(mine),
    theirDestroyed: unitsIn(gone).filter((unit) => !mine(unit)),
    theirShattered: broken.filter((unit) => !mine(unit) && !unitsIn(gone).includes(unit)),
    strikes: strikes(lines, seat),
    steps: unitsIn(of("UnitFlipped").filter((line) => line.event.why === "loss")).filter(
      (unit) => mine(unit) && !out.has(unit),
    ).length,
    cutOff: (checked?.event.unsupplied ?? []).filter((unit) => !out.has(unit)),
    points: counted ? { side: counted.event.side as Side, points: Number(counted.event.points) } : null,
    moves: of("UnitMoved").filter((line) => line.side !== seat).length,
    battles: of("BattleBegan").length,
    events: of("EventPlayed").filter((line) => line.side !== seat).length,
  };
}

/** Whether something came of it that one would want to be told. */
export function weighs(told: Tidings): boolean {
  const { lostPlaces, wonPlaces, surrendered, destroyed, shattered, theirDestroyed, theirShattered, cutOff } = told;
  const lists = [lostPlaces, wonPlaces, surrendered, destroyed, shattered, theirDestroyed, theirShattered, cutOff];
  const some = [...lists, told.strikes].some((list) => list.length > 0);
  return told.steps > 0 || some || told.moves + told.battles >= 2;
}

/** The counterattacks of a seat in these lines, each with its result. */
function strikes(lines: readonly LogLine[], seat: Side): Tidings["strikes"] {
  const found: Tidings["strikes"] = [];
  let open: MapId[] | null = null;
  for (const { type, event } of lines) {
    if (type === "BattleBegan")
      open = event.counterattack && event.attacker === seat ? ((event.targets as MapId[] | undefined) ?? []) : null;
    else if (type === "ResultFound" && open) {
      found.push({ targets: open, result: String(event.result) });
      open = null;
    }
  }
  return found;
}

/** The board as it is after the lines, to see what they left. */
export interface Aftersight {
  seat: Side | null;
  view: Pick<View, "units" | "control"> | null;
  hexFacts: ByPlace<Pick<Hex, "terrain" | "oil" | "objective_of">>;
  geo: { axial: ByPlace<[number, number]> } | null;
}

/** Cities and oil fields of the enemy that its units have left without anybody, and that a unit of the seat is near to. */
export function emptied({ seat, view, hexFacts, geo }: Aftersight, lines: readonly LogLine[]): MapId[] {
  if (!seat || !view || !geo) return [];
  const counts = (hex: MapId): boolean => {
    const facts = hexFacts.get(hex);
    return facts?.terrain === "city" || facts?.oil === true || facts?.objective_of !== undefined;
  };
  const left = lines.filter((line) => line.side !== seat).flatMap(leftBy);
  const taken = new Set<PlaceId | "">(view.units.map((unit) => unit.at));
  const near = (hex: MapId): boolean =>
    view.units.some((unit) => unit.side === seat && apart(geo.axial.get(unit.at), geo.axial.get(hex)) <= unit.move);
  return [...new Set(left)].filter((hex) => counts(hex) && !taken.has(hex) && view.control[hex] !== seat && near(hex));
}

/** The hex that a line tells a unit to have left. */
function leftBy(line: LogLine): MapId[] {
  const [from] = pathOf(line);
  if (from) return [from];
  const frm = line.event.frm as PlaceId | undefined;
  return OUT.has(line.type) && frm && onMap(frm) ? [frm] : [];
}
const OUT = new Set<Happening>(["UnitEntrained", "UnitShattered", "UnitEliminated"]);

/** Hexes from one place to another; without end where one of them is no hex. */
function apart(a: [number, number] | undefined, b: [number, number] | undefined): number {
  if (!a || !b) return Number.POSITIVE_INFINITY;
  const [q, r] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The hexes on which the enemy of a seat has laid Counterblow markers in these lines, and not taken back. */
export function blowsOf(lines: readonly LogLine[], seat: Side): MapId[] {
  const laid = new Set<MapId>();
  for (const { type, event } of lines) {
    if (!event.hex) continue;
    if (type === "CounterblowPlaced" && event.side !== seat && event.why !== "result") laid.add(event.hex);
    else if (type === "CounterblowLapsed" || type === "TakenBack") laid.delete(event.hex);
  }
  return [...laid];
}

/** What changed hands and did not change back: there are two sides, so an even number of changes is none. */
function changedHands(lines: readonly LogLine[]): { hex: MapId; side: Side }[] {
  const byHex = new Map<MapId, LogLine[]>();
  for (const line of lines) {
    const { hex } = line.event;
    if (hex) byHex.set(hex, [...(byHex.get(hex) ?? []), line]);
  }
  return [...byHex]
    .filter(([, changes]) => changes.length % 2 === 1)
    .map(([hex, changes]) => ({ hex, side: changes.at(-1)?.event.side as Side }));
}

/** Lines that tell what became of a battle's result, the weightiest first. */
const OUTCOMES: readonly Happening[] = [
  "ControlChanged",
  "UnitEliminated",
  "UnitPlaced", // a cadre, in the place of the unit that was lost
  "UnitShattered",
  "UnitFlipped",
  "UnitRetreated",
  "UnitAdvanced",
  "CounterblowPlaced",
  "CounterattackDeclined",
];

/** Lines with which something else begins. */
const ENDS = new Set<Happening>(["BattleBegan", "PhaseBegan", "DieRolled"]);

/** What came of the newest result in these lines, without the retreat of a unit that is gone; nothing while it waits. */
export function aftermath(lines: readonly LogLine[]): LogLine[] {
  const found = lines.findLastIndex((line) => line.type === "ResultFound");
  if (found < 0) return [];
  const after = lines.slice(found + 1);
  const end = after.findIndex((line) => ENDS.has(line.type));
  const told = end < 0 ? after : after.slice(0, end);
  const gone = new Set(told.filter((line) => line.type === "UnitEliminated").map((line) => line.event.unit));
  const stands = told.filter((line) => line.type !== "UnitRetreated" || !gone.has(line.event.unit));
  return OUTCOMES.flatMap((type) => stands.filter((line) => line.type === type));
}
