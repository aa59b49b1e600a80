import { expect, test, vi } from "vitest";
import { positionOf } from "../game/samples";
import { attacked, filled, partAsked } from "../orders/parts";
import { NOTHING } from "../orders/standing";
import { api } from "../shared/api";
import type { GameChoices, Package, StandingOrders, View } from "../wire/types";
import { answerPart, answerTheTurn, proposesSheet } from "./sheet";

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

test("the card windows of their turn are answered apart from the battles, and a sheet that holds is kept", async () => {
  const given = { ...NOTHING, losses: "steps", turn: 4, phasing: "soviet", phase: null };
  const game = asked({ order: "reactions", orders: { ...NOTHING, once: given } });
  expect(partAsked(game)).toBe("windows");
  const careful = { ...NOTHING, events: "none", reactions: "cancel", cadres: "place" };
  vi.spyOn(api, "options").mockResolvedValue({ orders: { careful } } as unknown as GameChoices);
  const sent = vi.spyOn(api, "order").mockResolvedValue({} as never);
  await answerPart(game, "windows");
  const once = sent.mock.lastCall?.[1].once;
  expect(once).toMatchObject({ events: "none", reactions: "cancel", losses: "steps", cadres: "ask", turn: 4 });
});

test("asked about one battle, all that are fought in the phase are on the sheet", () => {
  const game = asked({ order: "strikes" });
  expect(partAsked(game)).toBe("battles");
  expect(partAsked(asked({ order: "blows" }))).toBe("blows");
  expect(partAsked(asked({ order: "strikes", game: { id: "g", options: {} } }))).toBeNull();
  const { view } = (game as { position: { view: View } }).position;
  const units = [
    { side: "axis", at: "1211" },
    { side: "soviet", at: "1411" },
  ];
  const fought = { ...view, units, targets: ["1211", "1411"], planned: [{ targets: ["1211"] }] } as unknown as View;
  expect(attacked(fought, "axis")).toEqual(["1211"]);
  const quick = { ...NOTHING, cadres: "place", retreats: "supply", blows: { ...NOTHING.blows, do: "place" } } as const;
  const mine = filled({ ...NOTHING, retreats: "cities" }, quick as StandingOrders, "battles");
  expect([mine.cadres, mine.retreats, mine.blows.do]).toEqual(["place", "cities", "ask"]);
});
