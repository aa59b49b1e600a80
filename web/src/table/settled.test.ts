import { expect, test } from "vitest";
import type { Bid, LogLine, Side } from "../wire/types";
import { settled } from "./settled";

const nameOf = (side: Side): string => (side === "axis" ? "Boris" : "Anna");
const bids = (host: Bid, guest: Bid): LogLine[] => [
  { type: "SidesSettled", event: { type: "SidesSettled", host: host.side, bids: [host, guest] } } as LogLine,
];

test("a game whose sides were not bid for tells nothing", () => {
  expect(settled([], nameOf)).toBe("");
});

test("who plays which side, when each has the wanted one", () => {
  const said = settled(bids({ side: "axis", steps: 2 }, { side: "soviet", steps: 1 }), nameOf);
  expect(said).toContain("Boris plays the Axis, Anna the Soviets");
});

test("the higher bid is named with its player, whoever of the two made it", () => {
  for (const [host, guest] of [
    [3, 1],
    [1, 3],
  ] as const) {
    const said = settled(bids({ side: "soviet", steps: host }, { side: "soviet", steps: guest }), nameOf);
    expect(said).toContain("Anna bid 3 against 1, plays the Soviets");
  }
});

test("equal bids were decided by the die", () => {
  const said = settled(bids({ side: "axis", steps: 2 }, { side: "axis", steps: 2 }), nameOf);
  expect(said).toContain("both bid 2 for the Axis. The dice gave that side to Boris");
});
