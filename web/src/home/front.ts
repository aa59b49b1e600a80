/** The front on a map as small as a stamp: which hexes lie nearer to whose counters, and the line between them. */

import art from "../art/geometry.json";
import type { Side } from "../wire/types";

export interface Point {
  x: number;
  y: number;
}
export type Pieces = Partial<Record<Side, string[]>>;

const HEXES: Readonly<Record<string, Point>> = art.hexes;
const SIDES = [0, 1, 2, 3, 4, 5] as const;
/** The middles of two neighbors lie this far apart. */
const APART = art.size * Math.sqrt(3);
/** Hexes farther from any counter belong to nobody. */
const FAR = 5 * APART;

const fixed = (n: number): string => n.toFixed(0);
const corner = ({ x, y }: Point, i: number): string =>
  `${fixed(x + art.size * Math.sin((i * Math.PI) / 3))} ${fixed(y - art.size * Math.cos((i * Math.PI) / 3))}`;
const outline = (p: Point): string => `M${SIDES.map((i) => corner(p, i)).join("L")}Z`;
const placed = (hexes: readonly string[] | undefined): Point[] =>
  (hexes ?? []).map((hex) => HEXES[hex]).filter((p) => p !== undefined);
const nearest = (p: Point, others: readonly Point[]): number =>
  Math.min(...others.map((o) => Math.hypot(o.x - p.x, o.y - p.y)));

export interface Front {
  /** Where the counters stand. */
  spots: Readonly<Record<Side, Point[]>>;
  /** The ground that lies nearer to a side, as path data; and the line between the two. */
  ground: Readonly<Record<Side, string>>;
  line: string;
  /** The part of the map with counters on it: left, top, width, height. */
  frame: readonly [number, number, number, number];
}

/** The front of the counters that stand in these hexes; `shape` is the width of the picture to its height. */
export function frontOf(pieces: Pieces | undefined, shape: number): Front {
  const spots = { axis: placed(pieces?.axis), soviet: placed(pieces?.soviet) };
  const whose = new Map<string, Side>();
  if (spots.axis.length && spots.soviet.length)
    for (const [hex, p] of Object.entries(HEXES)) {
      const [axis, soviet] = [nearest(p, spots.axis), nearest(p, spots.soviet)];
      if (Math.min(axis, soviet) <= FAR) whose.set(hex, axis <= soviet ? "axis" : "soviet");
    }
  const of = (side: Side): string[] => [...whose].filter(([, s]) => s === side).map(([hex]) => hex);
  const ground = (side: Side): string =>
    of(side)
      .map((hex) => outline(HEXES[hex] as Point))
      .join("");
  return {
    spots,
    ground: { axis: ground("axis"), soviet: ground("soviet") },
    line: lineBetween(placed(of("axis")), placed(of("soviet"))),
    frame: framed([...spots.axis, ...spots.soviet], shape),
  };
}

/** The sides that a hex of the one list shares with a hex of the other. */
function lineBetween(ones: readonly Point[], others: readonly Point[]): string {
  const at = new Set(others.map(({ x, y }) => `${fixed(x)} ${fixed(y)}`));
  let line = "";
  for (const p of ones)
    for (const i of SIDES) {
      // Between the corners i and i + 1 lies the neighbor in the direction halfway between them.
      const turn = ((i + 0.5) * Math.PI) / 3;
      const next = { x: p.x + APART * Math.sin(turn), y: p.y - APART * Math.cos(turn) };
      if (near(at, next)) line += `M${corner(p, i)}L${corner(p, i + 1)}`;
    }
  return line;
}

/** Whether there is a hex at a point, give or take the rounding of the middles. */
function near(at: ReadonlySet<string>, { x, y }: Point): boolean {
  for (const dx of [-1, 0, 1])
    for (const dy of [-1, 0, 1]) if (at.has(`${fixed(x + dx)} ${fixed(y + dy)}`)) return true;
  return false;
}

/** The rectangle of this shape around the points, with room about them, within the map. */
function framed(points: readonly Point[], shape: number): readonly [number, number, number, number] {
  const [left, top, width, height] = art.viewBox as [number, number, number, number];
  if (!points.length) return [left, top, width, height];
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const room = 3 * APART;
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const tall = Math.min(height, width / shape, Math.max(y1 - y0 + room, (x1 - x0 + room) / shape));
  const wide = tall * shape;
  const x = Math.max(left, Math.min(left + width - wide, (x0 + x1 - wide) / 2));
  const y = Math.max(top, Math.min(top + height - tall, (y0 + y1 - tall) / 2));
  return [x, y, wide, tall];
}
