import { expect, test } from "vitest";
import type { Package } from "../wire/types";
import { promptOf } from "./prompt";
import { positionOf } from "./samples";
import type { Selection } from "./selection.svelte";

test.each([
  ["open", "Nobody has taken the Soviet seat yet."],
  ["human", "The Soviet side is choosing cards."],
])("a side that is waited for decides only if somebody plays it: %s", (kind, said) => {
  const prompt = {
    code: "wait",
    said: ["wait.cards"],
    args: { side: "soviet" },
    text: "The Soviet side is choosing cards.",
  };
  const game = { id: "g", seats: { axis: { kind: "human" }, soviet: { kind } } };
  const position = positionOf([], { game } as unknown as Partial<Package>, { prompt } as never);
  expect(promptOf(position, { forks: [] } as unknown as Selection)).toBe(said);
});
