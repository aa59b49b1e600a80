import { describe, expect, test } from "vitest";
import { HEX_W } from "../shared/geometry";
import { firstLook, heaviest } from "./first-look";

const at = (x: number, y: number, side: string, strength = 4) => ({ x: x * HEX_W, y: y * HEX_W, side, strength });

test("without units there is nothing to look at", () => {
  expect(firstLook([])).toBeNull();
});

test("the front is where both sides face each other, all is all of them", () => {
  const look = firstLook([at(0, 0, "axis"), at(0, 1, "axis"), at(1, 0, "soviet"), at(9, 9, "soviet")]);
  const around = 0.7 * HEX_W;
  const side = (hexes: number): number => expect.closeTo(hexes * HEX_W + 2 * around);
  expect(look?.front).toEqual({ x: -around, y: -around, width: side(1), height: side(1) });
  expect(look?.all).toEqual({ x: -around, y: -around, width: side(9), height: side(9) });
});

test("without a front worth the name everybody is looked at", () => {
  const look = firstLook([at(0, 0, "axis"), at(1, 0, "soviet"), at(9, 9, "soviet")]);
  expect(look?.front).toEqual(look?.all);
});

describe("of a front that is too long for the window", () => {
  const front = [at(0, 0, "axis"), at(1, 0, "soviet"), at(0, 12, "axis", 9), at(1, 12, "soviet")];
  const look = (goals: { x: number; y: number }[] = []) =>
    heaviest(firstLook(front, goals)?.weighed ?? [], 4 * HEX_W, 4 * HEX_W);

  test("the part where most strength faces each other is looked at", () => {
    expect(look()).toEqual({ x: expect.closeTo(0.5 * HEX_W), y: expect.closeTo(12 * HEX_W) });
  });

  test("or the one beside what decides the game", () => {
    const goals = [0, 1, 2].map((x) => ({ x: x * HEX_W, y: HEX_W }));
    expect(look(goals).y).toBeLessThan(2 * HEX_W);
  });

  test("or the one near a place that the way to win names", () => {
    const named = [{ x: 4 * HEX_W, y: 0 }];
    const long = [...front.slice(0, 3), at(1, 12, "soviet", 1)].map((one) => ({ ...one, strength: one.strength + 3 }));
    const where = (near: { x: number; y: number }[]) =>
      heaviest(firstLook(long, [], near)?.weighed ?? [], 4 * HEX_W, 4 * HEX_W).y;
    expect(where([])).toBeGreaterThan(11 * HEX_W);
    expect(where(named)).toBeLessThan(2 * HEX_W);
  });
});
