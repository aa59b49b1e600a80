import { expect, test, vi } from "vitest";
import type { Action, Verb } from "../wire/types";
import { Plan } from "./plan.svelte";
import { planAnswer, positionOf } from "./samples";
import { Talk } from "./talk.svelte";
import { TO_PLACE } from "./verbs";

/** Each line below `@ts-expect-error` is a slip: `npm run check` fails as soon as one of them compiles. */
const position = positionOf();

test("an id of one kind does not pass for one of another", () => {
  // @ts-expect-error: a hex is no unit
  expect(position.units.get("1211")).toBeUndefined();
  // @ts-expect-error: a unit is no place
  expect(position.stacks.get("G11")).toBeUndefined();
  // @ts-expect-error: a box is a place, but no unit
  expect(position.unitFacts.has("box:rail")).toBe(false);
  const { turn } = position.view ?? { turn: 0 };
  // @ts-expect-error: any number is no card
  expect(position.half(turn, "axis")).toBeUndefined();
  // @ts-expect-error: a card has two halves, and no third one
  expect(position.half(7, "finland")).toBeUndefined();
});

test("arguments in the wrong order do not pass", () => {
  const talk = new Talk("g", position);
  vi.spyOn(talk, "query").mockResolvedValue(planAnswer({}));
  const plan = new Plan(position, talk);
  plan.tick("G11", "1411");
  // @ts-expect-error: the unit comes first
  plan.tick("1411", "G11");
  expect(plan.on("1411")).toEqual(["G11"]);
});

test("what no counter, hex or card is called does not pass, nor what nobody can do", () => {
  const slips: Action[] = [
    // @ts-expect-error: the map has no such hex
    { type: "MoveUnit", unit: "G11", to: "9901" },
    // @ts-expect-error: no counter has this id
    { type: "MoveUnit", unit: "G99", to: "1211" },
    // @ts-expect-error: a unit moves to a hex or an area, not to a box
    { type: "MoveUnit", unit: "G11", to: "box:rail" },
    // @ts-expect-error: there are 55 cards
    { type: "Discard", card: 56 },
    // @ts-expect-error: no verb
    { type: "MoveArmy", unit: "G11", to: "1211" },
  ];
  expect(slips.filter((slip) => position.offered(slip))).toEqual([]);
  // @ts-expect-error: no verb
  const verb: Verb = "MoveUnits";
  expect(TO_PLACE.has(verb)).toBe(false);
});
