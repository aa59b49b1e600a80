import { expect, test } from "vitest";
import { Game } from "../game/game.svelte";
import { BOARD, line, move, pack, unit } from "../game/samples";
import { movesOf } from "../phase/moves";
import type { Action, View } from "../wire/types";
import { progressOf } from "./progress";

function gameOf(actions: Action[], shows: Partial<View>): Game {
  const game = new Game("g");
  game.position.board = BOARD;
  game.position.pkg = pack(actions, {}, shows);
  return game;
}
const asked = (code: string, args: Record<string, unknown> = {}) => ({
  prompt: { code, said: [code], args, text: "" },
});

test("movement counts who can, who has and who is held", () => {
  const units = [unit("G11", "1211"), unit("G2", "1211", { moved: true }), unit("S_W", "1411", { moved: true })];
  const game = gameOf([move("G11", "1311"), { type: "EntrainUnit", unit: "G4Pz" }], { units });
  expect(progressOf(game)).toBe("2 units can still move, 1 moved.");
  game.plan.held = new Set(["G11"]);
  expect(progressOf(game)).toBe("1 unit can still move, 1 moved, 1 held.");
  expect(movesOf(game)).toEqual({ can: ["G4Pz"], held: ["G11"], done: ["G2"], begun: 0 });
});

test("a unit that has begun to move is counted once, as one that can still move", () => {
  const units = [unit("G11", "1211"), unit("G2", "1211", { moved: true })];
  const game = gameOf([move("G11", "1311")], { units });
  const before = line(3, "UnitMoved", "axis", { unit: "G3" });
  const lines = ["G2", "G11", "G11"].map((name, n) => line(5 + n, "UnitMoved", "axis", { unit: name }));
  game.chronicle.log = [before, line(4, "PhaseBegan", null), ...lines];
  expect(progressOf(game)).toBe("1 unit can still move, 1 moved. On the way: 1.");
  expect(movesOf(game)).toEqual({ can: ["G11"], held: [], done: ["G2"], begun: 1 });
});

test("targets, battles and bills say how many are left", () => {
  const declare: Action = { type: "DeclareTarget", hex: "1411" };
  expect(progressOf(gameOf([declare], { ...asked("declare"), targets_limit: 4, targets_left: 1 }))).toBe(
    "Target markers placed: 3 of 4.",
  );
  const begin: Action = { type: "BeginBattle", hex: "1411" };
  expect(progressOf(gameOf([begin, { type: "Done" }], asked("fight_planned")))).toBe("1 battle is left.");
  const pay: Action = { type: "PayCard", card: 7 };
  expect(progressOf(gameOf([pay], { ...asked("pay", { n: 2 }), hand: [7, 40] }))).toBe("2 cards to go, 2 in hand.");
});

test("organization counts what the phase has cost", () => {
  const game = gameOf([{ type: "Done" }], { ...asked("flip"), phase: "organization" });
  game.chronicle.log = [line(4, "PhaseBegan", null), line(5, "CardDiscarded", "axis")];
  expect(progressOf(game)).toBe("1 card paid, 1 left in hand.");
});

test("where all is paid at the end of the phase, the bill grows before anything is paid", () => {
  const bought = (cards: number, replacing: number) =>
    progressOf(
      gameOf([{ type: "Done" }], {
        ...asked("place"),
        phase: "organization",
        hand: [7, 40],
        bill: { cards, replacing },
      }),
    );
  expect(bought(0, 0)).toBe("Nothing on the bill yet; cards in hand: 2. All is paid when the phase ends.");
  expect(bought(2, 0)).toBe("Bill so far: 2; cards in hand: 2. All is paid when the phase ends.");
  expect(bought(2, 1)).toBe("Bill so far: 2 (for replacements: 1); cards in hand: 2. All is paid when the phase ends.");
});

test("an event is told by the text of its card", () => {
  const game = gameOf([{ type: "ChooseHex", hex: "1411" }], asked("event", { half: "7-soviet" }));
  game.position.board = {
    ...BOARD,
    cards: [{ number: 7, axis: { title: "", text: "" }, soviet: { title: "", text: "Build a fort." } }],
  } as never;
  expect(progressOf(game)).toBe("Build a fort.");
});

test("there is none for those who only watch", () => {
  expect(progressOf(gameOf([], asked("declare")))).toBe("");
});
