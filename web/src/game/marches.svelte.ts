/**
 * The picture of the map, which may be a little late: counters march to where the position has them already.
 * Nothing waits for it but the picture itself; whatever the player does ends it.
 */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Point } from "../shared/geometry";
import { HEX_W } from "../shared/geometry";
import { prefs } from "../shared/prefs.svelte";
import { settings } from "../shared/settings.svelte";
import { onMap } from "../wire/ids";
import type { LogLine, MapId, Package, Shown, Side, UnitId, UnitView, View } from "../wire/types";
import type { Fight } from "./fights";
import type { Position } from "./position.svelte";
import { type Scene, type Scenic, sceneBack, scenesOf } from "./scenes";
import type { Step } from "./tracker";

/** Milliseconds to a hex, and of a move at the least and at the most. */
const A_HEX = 90;
const LEAST = 150;
const MOST = 600;
/** Milliseconds in which a counter leaves the map or comes to it, and in which half a flag or a counter turns. */
const FADES = 280;
const TURNS = 130;
/** Milliseconds that a die tumbles, that its result flies, and that what it did can be read when all has been seen. */
const TUMBLES = 600;
const FLIES = 420;
const READ = 2600;
/** Milliseconds that a battle stays before the next one is seen. */
const RESTS = 800;
/** How far above its hex a counter appears, and vanishes. */
const ABOVE = 46;

/** How a package came: as the answer to what this player did, told of by the live channel, or after a time without it. */
export type Came = "answer" | "told" | "missed";

/** Scenes that are seen one after the other. */
interface Lane {
  scenes: Scene[];
  /** Milliseconds between two scenes, and of one at the most. */
  gap: number;
  most: number;
  over: boolean;
}

/** A march of the page's own, and what it is seen on. */
export interface Flight {
  element: Element;
  frames: Keyframe[];
}
/** The card beside the hexes of a battle: its die, and how its result flies to those whom it meets. */
export interface Theater {
  die(): Element | null;
  flights(): Flight[];
}
/** What the map moves: all but a result, which flies from its card. */
type Move = Exclude<Step, { kind: "turn" | "flip" }>;

export class Marches {
  /** Units whose picture is late; they are drawn above the others. */
  late = $state.raw<ReadonlySet<UnitId>>(new Set());
  /** Units that are not on the map any more, and are still to be seen leaving it. */
  ghosts = $state.raw<readonly UnitView[]>([]);
  /** Flags that are still to be turned: who held the hex. */
  flags = $state.raw<ReadonlyMap<MapId, Side | null>>(new Map());
  /** Counters that are still to be turned: how they look until then. */
  faces = $state.raw<ReadonlyMap<UnitId, UnitView>>(new Map());
  /** The battle whose result is seen now, and whether its die tumbles still. */
  strike = $state.raw<{ fight: Fight; rolling: boolean } | null>(null);
  /** How many battles whose dice have not been seen are still to come. */
  awaited = $state(0);
  /** What shows a battle, while it is seen. */
  theater: Theater | null = null;
  readonly #position: Position;
  /** What draws each unit, and each flag. */
  #pictures = new Map<string, SVGElement>();
  /** Where the picture of a late unit stands; empty: not on the map. */
  #stands = new Map<UnitId, MapId | "">();
  /** How many steps of a late unit are still to be seen. */
  #due = new Map<UnitId, number>();
  #motions = new Map<string, Animation[]>();
  #lanes = new Set<Lane>();
  /** The lane of what the other side does. */
  #theirs: Lane | null = null;
  /** The unit that the player has just carried to its new place by hand. */
  #carried: UnitId | null = null;
  #reading = 0;

  constructor(position: Position) {
    this.#position = position;
  }

