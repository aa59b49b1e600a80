/** What a stretch of the log brought, the consequences before the doings: cities, armies, points, supply. */

import type { Happening, LogLine, MapId, Side, UnitFacts, UnitId } from "../wire/types";

export interface Tidings {
  /** Cities, oil fields and areas that changed hands for good. */
  lostPlaces: MapId[];
  wonPlaces: MapId[];
  /** Units out of the game or in the box of the surrendered, ours and theirs. */
  surrendered: UnitId[];
  destroyed: UnitId[];
  shattered: UnitId[];
  theirLosses: UnitId[];
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
  const checked = of("SupplyChecked").findLast((line) => line.event.side === seat);
  const counted = of("VictoryPointsCounted").at(-1);
  return {
    lostPlaces: places.filter((place) => place.side !== seat).map((place) => place.hex),
    wonPlaces: places.filter((place) => place.side === seat).map((place) => place.hex),
    surrendered,
    destroyed,
    shattered: broken.filter(mine),
    theirLosses: [...out].filter((unit) => !mine(unit)),
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
  const { lostPlaces, wonPlaces, surrendered, destroyed, shattered, theirLosses, cutOff } = told;
  const consequences = [lostPlaces, wonPlaces, surrendered, destroyed, shattered, theirLosses, cutOff];
  return told.steps > 0 || consequences.some((list) => list.length > 0) || told.moves + told.battles >= 2;
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
