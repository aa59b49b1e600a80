/** What is to be seen between two positions: who goes where by which way, who leaves the map or comes to it, which flag turns. */

import { entriesOf, onMap } from "../wire/ids";
import type { Happening, LogLine, MapId, Side, UnitId, View } from "../wire/types";
import { pathOf } from "./trail";

export type Step =
  | { kind: "way"; unit: UnitId; path: readonly MapId[] }
  | { kind: "leave"; unit: UnitId; from: MapId }
  | { kind: "arrive"; unit: UnitId; to: MapId }
  | { kind: "turn"; hex: MapId; was: Side | null };

/** What is seen at one time; one scene comes after the other. */
export interface Scene {
  steps: Step[];
  /** The other side's doing, or nobody's: not what this player has just done. */
  theirs: boolean;
}

const LEAVES = new Set<Happening>(["UnitShattered", "UnitEliminated", "UnitEntrained", "UnitRemoved"]);
const ARRIVES = new Set<Happening>(["UnitPlaced", "UnitDetrained"]);

/** The units that stand on the map, and where. */
function places(view: View): Map<UnitId, MapId> {
  return new Map(view.units.flatMap(({ id, at }) => (onMap(at) ? [[id, at]] : [])));
}

/** Follows a position through the lines of the log. */
class Tracker {
  readonly #at: Map<UnitId, MapId>;
  readonly #held: Map<MapId, Side>;

  constructor(view: View) {
    this.#at = places(view);
    this.#held = new Map(entriesOf(view.control));
  }

  /** What a line brings to the map; undefined for one that changes no place and no flag. */
  step(line: LogLine): Step | undefined {
    const { hex, side, unit } = line.event;
    if (line.type === "ControlChanged") return hex && side ? this.#turn(hex, side) : undefined;
    if (!unit) return undefined;
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

/** Whose step it is; a flag is its own. */
const actor = (step: Step): string => (step.kind === "turn" ? step.hex : step.unit);

/**
 * The scenes from one position to the next, given the lines of the log between them; `theirs` says of a line whether
 * it tells of what this player has not done. Marches come one after another; what an action brings besides is seen at one time.
 */
export function scenesOf(
  before: View,
  next: View,
  lines: readonly LogLine[],
  theirs: (line: LogLine) => boolean,
): Scene[] {
  const tracker = new Tracker(before);
  const scenes: Scene[] = [];
  let ply = -1;
  /** After the first doing of the other side everything waits for it. */
  let other = false;
  const add = (step: Step, at: number): void => {
    const last = scenes.at(-1);
    const joins =
      last && at === ply && step.kind !== "way" && last.theirs === other && last.steps.every((one) => joint(one, step));
    if (joins) last.steps.push(step);
    else scenes.push({ steps: [step], theirs: other });
    ply = at;
  };
  for (const line of lines) {
    other ||= theirs(line);
    const step = tracker.step(line);
    if (step) add(step, line.ply);
  }
  const rest = tracker.rest(next);
  if (rest.length > 0) scenes.push({ steps: rest, theirs: other });
  return scenes;
}

const joint = (one: Step, other: Step): boolean => one.kind !== "way" && actor(one) !== actor(other);

/** The one scene of a step back: everybody goes back at once, by the way they came where the lines that are taken back tell it. */
export function sceneBack(before: View, next: View, taken: readonly LogLine[]): Scene[] {
  const steps = new Tracker(before).rest(next).map((step) => {
    if (step.kind !== "way") return step;
    const came = taken.filter((line) => line.event.unit === step.unit).map(pathOf);
    const way = came.flatMap((path, i) => (i > 0 ? path.slice(1) : path)).reverse();
    const whole = way[0] === step.path[0] && way.at(-1) === step.path.at(-1);
    return whole ? { ...step, path: way } : step;
  });
  return steps.length > 0 ? [{ steps, theirs: false }] : [];
}
