/** Where things lie on the drawn map: one unit is 1/80 of a hex's width. Adjacency is not decided here. */
import art from "../art/geometry.json";
import { type ByPlace, entriesOf } from "../wire/ids";
import type { BoardFacts, MapId, PlaceId } from "../wire/types";

export interface Point {
  x: number;
  y: number;
}

/** Where a city's name may stand: `spots` when the hex is empty, `beside` when a counter sits there. */
export interface Anchor extends Point {
  anchor: "start" | "middle" | "end";
}

interface Label {
  name: string;
  spots: Anchor[];
  beside: Anchor[];
}

export const HEX_W = 80;
export const HEX_R = HEX_W / Math.sqrt(3);

/** The six corners of a pointy-top hex, from the top, clockwise. */
export const CORNERS: Point[] = Array.from({ length: 6 }, (_, i) => ({
  x: HEX_R * Math.sin((i * Math.PI) / 3),
  y: -HEX_R * Math.cos((i * Math.PI) / 3),
}));
/** Axial steps across the side between corner i and corner i + 1. */
export const ACROSS: [number, number][] = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
];

export interface Geometry {
  width: number;
  height: number;
  centre: ByPlace<Point>;
  axial: ByPlace<[number, number]>;
  areaPath: ByPlace<string>;
  label: Map<MapId, Label>;
  hexAt: Map<string, MapId>;
}

export function buildGeometry(board: BoardFacts): Geometry {
  const axial = new Map<MapId, [number, number]>();
  const hexAt = new Map<string, MapId>();
  for (const hex of board.map.hexes) {
    axial.set(hex.id, [hex.q, hex.r]);
    hexAt.set(`${hex.q},${hex.r}`, hex.id);
  }
  const centre = new Map<MapId, Point>(entriesOf<MapId, Point>(art.hexes));
  const areaPath = new Map<MapId, string>();
  for (const [id, area] of entriesOf(art.areas)) {
    centre.set(id, { x: area.x, y: area.y });
    areaPath.set(id, area.path);
  }
  const label = new Map(Object.entries(art.labels) as [MapId, Label][]);
  return { width: art.viewBox[2] ?? 0, height: art.viewBox[3] ?? 0, centre, axial, areaPath, label, hexAt };
}

const f = (n: number): string => n.toFixed(1);

/** The outline of a hex as path data; `grow` below 1 draws it inside the sides. */
export function hexPath(p: Point, grow = 1): string {
  return `M${CORNERS.map((c) => `${f(p.x + c.x * grow)} ${f(p.y + c.y * grow)}`).join("L")}Z`;
}

/** The outline of a place: a hex, or the drawn border of an area. */
export function placePath(geo: Geometry, id: PlaceId | "", grow = 1): string {
  const area = geo.areaPath.get(id);
  if (area) return area;
  const p = geo.centre.get(id);
  if (!p) return "";
  return geo.axial.has(id) ? hexPath(p, grow) : circlePath(p, 46);
}

function circlePath(p: Point, r: number): string {
  return `M${f(p.x - r)} ${f(p.y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The common outline of a set of hexes: every side whose other hex is not in the set. */
export function outline(geo: Geometry, ids: Iterable<PlaceId>): string {
  const set = new Set(ids);
  let d = "";
  for (const id of set) {
    const at = geo.axial.get(id);
    const p = geo.centre.get(id);
    if (!p) continue;
    if (!at) {
      d += placePath(geo, id);
      continue;
    }
    ACROSS.forEach(([dq, dr], i) => {
      const next = geo.hexAt.get(`${at[0] + dq},${at[1] + dr}`);
      if (next && set.has(next)) return;
      const a = CORNERS[i];
      const b = CORNERS[(i + 1) % 6];
      if (a && b) d += `M${f(p.x + a.x)} ${f(p.y + a.y)}L${f(p.x + b.x)} ${f(p.y + b.y)}`;
    });
  }
  return d;
}

/** The western sides of a column of hexes: a line from its north to its south. */
export function westLine(geo: Geometry, ids: Iterable<PlaceId>): string {
  const set = new Set(ids);
  let d = "";
  for (const id of set) {
    const at = geo.axial.get(id);
    const p = geo.centre.get(id);
    if (!at || !p) continue;
    for (const side of [5, 4, 3]) {
      const [dq, dr] = ACROSS[side] ?? [0, 0];
      const a = CORNERS[side];
      const b = CORNERS[(side + 1) % 6];
      const next = geo.hexAt.get(`${at[0] + dq},${at[1] + dr}`);
      if ((next && set.has(next)) || !a || !b) continue;
      d += `M${f(p.x + a.x)} ${f(p.y + a.y)}L${f(p.x + b.x)} ${f(p.y + b.y)}`;
    }
  }
  return d;
}

/** Everything outside a set of places, for dimming (even-odd). */
export function outside(geo: Geometry, ids: Iterable<PlaceId>): string {
  const far = 4000;
  let d = `M${-far} ${-far}H${geo.width + far}V${geo.height + far}H${-far}Z`;
  for (const id of ids) d += placePath(geo, id);
  return d;
}

/** A way over the map as a smooth line that starts and ends a little off the centres. */
export function wayPath(geo: Geometry, path: readonly (PlaceId | "")[], trim = 18, trimEnd = trim): string {
  const points = path.map((id) => geo.centre.get(id)).filter((p): p is Point => p !== undefined);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return "";
  const start = towards(first, points[1] ?? last, trim);
  const end = towards(last, points.at(-2) ?? first, trimEnd);
  let d = `M${f(start.x)} ${f(start.y)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i] as Point;
    const n = points[i + 1] as Point;
    const mid = i === points.length - 2 ? end : { x: (p.x + n.x) / 2, y: (p.y + n.y) / 2 };
    d += `Q${f(p.x)} ${f(p.y)} ${f(mid.x)} ${f(mid.y)}`;
  }
  if (points.length === 2) d += `L${f(end.x)} ${f(end.y)}`;
  return d;
}

function towards(a: Point, b: Point, by: number): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) / length) * by, y: a.y + ((b.y - a.y) / length) * by };
}
