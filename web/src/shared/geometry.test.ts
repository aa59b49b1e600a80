import { describe, expect, test } from "vitest";
import { BOARD } from "../game/samples";
import type { MapId } from "../wire/types";
import {
  buildGeometry,
  HEX_R,
  HEX_W,
  hexPath,
  outline,
  outside,
  type Point,
  placePath,
  wayPath,
  westLine,
} from "./geometry";

/** The hexes of the drawn map that the board of the samples has, 1211 and 1311 side by side. */
const centre = new Map<MapId, Point>([
  ["1211", { x: 0, y: 0 }],
  ["1311", { x: HEX_W, y: 0 }],
  ["1411", { x: 2 * HEX_W, y: 0 }],
  ["1212", { x: HEX_W / 2, y: 1.5 * HEX_R }],
]);
const geo = { ...buildGeometry(BOARD), centre };
const sides = (d: string): number => d.match(/M/g)?.length ?? 0;

test("hexes are found by their place on the grid", () => {
  expect(geo.hexAt.get("1,0")).toBe("1311");
  expect(geo.axial.get("1212")).toEqual([0, 1]);
});

describe("outlines", () => {
  test("a hex has six corners, smaller ones inside it", () => {
    expect(hexPath({ x: 0, y: 0 })).toBe("M0.0 -46.2L40.0 -23.1L40.0 23.1L0.0 46.2L-40.0 23.1L-40.0 -23.1Z");
    expect(hexPath({ x: 0, y: 0 }, 0.5)).toContain("M0.0 -23.1");
  });

  test("of several hexes only the sides towards others are drawn", () => {
    expect(sides(outline(geo, ["1211"]))).toBe(6);
    expect(sides(outline(geo, ["1211", "1311"]))).toBe(10);
    expect(sides(outline(geo, ["1211", "1311", "1212"]))).toBe(12);
    expect(sides(outline(geo, ["1211", "1411"]))).toBe(12);
    expect(outline(geo, ["box:rail"])).toBe("");
  });

  test("a western line leaves out the sides between its own hexes", () => {
    expect(sides(westLine(geo, ["1211"]))).toBe(3);
    expect(sides(westLine(geo, ["1211", "1311"]))).toBe(5);
  });

  test("an area has its drawn border, an unknown place none", () => {
    const [area] = [...geo.areaPath.keys()];
    expect(placePath(geo, area ?? "")).toBe(geo.areaPath.get(area ?? ""));
    expect(placePath(geo, "box:rail")).toBe("");
    expect(sides(outside(geo, ["1211"]))).toBe(2);
  });
});

describe("a way over the map", () => {
  test("begins and ends a little off the centres", () => {
    expect(wayPath(geo, ["1211", "1311"], 10)).toBe("M10.0 0.0L70.0 0.0");
    expect(wayPath(geo, ["1211", "1311"], 10, 0)).toBe("M10.0 0.0L80.0 0.0");
  });

  test("bends at the hexes between", () => {
    expect(wayPath(geo, ["1211", "1311", "1411"], 10)).toBe("M10.0 0.0Q80.0 0.0 150.0 0.0");
  });

  test("needs two places that are drawn", () => {
    expect(wayPath(geo, ["1211"])).toBe("");
    expect(wayPath(geo, ["1211", "box:rail"])).toBe("");
  });
});
