import { expect, test } from "vitest";
import art from "../art/geometry.json";
import { frontOf } from "./front";

const lines = (d: string): number => d.split("M").length - 1;

test("the front runs between the hexes that lie nearer to one side and those nearer to the other", () => {
  const { line, ground, spots } = frontOf({ axis: ["1511"], soviet: ["1711"] }, 4 / 3);
  expect(lines(line)).toBeGreaterThan(8);
  expect(lines(ground.axis)).toBeGreaterThan(20);
  expect(spots.axis).toEqual([art.hexes["1511"]]);
  // Every stretch lies about halfway between the two.
  const middle = (art.hexes["1511"].x + art.hexes["1711"].x) / 2;
  const xs = [...line.matchAll(/M(\d+) /g)].map((m) => Number(m[1]));
  expect(xs.some((x) => Math.abs(x - middle) < art.size)).toBe(true);
  expect(Math.min(...xs)).toBeGreaterThan(art.hexes["1511"].x - 4 * art.size);
});

test("one side alone has no front, and counters off the map none at all", () => {
  expect(frontOf({ axis: ["1511"] }, 1).line).toBe("");
  expect(frontOf({ axis: ["box:shattered"] }, 1).frame).toEqual(art.viewBox);
  expect(frontOf(undefined, 1).spots).toEqual({ axis: [], soviet: [] });
});

test("the frame holds all counters, has its shape, and stays on the map", () => {
  const [left, top, width, height] = frontOf({ axis: ["0503"], soviet: ["2207", "1318"] }, 4 / 3).frame;
  expect(width / height).toBeCloseTo(4 / 3);
  for (const hex of ["0503", "2207", "1318"] as const) {
    const { x, y } = art.hexes[hex];
    expect(x > left && x < left + width && y > top && y < top + height).toBe(true);
  }
  const [l, t, w, h] = art.viewBox as [number, number, number, number];
  expect([left >= l, top >= t, left + width <= l + w + 0.01, top + height <= t + h + 0.01]).not.toContain(false);
});
