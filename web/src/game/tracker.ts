/** Who stands where while the lines of the log are read, from the position before them on. */

import type { Happening, LogLine, Side, UnitView, View } from "../wire/types";
import { pathOf } from "./trail";

const LEAVES = new Set<Happening>(["UnitShattered", "UnitEliminated", "UnitEntrained", "UnitRemoved"]);
const ARRIVES = new Set<Happening>(["UnitPlaced", "UnitDetrained"]);

export type Step =
  | { kind: "way"; unit: string; path: readonly string[] }
  | { kind: "leave"; unit: string; from: string }
  | { kind: "arrive"; unit: string; to: string }
  | { kind: "flip"; unit: string; was: UnitView }
  | { kind: "turn"; hex: string; was: Side | null };

export const onMap = (place: string): boolean => place !== "" && !place.startsWith("box:");

/** The units that stand on the map, and where. */
function places(view: View): Map<string, string> {
  return new Map(view.units.filter((unit) => onMap(unit.at)).map((unit) => [unit.id, unit.at]));
}

/** Follows a position through the lines of the log. */
export class Tracker {
  readonly #at: Map<string, string>;
  readonly #held: Map<string, Side>;
  readonly #faces: ReadonlyMap<string, UnitView>;

  constructor(view: View) {
    this.#at = places(view);
    this.#held = new Map(Object.entries(view.control));
    this.#faces = new Map(view.units.map((unit) => [unit.id, unit]));
  }

  /** The units that stand in a hex now. */
  on(hex: string): string[] {
    return [...this.#at].filter(([, at]) => at === hex).map(([unit]) => unit);
  }

  /** Where a unit stands now; empty: not on the map. */
  at(unit: string): string {
    return this.#at.get(unit) ?? "";
  }

  /** How a unit looked in the position before. */
  face(unit: string): UnitView | undefined {
    return this.#faces.get(unit);
  }

  /** What a line brings to the map; undefined for one that changes no place, no counter and no flag. */
  step(line: LogLine): Step | undefined {
    if (line.type === "ControlChanged") return this.#turn(String(line.event.hex), line.event.side as Side);
    const unit = String(line.event.unit ?? "");
    if (line.type === "UnitFlipped") return this.#flip(unit, Number(line.event.face));
    const path = pathOf(line);
    if (path.length > 1) return this.#go(unit, path);
    if (LEAVES.has(line.type)) return this.#leave(unit);
    if (ARRIVES.has(line.type)) return this.#come(unit, String(line.event.to ?? ""));
    return undefined;
  }

  /** What no line has told of on the way to this position. */
  rest(next: View): Step[] {
    const then = places(next);
    return [
      ...[...this.#at.keys()].filter((unit) => !then.has(unit)).map((unit) => this.#leave(unit)),
      ...[...then].map(([unit, place]) => this.#come(unit, place)),
      ...Object.entries(next.control).map(([hex, side]) => this.#turn(hex, side)),
    ].filter((step) => step !== undefined);
  }

  #flip(unit: string, face: number): Step | undefined {
    const was = this.#faces.get(unit);
    return was && was.face !== face && this.#at.has(unit) ? { kind: "flip", unit, was } : undefined;
  }

  #go(unit: string, path: readonly string[]): Step {
    const from = this.#at.get(unit);
    this.#at.set(unit, path.at(-1) ?? "");
    return { kind: "way", unit, path: from === undefined || from === path[0] ? path : [from, ...path] };
  }

  #leave(unit: string): Step | undefined {
    const from = this.#at.get(unit);
    this.#at.delete(unit);
    return from === undefined ? undefined : { kind: "leave", unit, from };
  }

  #come(unit: string, to: string): Step | undefined {
    const from = this.#at.get(unit);
    if (!onMap(to) || from === to) return undefined;
    this.#at.set(unit, to);
    return from === undefined ? { kind: "arrive", unit, to } : { kind: "way", unit, path: [from, to] };
  }

  #turn(hex: string, side: Side): Step | undefined {
    const was = this.#held.get(hex) ?? null;
    this.#held.set(hex, side);
    return was === side ? undefined : { kind: "turn", hex, was };
  }
}
