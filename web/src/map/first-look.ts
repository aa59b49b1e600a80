/** Where the map is opened: at the front; where it is too long for the window, where most is to be decided. */
import { HEX_W, type Point } from "../shared/geometry";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place, and how much it matters that it is seen. */
export interface Weighed extends Point {
  weight: number;
}

/** `front` must be seen, of `all` as much as fits; of a front that does not fit, where the heaviest places are. */
export interface Look {
  front: Box;
  all: Box;
  weighed: readonly Weighed[];
}

/** Two hexes: as near as that, armies face each other. */
const NEAR = 2.1 * HEX_W;
/** Around the outermost counters: the counter, and the name beside it. */
const AROUND = 0.7 * HEX_W;

/** What a place weighs where enemies face each other, beside what stands there, and one that decides the game. */
const FACING = 2;
const DECIDES = 4;
/** So far from a place that the way to win names, enemies who face each other weigh more, at most so many times. */
const [NEARBY, AT_IT] = [8 * HEX_W, 6];

/**
 * Where to look first, by the places where units stand, with the strength of those there: those of both sides that face
 * each other before the others. `goals` are places that decide the game, `named` those of them that it names; null
 * without units.
 */
export function firstLook(
  places: readonly (Point & { side: string; strength: number })[],
  goals: readonly Point[] = [],
  named: readonly Point[] = [],
): Look | null {
  if (places.length === 0) return null;
  const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= NEAR;
  const facing = places.filter((p) => places.some((q) => q.side !== p.side && near(p, q)));
  const drawn = (p: Point): number =>
    1 + Math.max(0, ...named.map((goal) => (AT_IT - 1) * (1 - Math.hypot(p.x - goal.x, p.y - goal.y) / NEARBY)));
  const weighed = places.map((p) => ({
    x: p.x,
    y: p.y,
    weight: p.strength * (facing.includes(p) ? FACING * drawn(p) : 1),
  }));
  const decisive = goals.map(({ x, y }) => ({ x, y, weight: DECIDES }));
  return { front: boxOf(facing.length > 2 ? facing : places), all: boxOf(places), weighed: [...weighed, ...decisive] };
}

/** The middle of the window of this size, in map units, in which the heaviest places lie. */
export function heaviest(weighed: readonly Weighed[], width: number, height: number): Point {
  const [wide, high] = [Math.max(1, width / 2 - AROUND), Math.max(1, height / 2 - AROUND)];
  let best = { x: weighed[0]?.x ?? 0, y: weighed[0]?.y ?? 0 };
  let most = -1;
  for (const { x } of weighed)
    for (const { y } of weighed) {
      const inside = weighed.filter((p) => Math.abs(p.x - x) <= wide && Math.abs(p.y - y) <= high);
      const sum = inside.reduce((total, p) => total + p.weight, 0);
      if (sum <= most) continue;
      most = sum;
      const box = boxOf(inside);
      best = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
  return best;
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
  return { x, y, width: Math.max(...xs) + AROUND - x, height: Math.max(...ys) + AROUND - y };
}
