import { expect, test } from "vitest";
import type { MapId } from "../wire/types";
import { type Arrow, arrowsTo, aside, slid } from "./beyond";

const ROOM = { x: 100, y: 0, width: 800, height: 600 };
const place = (id: MapId, x: number, y: number) => ({ id, name: id, x, y });

test("an arrow lies at the edge of the room, on the way to its place", () => {
  const [east, south] = arrowsTo([place("2010", 2000, 300), place("1511", 500, 900)], ROOM).sort((a, b) => b.x - a.x);
  expect(east).toMatchObject({ x: 900, y: 300, turn: 0 });
  expect(south).toMatchObject({ x: 500, y: 600, turn: 90 });
});

test("places that lie the same way share an arrow, which names the nearest", () => {
  const arrows = arrowsTo([place("2310", 3000, 320), place("1910", 1000, 300), place("0510", -50, 300)], ROOM);
  expect(arrows.map((one) => one.places.map((p) => p.id))).toEqual([["1910", "2310"], ["0510"]]);
});

test("no arrow lies outside of the room, wherever its place is", () => {
  for (let angle = 0; angle < 360; angle += 7) {
    const [x, y] = [500 + 5000 * Math.cos(angle), 300 + 5000 * Math.sin(angle)];
    const [arrow] = arrowsTo([place("1211", x, y)], ROOM);
    expect(arrow?.x).toBeGreaterThanOrEqual(ROOM.x - 0.01);
    expect(arrow?.x).toBeLessThanOrEqual(ROOM.x + ROOM.width + 0.01);
    expect(arrow?.y).toBeGreaterThanOrEqual(ROOM.y - 0.01);
    expect(arrow?.y).toBeLessThanOrEqual(ROOM.y + ROOM.height + 0.01);
  }
});

test("a place between the edge and what is seen has its arrow where it lies", () => {
  expect(arrowsTo([place("1810", 890, 300)], ROOM)).toMatchObject([{ x: 890, y: 300 }]);
});

test("an arrow makes room for what is lit at its edge, and stays where nothing is", () => {
  const arrows = arrowsTo([place("2010", 2000, 300)], ROOM);
  expect(aside(arrows, [{ x: 500, y: 300 }], ROOM, [170, 58])).toEqual(arrows);
  const [east] = aside(arrows, [{ x: 850, y: 290 }], ROOM, [170, 58]);
  expect(east?.x).toBe(900);
  expect(Math.abs((east?.y ?? 0) - 290)).toBeGreaterThan(29);
});

test("an arrow slides along its edge to where it covers nothing, and points to its place from there", () => {
  const [south] = arrowsTo([place("1511", 500, 900)], ROOM) as [Arrow];
  expect(slid(south, ROOM, 34, () => true)).toMatchObject({ x: 500, y: 600, turn: 90 });
  const east = slid(south, ROOM, 34, (box) => box.x > 500);
  expect(east?.y).toBe(600);
  expect(east?.x).toBeGreaterThan(500);
  expect(east?.turn).toBeGreaterThan(90);
  expect(slid(south, ROOM, 34, () => false)).toBeNull();
});

test("long names need more room beside each other than short ones", () => {
  const two = (name: string) =>
    arrowsTo(
      [
        { ...place("1610", 400, 900), name },
        { ...place("1910", 600, 900), name },
      ],
      ROOM,
    );
  expect(two("Kiev")).toHaveLength(2);
  expect(two("Caucasus Oil Fields 2022")).toHaveLength(1);
});
