import { expect, test } from "vitest";
import type { Action, Package } from "../wire/types";
import { labelOf } from "./labels";
import { positionOf } from "./samples";

test("a card is called by the half of the side that holds it", () => {
  const choose: Action = { type: "ChooseCard", card: 7 };
  expect(labelOf(positionOf([choose], { seat: "soviet" }), choose)).toBe("Choose 7 Soviet 7");
  const theirs = { seat: "soviet", action_info: { 0: { owner: "axis" } } } as unknown as Partial<Package>;
  const position = positionOf([choose], theirs);
  expect(labelOf(position, choose)).toBe("Choose 7 Axis 7");
  expect([position.ownerOf(7), position.ownerOf(40)]).toEqual(["axis", "soviet"]);
});
