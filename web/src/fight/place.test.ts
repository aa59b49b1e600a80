import { describe, expect, test } from "vitest";
import { edgeTo, meet, placed } from "./place";

const CARD = { width: 200, height: 100 };
const around = (x: number, y: number, half = 30) => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
});
const field = {
  room: { left: 0, top: 0, right: 800, bottom: 600 },
  anchor: { x: 400, y: 300 },
  kept: [around(400, 300), around(340, 300)],
  spared: [],
  stacks: [],
};
const boxOf = (at: { x: number; y: number } | null) => ({
  left: at?.x ?? 0,
  top: at?.y ?? 0,
  right: (at?.x ?? 0) + CARD.width,
  bottom: (at?.y ?? 0) + CARD.height,
});

describe("the card of a battle", () => {
  test("stands near its hexes, and on none of them", () => {
    const box = boxOf(placed(CARD, field, null));
    expect(field.kept.some((one) => meet(one, box))).toBe(false);
    const near = edgeTo(box, field.anchor);
    expect(Math.hypot(near.x - 400, near.y - 300)).toBeLessThan(60);
  });

  test("stays where it stood, as long as that is free", () => {
    const first = placed(CARD, field, null);
    const before = { x: (first?.x ?? 0) - 400, y: (first?.y ?? 0) - 300 };
    const moved = { ...field, anchor: { x: 380, y: 310 }, kept: [around(380, 310), around(320, 310)] };
    expect(placed(CARD, moved, before)).toEqual({ x: 380 + before.x, y: 310 + before.y });
    const box = boxOf(first);
    const taken = { ...field, kept: [...field.kept, around(box.left + 20, box.top + 20)] };
    expect(placed(CARD, taken, before)).not.toEqual(first);
  });

  test("covers rather nothing, and crosses no counter", () => {
    const east = { ...field, kept: [around(400, 300)], spared: [around(520, 300, 60)], stacks: [around(400, 230, 25)] };
    const box = boxOf(placed(CARD, east, null));
    expect(east.spared.some((one) => meet(one, box))).toBe(false);
    expect(box.bottom <= 205).toBe(false);
  });

  test("is not shown where there is no room, and at an edge where it is to lie there", () => {
    expect(placed(CARD, { ...field, kept: [around(400, 300, 380)] }, null)).toBeNull();
    expect(placed(CARD, { ...field, room: { ...field.room, right: 150 } }, null)).toBeNull();
    const docked = placed(CARD, field, null, true);
    expect([0, 500]).toContain(docked?.y);
  });
});
