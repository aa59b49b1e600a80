import { expect, test, vi } from "vitest";
import { Game } from "../game/game.svelte";
import { BOARD, move, pack } from "../game/samples";
import { api } from "../shared/api";
import type { Action, OrderReading } from "../wire/types";
import { Orders } from "./orders.svelte";

const GIVEN = "1 A > 1311; 2 A > 1311";
const NEW = "; 4 Pz > 1411";

/** Two orders, of which the second one comes too late if it is `stopped`; while the first is given somebody may type on. */
async function giving(stopped: boolean, { on = "", leaves = false, meant = {} } = {}) {
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
    meant,
  } as unknown as OrderReading;
  vi.spyOn(api, "orders").mockImplementation(async (_, __, text) => ({ ...reading, text }));
  vi.spyOn(game.talk, "act").mockImplementation(async (action: Action) => {
    if (on && action.unit === "G11") orders.type(GIVEN + on);
    const ply = (game.position.pkg?.ply ?? 0) + 1;
    game.position.pkg = pack(stopped ? [] : [second], { ply }, { targets: ["1311"] });
  });
  orders.open(); // This side sits down.
  orders.type(GIVEN);
  orders.read();
  await orders.enter(leaves);
  return { game, orders };
}
const typingOn = async (stopped: boolean): Promise<string> => (await giving(stopped, { on: NEW })).orders.text;

test("what is typed while orders are given is not lost: behind what is left of them, or alone", async () => {
  expect(await typingOn(true)).toBe("2 A > 1311\n4 Pz > 1411");
  expect(await typingOn(false)).toBe("4 Pz > 1411");
});

test("Ctrl and Enter gives the orders and leaves the box, unless something of them is left", async () => {
  expect((await giving(false)).orders.on).toBe(true);
  expect((await giving(false, { leaves: true })).orders.on).toBe(false);
  const { orders } = await giving(true, { leaves: true });
  expect([orders.on, orders.text, orders.keeps]).toEqual([true, "2 A > 1311", true]);
  orders.type("; 2 A > 1311");
  expect(orders.keeps).toBe(false);
});

test("attackers that are named for a target are ticked, also where what follows is stopped", async () => {
  const meant = { G4Pz: ["1311"], G2: ["1411"] };
  for (const stopped of [false, true]) {
    sessionStorage.clear();
    const { game } = await giving(stopped, { meant });
    expect([...game.plan.ticks]).toEqual([["G4Pz", ["1311"]]]);
  }
});
