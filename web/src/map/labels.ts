/** Where the names of the cities stand: beside counters and beside each other, as near to their first choice as can be. */

import type { Anchor, Point } from "../shared/geometry";

/** However small the map is, its tips and numbers are drawn at this part of their size: letters stay legible. */
export const LETTERED = 0.92;

/** A name to be placed. Lengths are in map units, as it is drawn at its largest. */
export interface Label {
  id: string;
  /** The middle of the city's hex. */
  at: Point;
  /** How far the lettering reaches. */
  width: number;
  /** What stands before the name: a flag, or what the city is worth. */
  before: number;
  /** Objectives choose first. */
  loud: boolean;
  /** How many counters stand on the city. */
  stack: number;
  /** Places for the name, the best one first. */
  spots: readonly Anchor[];
  /** How much larger than near by it is drawn; without it, as large as names grow. */
  grown?: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Names grow as the map shrinks, up to this. */
export const GROWN = 1.3;
/** Above and below the line on which a name stands. */
const RISE = 11;
const FALL = 4;
/** Half a counter, and half the houses of a city. */
const COUNTER = 28;
const HOUSES = 17;
/** Half a badge at a counter's corner, and half the line of a trail; so far apart are the points of one that are looked at. */
const BADGE = 9;
const TRAIL = 5;
const STEP = 12;
/** What it costs a name to take a later place, to lie on a badge or a trail, on houses, on a counter, or on another name. */
const LATER = 1;
const ON_MARK = 6;
const ON_HOUSES = 8;
const ON_COUNTER = 40;
const ON_NAME = 200;
/** What it costs a name to go to another side of its city: it does so for a counter or a name that would cover it. */
const LEAVING = 30;
/** How often every name looks again, once the others stand. */
const ROUNDS = 3;

const around = (p: Point, half: number): Box => ({
  left: p.x - half,
  top: p.y - half,
  right: p.x + half,
  bottom: p.y + half,
});

/** The box of a name at a spot, with what stands before it, at its largest. */
export function boxAt(label: Label, spot: Anchor): Box {
  const { width, before } = label;
  const from = spot.anchor === "start" ? 0 : spot.anchor === "end" ? -width : -width / 2;
  // A name that begins at its spot makes room for its flag there; the others have it before them.
  const left = spot.anchor === "start" ? 0 : from - before;
  const right = spot.anchor === "start" ? before + width : from + width;
  const grown = label.grown ?? GROWN;
  return { left: spot.x + left, right: spot.x + right, top: spot.y - RISE * grown, bottom: spot.y + FALL * grown };
}

/** Whether two boxes lie on one another. */
export const touch = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** On which side of its city a name stands. */
export type Side = "above" | "below" | "start" | "end";
const sideOf = (label: Label, spot: Anchor): Side =>
  spot.anchor !== "middle" ? spot.anchor : spot.y < label.at.y ? "above" : "below";

/** A stack is taller than a counter, and a name from far taller than near by: it goes as much higher or lower. */
function lifted(label: Label, spot: Anchor): Anchor {
  const taller = Math.max(0, (label.grown ?? GROWN) - GROWN) * (spot.y < label.at.y ? FALL : RISE);
  const more = spot.anchor === "middle" ? (label.stack > 1 ? (label.stack - 1) * 7 : 0) + taller : 0;
  return { ...spot, y: spot.y + (spot.y < label.at.y ? -more : more) };
}

/** The box of a badge at a counter's upper right corner. */
export const badgeAt = (counter: Point): Box => around({ x: counter.x + 25, y: counter.y - 25 }, BADGE);

/** The boxes along a trail, which goes by the middles of its hexes. */
export function alongTrail(points: readonly Point[]): Box[] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to;
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
    const part = (n: number): Point => ({
      x: from.x + ((to.x - from.x) * n) / steps,
      y: from.y + ((to.y - from.y) * n) / steps,
    });
    return Array.from({ length: steps + 1 }, (_, n) => around(part(n), TRAIL));
  });
}

/**
 * A spot for each name: id -> spot. `counters` are the middles of the places where counters stand, `marks` the boxes of
 * badges and trails. A name keeps to the side where it stood before (`held`) as long as nothing covers it there: names do not
 * jump about where units march past.
 */
export function placeLabels(
  labels: readonly Label[],
  counters: readonly Point[],
  marks: readonly Box[] = [],
  held: ReadonlyMap<string, Side> = new Map(),
): Map<string, Anchor> {
  const taken = new Map<string, Box>();
  const found = new Map<string, Anchor>();
  const units = counters.map((p) => around(p, COUNTER));
  const houses = labels.map((label) => [label.id, around(label.at, HOUSES)] as const);

  /** What a spot costs whatever the other names do: it is worked out once, not in each round. */
  const price = (label: Label, box: Box, place: number): number => {
    let sum = place * LATER;
    for (const unit of units) if (touch(box, unit)) sum += ON_COUNTER;
    if (marks.some((mark) => touch(box, mark))) sum += ON_MARK;
    for (const [id, other] of houses) if (id !== label.id && touch(box, other)) sum += ON_HOUSES;
    return sum;
  };
  const order = [...labels]
    .sort((a, b) => Number(b.loud) - Number(a.loud) || a.at.y - b.at.y || a.at.x - b.at.x)
    .map((label) => {
      const stood = held.get(label.id);
      const spots = label.spots.map((wanted, place) => {
        const spot = lifted(label, wanted);
        const box = boxAt(label, spot);
        const cost = price(label, box, place) + (stood && stood !== sideOf(label, wanted) ? LEAVING : 0);
        return { spot, box, cost };
      });
      return { id: label.id, spots };
    });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { id, spots } of order) {
      let least = Number.POSITIVE_INFINITY;
      taken.delete(id);
      const others = [...taken.values()];
      for (const { spot, box, cost } of spots) {
        if (cost >= least) continue;
        const sum = others.reduce((so, other) => so + (touch(box, other) ? ON_NAME : 0), cost);
        if (sum >= least) continue;
        least = sum;
        found.set(id, spot);
        taken.set(id, box);
      }
    }
  return found;
}

/** The sides on which names stand. */
export const sides = (labels: readonly Label[], found: ReadonlyMap<string, Anchor>): Map<string, Side> =>
  new Map(
    labels.flatMap((label) => {
      const spot = found.get(label.id);
      return spot ? [[label.id, sideOf(label, spot)] as const] : [];
    }),
  );
