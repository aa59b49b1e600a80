/** Who stands where while the lines of the log are read, from the position before them on. */

import { entriesOf, onMap } from "../wire/ids";
import type { Happening, LogLine, MapId, Side, UnitId, UnitView, View } from "../wire/types";
import { pathOf } from "./trail";

const LEAVES = new Set<Happening>(["UnitShattered", "UnitEliminated", "UnitEntrained", "UnitRemoved"]);
const ARRIVES = new Set<Happening>(["UnitPlaced", "UnitDetrained"]);

export type Step =
  | { kind: "way"; unit: UnitId; path: readonly MapId[] }
  | { kind: "leave"; unit: UnitId; from: MapId }
  | { kind: "arrive"; unit: UnitId; to: MapId }
  | { kind: "flip"; unit: UnitId; was: UnitView }
  | { kind: "turn"; hex: MapId; was: Side | null };

/** The units that stand on the map, and where. */
function places(view: View): Map<UnitId, MapId> {
  return new Map(view.units.flatMap(({ id, at }) => (onMap(at) ? [[id, at]] : [])));
}

/** Follows a position through the lines of the log. */
export class Tracker {
  readonly #at: Map<UnitId, MapId>;
  readonly #held: Map<MapId, Side>;
  readonly #faces: ReadonlyMap<UnitId, UnitView>;

  constructor(view: View) {
    this.#at = places(view);
    this.#held = new Map(entriesOf(view.control));
    this.#faces = new Map(view.units.map((unit) => [unit.id, unit]));
  }

  /** The units that stand in a hex now. */
  on(hex: MapId): UnitId[] {
    return [...this.#at].filter(([, at]) => at === hex).map(([unit]) => unit);
  }

  /** Where a unit stands now; empty: not on the map. */
  at(unit: UnitId): MapId | "" {
    return this.#at.get(unit) ?? "";
  }

  /** How a unit looked in the position before. */
  face(unit: UnitId): UnitView | undefined {
    return this.#faces.get(unit);
  }

  /** What a line brings to the map; undefined for one that changes no place, no counter and no flag. */
  step(line: LogLine): Step | undefined {
    const { hex, side, unit } = line.event;
    if (line.type === "ControlChanged") return hex && side ? this.#turn(hex, side) : undefined;
    if (!unit) return undefined;
    if (line.type === "UnitFlipped") return this.#flip(unit, Number(line.event.face));
    const path = pathOf(line);
    if (path.length > 1) return this.#go(unit, path);
    if (LEAVES.has(line.type)) return this.#leave(unit);
    if (ARRIVES.has(line.type)) return line.event.to ? this.#come(unit, line.event.to) : undefined;
    return undefined;
  }

  /** What no line has told of on the way to this position. */
  rest(next: View): Step[] {
    const then = places(next);
    return [
      ...[...this.#at.keys()].filter((unit) => !then.has(unit)).map((unit) => this.#leave(unit)),
      ...[...then].map(([unit, place]) => this.#come(unit, place)),
      ...entriesOf(next.control).map(([hex, side]) => this.#turn(hex, side)),
    ].filter((step) => step !== undefined);
  }

  #flip(unit: UnitId, face: number): Step | undefined {
    const was = this.#faces.get(unit);
    return was && was.face !== face && this.#at.has(unit) ? { kind: "flip", unit, was } : undefined;
  }

  #go(unit: UnitId, path: readonly MapId[]): Step {
    const from = this.#at.get(unit);
    const to = path.at(-1);
    if (to) this.#at.set(unit, to);
    return { kind: "way", unit, path: from === undefined || from === path[0] ? path : [from, ...path] };
  }

  #leave(unit: UnitId): Step | undefined {
    const from = this.#at.get(unit);
    this.#at.delete(unit);
    return from === undefined ? undefined : { kind: "leave", unit, from };
  }

  #come(unit: UnitId, to: MapId): Step | undefined {
    const from = this.#at.get(unit);
    if (!onMap(to) || from === to) return undefined;
    this.#at.set(unit, to);
    return from === undefined ? { kind: "arrive", unit, to } : { kind: "way", unit, path: [from, to] };
  }

  #turn(hex: MapId, side: Side): Step | undefined {
    const was = this.#held.get(hex) ?? null;
    this.#held.set(hex, side);
    return was === side ? undefined : { kind: "turn", hex, was };
  }
}
