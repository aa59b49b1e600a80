/** What is to be seen between two positions: who goes where by which way, who leaves the map or comes to it, which flag turns. */

import type { LogLine, View } from "../wire/types";
import { type Fight, Referee, type Tables } from "./fights";
import { type Step, Tracker } from "./tracker";
import { pathOf } from "./trail";

export type Scenic =
  | Step
  /** A result is found: it goes to those whom it meets. */
  | { kind: "strike"; fight: Fight; tumbles: boolean };

/** What is seen at one time; one scene comes after the other. */
export interface Scene {
  steps: Scenic[];
  /** The other side's doing, or nobody's: not what this player has just done. */
  theirs: boolean;
}

/** Whose step it is; a flag is its own. */
const actor = (step: Step): string => (step.kind === "turn" ? step.hex : step.unit);

/**
 * The scenes from one position to the next, given the lines of the log between them; `theirs` says of a line whether
 * it tells of what this player has not done. Marches come one after another; what an action brings besides is seen at one time.
 * `log` is what led to the position before.
 */
export function scenesOf(
  before: View,
  next: View,
  lines: readonly LogLine[],
  theirs: (line: LogLine) => boolean,
  log: readonly LogLine[] = [],
  tables?: Tables,
): Scene[] {
  const tracker = new Tracker(before);
  const referee = new Referee(before, log, tables);
  const scenes: Scene[] = [];
  let ply = -1;
  /** After the first doing of the other side everything waits for it. */
  let other = false;
  let thrown = false;
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
    const fight = referee.read(line, tracker);
    if (line.type === "DieRolled" || line.type === "BattleBegan") thrown = line.type === "DieRolled";
    if (fight && line.type === "ResultFound") {
      scenes.push({ steps: [{ kind: "strike", fight, tumbles: thrown }], theirs: other });
      ply = -1;
      thrown = false;
    }
    const step = tracker.step(line);
    if (step) add(step, line.ply);
  }
  const rest = tracker.rest(next);
  if (rest.length > 0) scenes.push({ steps: rest, theirs: other });
  return scenes;
}

const joint = (one: Scenic, other: Step): boolean =>
  one.kind !== "way" && one.kind !== "strike" && actor(one) !== actor(other);

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
