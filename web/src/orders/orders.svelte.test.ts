import { expect, test, vi } from "vitest";
import { Game } from "../game/game.svelte";
import { BOARD, move, pack } from "../game/samples";
import { api } from "../shared/api";
import type { Action, OrderReading } from "../wire/types";
import { Orders } from "./orders.svelte";

const GIVEN = "1 A > 1311; 2 A > 1311";
const NEW = "; 4 Pz > 1411";

/** Two orders, of which the second one comes too late if it is `stopped`; while the first is given somebody types on. */
async function typingOn(stopped: boolean): Promise<string> {
  const game = new Game("g");
  game.position.board = BOARD;
  const [first, second] = [move("G11", "1311"), move("G2", "1311")];
  game.position.pkg = pack([first, second]);
  const orders = new Orders(game);
  const reading = {
    text: GIVEN,
    actions: [first, second],
    written: [GIVEN.slice(0, 10), GIVEN.slice(12)],
    passes: [],
    ends: [],
    orders: [
      { start: 0, end: 10, upto: 1 },
      { start: 12, end: 22, upto: 2 },
    ],
    notes: [],
    chips: [],
    suggestions: [],
    dangers: [],
    units: [],
    hexes: [],
    unmoved: [],
    command: "",
    stops: "",
    rest: "",
    problem: null,
    meant: {},
  } as unknown as OrderReading;
  vi.spyOn(api, "orders").mockImplementation(async (_, __, text) => ({ ...reading, text }));
  vi.spyOn(game.talk, "act").mockImplementation(async (action: Action) => {
    if (action.unit === "G11") orders.type(GIVEN + NEW);
    game.position.pkg = pack(stopped ? [] : [second], { ply: (game.position.pkg?.ply ?? 0) + 1 });
  });
  orders.read(); // This side sits down.
  orders.type(GIVEN);
  orders.read();
  await orders.enter();
  return orders.text;
}

test("what is typed while orders are given is not lost: behind what is left of them, or alone", async () => {
  expect(await typingOn(true)).toBe("2 A > 1311\n4 Pz > 1411");
  expect(await typingOn(false)).toBe("4 Pz > 1411");
});
