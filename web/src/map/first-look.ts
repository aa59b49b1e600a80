/** Where the map is opened: at the front, with as much of the armies behind it as there is room for. */
import { HEX_W, type Point } from "../shared/geometry";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `front` must be seen, of `all` as much as fits. */
export interface Look {
  front: Box;
  all: Box;
}

/** Two hexes: as near as that, armies face each other. */
const NEAR = 2.1 * HEX_W;
/** Around the outermost counters: the counter, and the name beside it. */
const AROUND = 0.7 * HEX_W;

/** The boxes of the places where units stand, those of both sides that face each other first; null without units. */
export function firstLook(places: readonly (Point & { side: string })[]): Look | null {
  if (places.length === 0) return null;
  const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= NEAR;
  const facing = places.filter((p) => places.some((q) => q.side !== p.side && near(p, q)));
  return { front: boxOf(facing.length > 2 ? facing : places), all: boxOf(places) };
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
  return { x, y, width: Math.max(...xs) + AROUND - x, height: Math.max(...ys) + AROUND - y };
}
