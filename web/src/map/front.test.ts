import { expect, test } from "vitest";
import { buildGeometry } from "../shared/geometry";
import type { BoardFacts, MapId, Side } from "../wire/types";
import { besides, CITY, frontLines, type Holder } from "./front";

/** Two rows of hexes; their middles are those of the drawn map. */
const hexes = ["1510", "1610", "1710", "1810", "1511", "1611", "1711", "1811"].map((id) => {
  const r = id.endsWith("10") ? -1 : 0;
  return { id, q: Number(id.slice(0, 2)) - 12, r };
});
const geo = buildGeometry({ map: { hexes } } as unknown as BoardFacts);
const at = (id: MapId) => {
  const p = geo.centre.get(id);
  if (!p) throw new Error(id);
  return p;
};
const unit = (id: MapId, side: Side): Holder => ({ at: at(id), side, behind: 0 });

test("the front runs between the units, and not where only one side has any", () => {
  expect(frontLines(geo, [unit("1610", "axis")])).toEqual([]);
  const lines = frontLines(geo, [
    unit("1510", "axis"),
    unit("1511", "axis"),
    unit("1810", "soviet"),
    unit("1811", "soviet"),
  ]);
  expect(lines.length).toBe(1);
  const xs = lines.flat().map((p) => p.x);
  expect(Math.min(...xs)).toBeGreaterThan(at("1610").x - 45);
  expect(Math.max(...xs)).toBeLessThan(at("1711").x + 45);
  expect(besides(lines, 5)).toMatch(/^M[\d.]+ [\d.]+L/);
});

test("a unit outweighs a city that stands empty", () => {
  const city: Holder = { at: at("1611"), side: "soviet", behind: CITY };
  const lines = frontLines(geo, [unit("1511", "axis"), unit("1610", "axis"), city, unit("1811", "soviet")]);
  expect(Math.min(...lines.flat().map((p) => p.x))).toBeGreaterThan(at("1611").x);
});
