/** Where the two armies meet, as a line to look at: between the hexes that are nearer to one side's units and to the other's. */

import { ACROSS, CORNERS, type Geometry, type Point } from "../shared/geometry";
import type { MapId, Side } from "../wire/types";

/** Something that holds the ground around it, as far as nothing of the other side is nearer. */
export interface Holder {
  at: Point;
  side: Side;
  /** A city without a unit holds less: it counts as so much farther away. */
  behind: number;
}

/** A city without a unit gives way to a unit next to it. */
export const CITY = 90;
/** Farther than this from the units of either side there is no front. */
const EMPTY = 400;
/** How often the corners of the line are cut. */
const ROUNDS = 3;

/** Who holds each hex: whoever is nearest. */
function held(geo: Geometry, holders: readonly Holder[]): Map<MapId, Side> {
  const found = new Map<MapId, Side>();
  for (const id of geo.axial.keys()) {
    const p = geo.centre.get(id as MapId);
    if (!p) continue;
    let best: { side: Side; far: number } | undefined;
    for (const { at, side, behind } of holders) {
      const far = Math.hypot(at.x - p.x, at.y - p.y) + behind;
      if (!best || far < best.far) best = { side, far };
    }
    if (best) found.set(id as MapId, best.side);
  }
  return found;
}

const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;

/** The line, piece by piece; the Axis is on the right of whoever follows it. */
export function frontLines(geo: Geometry, holders: readonly Holder[]): Point[][] {
  const ground = held(geo, holders);
  const units = holders.filter((one) => one.behind === 0);
  const near = (p: Point, side: Side): boolean =>
    units.some((unit) => unit.side === side && Math.hypot(unit.at.x - p.x, unit.at.y - p.y) < EMPTY);
  /** From each corner of the line to the next. */
  const onward = new Map<string, { from: Point; to: Point }[]>();
  const arrived = new Set<string>();
  for (const [id, own] of ground) {
    const at = geo.axial.get(id);
    const p = geo.centre.get(id);
    if (own !== "axis" || !at || !p) continue;
    ACROSS.forEach(([dq, dr], i) => {
      const next = geo.hexAt.get(`${at[0] + dq},${at[1] + dr}`);
      const theirs = next ? ground.get(next) : undefined;
      const [a, b] = [CORNERS[i], CORNERS[(i + 1) % 6]];
      if (theirs !== "soviet" || !a || !b || !near(p, "axis") || !near(p, "soviet")) return;
      const edge = { from: { x: p.x + a.x, y: p.y + a.y }, to: { x: p.x + b.x, y: p.y + b.y } };
      onward.set(key(edge.from), [...(onward.get(key(edge.from)) ?? []), edge]);
      arrived.add(key(edge.to));
    });
  }
  const lines: Point[][] = [];
  const begins = [...onward.keys()].sort((a, b) => Number(arrived.has(a)) - Number(arrived.has(b)));
  for (const begin of begins) {
    for (let edge = onward.get(begin)?.pop(); edge; ) {
      const line = [edge.from];
      for (; edge; edge = onward.get(key(edge.to))?.pop()) line.push(edge.to);
      lines.push(line);
      edge = onward.get(begin)?.pop();
    }
  }
  return lines;
}

/** Whether a line ends where it begins: it goes around a pocket. */
const closed = (line: readonly Point[]): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && !!first && !!last && key(first) === key(last);
};

/** A line with its corners cut; its ends stay, where it has any. */
function soft(line: readonly Point[]): Point[] {
  let out = [...line];
  const ring = closed(line);
  for (let round = 0; round < ROUNDS; round += 1) {
    const cut = out.slice(1).flatMap((b, i) => {
      const a = out[i] ?? b;
      const at = (t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
      return [at(0.25), at(0.75)];
    });
    out = ring ? [...cut, ...cut.slice(0, 1)] : [...out.slice(0, 1), ...cut.slice(1, -1), ...out.slice(-1)];
  }
  return out;
}

/** Path data of a line that runs beside these, `aside` units to their right; below 0 to their left. */
export function besides(lines: readonly (readonly Point[])[], aside: number): string {
  return lines
    .map((corners) => {
      const line = soft(corners);
      const ring = closed(corners);
      return line
        .map((p, i) => {
          // The last point of a ring is its first.
          const a = line[i - 1] ?? (ring ? line.at(-2) : undefined) ?? p;
          const b = line[i + 1] ?? (ring ? line[1] : undefined) ?? p;
          const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          const [x, y] = [p.x - ((b.y - a.y) / long) * aside, p.y + ((b.x - a.x) / long) * aside];
          return `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
        })
        .join("")
        .concat(ring ? "Z" : "");
    })
    .join("");
}
