import { expect, test } from "vitest";
import { HEX_W } from "../shared/geometry";
import { firstLook } from "./first-look";

const at = (x: number, y: number, side: string) => ({ x: x * HEX_W, y: y * HEX_W, side });

test("without units there is nothing to look at", () => {
  expect(firstLook([])).toBeNull();
});

test("the front is where both sides face each other, all is all of them", () => {
  const look = firstLook([at(0, 0, "axis"), at(0, 1, "axis"), at(1, 0, "soviet"), at(9, 9, "soviet")]);
  expect(look?.front).toEqual({ x: -HEX_W, y: -HEX_W, width: 3 * HEX_W, height: 3 * HEX_W });
  expect(look?.all).toEqual({ x: -HEX_W, y: -HEX_W, width: 11 * HEX_W, height: 11 * HEX_W });
});

test("without a front worth the name everybody is looked at", () => {
  const look = firstLook([at(0, 0, "axis"), at(1, 0, "soviet"), at(9, 9, "soviet")]);
  expect(look?.front).toEqual(look?.all);
});
