import { expect, test } from "vitest";
import { HEX_W } from "../shared/geometry";
import { firstLook } from "./first-look";

const at = (x: number, y: number, side: string) => ({ x: x * HEX_W, y: y * HEX_W, side });

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