  /** Makes an element the picture of a unit or a flag, which moves it. */
  pictured(name: string): Attachment<SVGElement> {
    return (element) => {
      this.#pictures.set(name, element);
      return () => {
        if (this.#pictures.get(name) === element) this.#pictures.delete(name);
      };
    };
  }

  /** A unit lies already where the next move takes it. */
  carry(unit: UnitId): void {
    this.#carried = unit;
  }

  /**
   * Shows what leads to a new package. `log` is the log until now; `thrown`: its last die has been seen to tumble already.
   */
  follow(
    before: Package | null,
    next: Package,
    since: number,
    came: Came,
    log: readonly LogLine[] = [],
    thrown = false,
  ): void {
    const carried = came === "answer" ? this.#carried : null;
    if (came === "answer") this.#carried = null;
    if (this.#position.past) return;
    // Before the first step the whole log is no longer than what the step has brought.
    const whole = since === 0 && before?.ply !== 0;
    if (!before || whole || came === "missed" || next.covered || !this.#moves) {
      this.skip();
      return;
    }
    const fresh = next.events.filter((line) => line.ply > since);
    const own = (line: LogLine): boolean => line.side === null || next.owned.includes(line.side);
    const scenes =
      next.ply < before.ply
        ? sceneBack(
            before.view,
            next.view,
            log.filter((line) => line.ply > next.ply),
          )
        : scenesOf(
            before.view,
            next.view,
            fresh,
            (line) => came !== "answer" || !own(line),
            log.filter((line) => line.ply <= since),
            this.#position.board?.tables,
          );
    const last = scenes.flatMap(({ steps }) => steps).findLast((step) => step.kind === "strike");
    if (last && thrown) last.tumbles = false;
    const mine = scenes.filter((scene) => !scene.theirs);
    for (const scene of mine) scene.steps = scene.steps.filter((step) => step.kind !== "way" || step.unit !== carried);
    // Whoever acts has seen enough of what the other side did.
    if (mine.length > 0 && this.#theirs) this.skip();
    const theirs = settings.march ? scenes.filter((scene) => scene.theirs) : [];
    void this.#show(before.view, next.view, mine, theirs);
  }

  /** Shows the step between two positions of a replay, in so many milliseconds at the most; a jump is none. */
  look(before: Shown | null, next: Shown, plays: boolean, most: number, log: readonly LogLine[] = []): void {
    this.skip();
    this.strike = null;
    const by = before ? next.ply - before.ply : 0;
    if (!before || before.eyes !== next.eyes || by === 0 || (Math.abs(by) > 1 && !plays)) return;
    const past = log.filter((line) => line.ply <= before.ply);
    const scenes =
      by > 0
        ? scenesOf(before.view, next.view, next.events, () => false, past, this.#position.board?.tables)
        : sceneBack(before.view, next.view, before.events);
    for (const scene of scenes) scene.theirs = false;
    const last = scenes.flatMap(({ steps }) => steps).findLast((step) => step.kind === "strike");
    if (this.#moves)
      void this.#show(before.view, next.view, scenes, [], Math.min(MOST, most / Math.max(1, scenes.length)));
    // A battle that the step has ended stays to be read, as long as the step is shown.
    else if (last) this.strike = { fight: last.fight, rolling: false };
  }

  /** Ends all that is seen or waits to be: the picture is that of the position. */
  readonly skip = (): void => {
    for (const lane of this.#lanes) lane.over = true;
    this.#lanes.clear();
    this.#theirs = null;
    for (const motion of [...this.#motions.values()].flat()) motion.cancel();
    this.#motions.clear();
    this.#due.clear();
    this.#stands.clear();
    this.#note();
    if (this.flags.size > 0) this.flags = new Map();
    if (this.faces.size > 0) this.faces = new Map();
    clearTimeout(this.#reading);
    if (this.awaited > 0) this.awaited = 0;
    if (this.strike && !this.#position.past) this.strike = null;
    else if (this.strike?.rolling) this.strike = { ...this.strike, rolling: false };
  };

  get #moves(): boolean {
    return !prefs.still && document.visibilityState === "visible" && this.#position.geo !== null;
  }

  async #show(before: View, next: View, mine: Scene[], theirs: Scene[], most = MOST): Promise<void> {
    const steps = [...mine, ...theirs].flatMap((scene) => scene.steps);
    if (steps.length === 0) return;
    const lane: Lane = { scenes: mine, gap: 0, most, over: false };
    this.#lanes.add(lane);
    for (const step of steps) this.#expect(step);
    this.#note(before, next);
    await tick();
    if (lane.over) return;
    for (const unit of this.#due.keys()) this.#hold(unit);
    await this.#play(lane);
    if (lane.over || theirs.length === 0) return;
    if (this.#theirs) this.#theirs.scenes.push(...theirs);
    else {
      this.#theirs = { scenes: theirs, gap: settings.march?.gap ?? 0, most: MOST, over: false };
      this.#lanes.add(this.#theirs);
      void this.#play(this.#theirs);
    }
  }

  /** Notes that the picture is late by a step. */
  #expect(step: Scenic): void {
    if (step.kind === "strike") {
      if (step.tumbles) this.awaited += 1;
      return;
    }
    if (step.kind === "turn") {
      if (!this.flags.has(step.hex)) this.flags = new Map([...this.flags, [step.hex, step.was]]);
      return;
    }
    if (step.kind === "flip") {
      if (!this.faces.has(step.unit)) this.faces = new Map([...this.faces, [step.unit, step.was]]);
      return;
    }
    const from = step.kind === "way" ? (step.path[0] ?? "") : step.kind === "leave" ? step.from : "";
    if (!this.#stands.has(step.unit)) this.#stands.set(step.unit, from);
    this.#due.set(step.unit, (this.#due.get(step.unit) ?? 0) + 1);
  }

  /** Tells the map which pictures are late, and which of them are drawn by nothing else. */
  #note(before?: View, next?: View): void {
    if (this.late.size > 0 || this.#due.size > 0) this.late = new Set(this.#due.keys());
    if (before && next) {
      const there = new Set(next.units.filter((unit) => onMap(unit.at)).map((unit) => unit.id));
      const known = [...this.ghosts, ...before.units.filter((unit) => onMap(unit.at))];
      const gone = new Map(known.filter((unit) => !there.has(unit.id)).map((unit) => [unit.id, unit]));
      this.ghosts = [...gone.values()].filter((unit) => this.#due.has(unit.id));
    } else if (this.ghosts.length > 0) this.ghosts = this.ghosts.filter((unit) => this.#due.has(unit.id));
  }

  /** Keeps the picture of a unit where it stands until its step comes. */
  #hold(unit: UnitId): void {
    const picture = this.#pictures.get(unit);
    const held = this.#motions.get(unit) ?? [];
    if (!picture || held.some((motion) => (motion.effect as KeyframeEffect | null)?.target === picture)) return;
    for (const motion of held) motion.cancel();
    const at = this.#centre(this.#stands.get(unit) ?? "");
    const frame = at ? { transform: moved(at) } : { opacity: 0 };
    const motion = picture.animate([frame, frame], { duration: 1, fill: "both" });
    motion.pause();
    this.#motions.set(unit, [motion]);
  }

  async #play(lane: Lane): Promise<void> {
    for (let first = true; !lane.over; first = false) {
      const scene = lane.scenes.shift();
      if (!scene) break;
      const { most } = lane;
      const delay = first ? 0 : lane.gap;
      await Promise.all(scene.steps.map((step) => this.#see(step, lane, { delay, most })));
    }
    this.#lanes.delete(lane);
    if (this.#theirs === lane) this.#theirs = null;
  }

  async #see(step: Scenic, lane: Lane, { delay, most }: { delay: number; most: number }): Promise<void> {
    if (step.kind === "strike") return this.#strike(step, lane, { delay, most });
    if (step.kind === "turn")
      return this.#turn(`flag:${step.hex}`, lane, delay, () => {
        this.flags = new Map([...this.flags].filter(([one]) => one !== step.hex));
      });
    if (step.kind === "flip")
      return this.#turn(`face:${step.unit}`, lane, delay, () => {
        this.faces = new Map([...this.faces].filter(([one]) => one !== step.unit));
      });
    const points = this.#points(step);
    const first = points[0];
    if (first) {
      const short = Math.min(FADES, most);
      const low = { transform: moved(first), opacity: 1 };
      const high = { transform: moved({ x: first.x, y: first.y - ABOVE }), opacity: 0 };
      if (step.kind === "leave") await this.#move(step.unit, [low, high], short, delay);
      else if (step.kind === "arrive") await this.#move(step.unit, [high, low], short, delay);
      else await this.#move(step.unit, frames(points), Math.min(most, timeOf(points)), delay);
      if (lane.over) return;
      this.#stands.set(step.unit, placeAfter(step));
    }
    const due = (this.#due.get(step.unit) ?? 1) - 1;
    if (due > 0) this.#due.set(step.unit, due);
    else this.#settle(step.unit);
  }

  #points(step: Move): Point[] {
    const path = step.kind === "way" ? step.path : [step.kind === "leave" ? step.from : step.to];
    return path.map((place) => this.#centre(place)).filter((point) => point !== undefined);
  }

  async #move(unit: string, keyframes: Keyframe[], duration: number, delay: number): Promise<void> {
    const picture = this.#pictures.get(unit);
    if (!picture) return;
    const motion = picture.animate(keyframes, { duration, delay, easing: "ease-out", fill: "both" });
    this.#motions.set(unit, [...(this.#motions.get(unit) ?? []), motion]);
    await motion.finished.catch(() => undefined);
  }

  /** The picture of a unit is where it belongs. */
  #settle(unit: UnitId): void {
    for (const motion of this.#motions.get(unit) ?? []) motion.cancel();
    this.#motions.delete(unit);
    this.#due.delete(unit);
    this.#stands.delete(unit);
    this.#note();
  }

  /** Turns a flag or a counter over: half of it as it was, and half as it is once `over` has been told. */
  async #turn(what: string, lane: Lane, delay: number, over: () => void): Promise<void> {
    const [thin, wide] = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
    await this.#move(what, [wide, thin], TURNS, delay);
    if (lane.over) return;
    over();
    await tick();
    await this.#move(what, [thin, wide], TURNS, 0);
    if (lane.over) return;
    for (const motion of this.#motions.get(what) ?? []) motion.cancel();
    this.#motions.delete(what);
  }

  /** The die of a battle tumbles at its hex, and its result flies to those whom it meets. */
  async #strike(
    { fight, tumbles }: Extract<Scenic, { kind: "strike" }>,
    lane: Lane,
    { delay, most }: { delay: number; most: number },
  ): Promise<void> {
    clearTimeout(this.#reading);
    // What the battle before it brought can be read for a moment.
    const before = this.strike ? this.theater?.die() : null;
    if (before && tumbles)
      await this.#fly([{ element: before, frames: [{ opacity: 1 }, { opacity: 1 }] }], Math.min(RESTS, most), 0);
    if (lane.over) return;
    if (tumbles && this.awaited > 0) this.awaited -= 1;
    this.strike = { fight, rolling: tumbles };
    await tick();
    const die = this.theater?.die();
    if (die && tumbles) await this.#fly([{ element: die, frames: TUMBLING }], Math.min(TUMBLES, most), delay);
    if (lane.over) return;
    this.strike = { fight, rolling: false };
    await tick();
    await this.#fly(this.theater?.flights() ?? [], Math.min(FLIES, most), tumbles ? 0 : delay);
    if (lane.over || this.#position.past) return;
    this.#reading = window.setTimeout(() => {
      if (this.strike?.fight === fight) this.strike = null;
    }, READ);
  }

  async #fly(flights: readonly Flight[], duration: number, delay: number): Promise<void> {
    const all = flights.map(({ element, frames }) =>
      element.animate(frames, { duration, delay, easing: "ease-in-out" }),
    );
    this.#motions.set("strike", all);
    await Promise.all(all.map((motion) => motion.finished.catch(() => undefined)));
    this.#motions.delete("strike");
  }

  #centre(place: MapId | ""): Point | undefined {
    return this.#position.geo?.centre.get(place);
  }
}

const placeAfter = (step: Move): MapId | "" =>
  step.kind === "way" ? (step.path.at(-1) ?? "") : step.kind === "arrive" ? step.to : "";

/** How a die tumbles. */
const TUMBLING: Keyframe[] = [0, 14, -12, 10, -8, 5, 0].map((turn) => ({ transform: `rotate(${turn}deg)` }));

export const moved = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

/** How far each point of a way lies from its start. */
function distances(points: readonly Point[]): number[] {
  let far = 0;
  return points.map((point, i) => {
    const from = points[i - 1] ?? point;
    far += Math.hypot(point.x - from.x, point.y - from.y);
    return far;
  });
}

/** Milliseconds that a way takes. */
const timeOf = (points: readonly Point[]): number =>
  Math.max(LEAST, Math.min(MOST, (A_HEX * (distances(points).at(-1) ?? 0)) / HEX_W));

/** The frames of a way, at one speed whatever the length of its parts. */
function frames(points: readonly Point[]): Keyframe[] {
  const far = distances(points);
  const whole = far.at(-1) || 1;
  return points.map((point, i) => ({ transform: moved(point), offset: (far[i] ?? 0) / whole }));
}
