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
/** Farther than this from the units of both sides there is no front. */
const EMPTY = 340;
/** How often the corners of the line are cut. */
const ROUNDS = 3;

/** Who holds each hex, and how far the nearest holder is. */
function held(geo: Geometry, holders: readonly Holder[]): Map<MapId, { side: Side; far: number }> {
  const found = new Map<MapId, { side: Side; far: number }>();
  for (const id of geo.axial.keys()) {
    const p = geo.centre.get(id as MapId);
    if (!p) continue;
    let best: { side: Side; far: number } | undefined;
    for (const { at, side, behind } of holders) {
      const far = Math.hypot(at.x - p.x, at.y - p.y) + behind;
      if (!best || far < best.far) best = { side, far };
    }
    if (best) found.set(id as MapId, best);
  }
  return found;
}

const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;

/** The line, piece by piece; the Axis is on the right of whoever follows it. */
export function frontLines(geo: Geometry, holders: readonly Holder[]): Point[][] {
  const ground = held(geo, holders);
  /** From each corner of the line to the next. */
  const onward = new Map<string, { from: Point; to: Point }[]>();
  const arrived = new Set<string>();
  for (const [id, own] of ground) {
    const at = geo.axial.get(id);
    const p = geo.centre.get(id);
    if (own.side !== "axis" || !at || !p) continue;
    ACROSS.forEach(([dq, dr], i) => {
      const next = geo.hexAt.get(`${at[0] + dq},${at[1] + dr}`);
      const theirs = next ? ground.get(next) : undefined;
      const [a, b] = [CORNERS[i], CORNERS[(i + 1) % 6]];
      if (theirs?.side !== "soviet" || Math.min(own.far, theirs.far) > EMPTY || !a || !b) return;
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

/** A line with its corners cut; the ends stay. */
function soft(line: readonly Point[]): Point[] {
  let out = [...line];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cut = out.slice(1).flatMap((b, i) => {
      const a = out[i] ?? b;
      const at = (t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
      return [at(0.25), at(0.75)];
    });
    out = [...out.slice(0, 1), ...cut.slice(1, -1), ...out.slice(-1)];
  }
  return out;
}

/** Path data of a line that runs beside these, `aside` units to their right; below 0 to their left. */
export function besides(lines: readonly (readonly Point[])[], aside: number): string {
  return lines
    .map((corners) => {
      const line = soft(corners);
      return line
        .map((p, i) => {
          const [a, b] = [line[Math.max(0, i - 1)] ?? p, line[Math.min(line.length - 1, i + 1)] ?? p];
          const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          const [x, y] = [p.x - ((b.y - a.y) / long) * aside, p.y + ((b.x - a.x) / long) * aside];
          return `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
        })
        .join("");
    })
    .join("");
}
