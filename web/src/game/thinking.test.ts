import { expect, test } from "vitest";
import type { Thinking } from "../wire/types";
import { further } from "./thinking";

const shown = (...heard: Thinking[]): number[] => {
  let last: Thinking | null = null;
  return heard.map((one) => {
    last = further(last, one);
    return last.share;
  });
};

test("the answer goes on where the moves have ended", () => {
  const shares = shown(
    { stage: "moves", share: 0.2 },
    { stage: "moves", share: 0.96 },
    { stage: "answer", share: 0 },
    { stage: "answer", share: 0.5 },
  );
  expect(shares).toEqual([0.1, 0.48, 0.5, 0.75]);
});

test("a stage that comes again takes nothing back", () => {
  expect(shown({ stage: "answer", share: 0.5 }, { stage: "moves", share: 0.1 })).toEqual([0.75, 0.75]);
  expect(shown({ stage: "battles", share: 0.5 }, { stage: "cards", share: 0.25 })).toEqual([0.5, 0.5]);
});
