import { expect, test, vi } from "vitest";
import { positionOf } from "../game/samples";
import { api } from "../shared/api";
import type { GameChoices, Package } from "../wire/types";
import { answerTheTurn, proposesSheet } from "./sheet";

const orders = { version: 3, losses: "ask", battles: [{ hex: "1211" }], once: null };
const asked = (more: Record<string, unknown> = {}) => {
  const game = { id: "g", options: { simultaneous_battles: true } };
  const position = positionOf(
    [{ type: "Pass" }],
    { game, order: "losses", orders, ...more } as unknown as Partial<Package>,
    { turn: 4, phasing: "soviet" },
  );
  return { id: "g", position, talk: { refresh: vi.fn(), said: String } as never };
};

test("one press answers the rest of their turn", async () => {
  const game = asked();
  expect(proposesSheet(game)).toBe(true);
  const careful = { version: 0, own: "ask", losses: "steps", battles: [], once: null };
  vi.spyOn(api, "options").mockResolvedValue({ orders: { careful } } as unknown as GameChoices);
  const sent = vi.spyOn(api, "order").mockResolvedValue({} as never);
  await answerTheTurn(game);
  const once = { losses: "steps", battles: orders.battles, turn: 4, phasing: "soviet", phase: null };
  expect(sent.mock.calls).toEqual([["g", { ...orders, once }]]);
});

test("it is proposed where battles are fought together, once a turn, and never in one's own", () => {
  expect(proposesSheet(asked({ game: { id: "g", options: {} } }))).toBe(false);
  expect(proposesSheet(asked({ order: "" }))).toBe(false);
  expect(proposesSheet(asked({ seat: "soviet" }))).toBe(false);
  expect(proposesSheet(asked({ orders: { ...orders, once: { turn: 4, phasing: "soviet" } } }))).toBe(false);
  expect(proposesSheet(asked({ orders: { ...orders, once: { turn: 3, phasing: "soviet" } } }))).toBe(true);
});
