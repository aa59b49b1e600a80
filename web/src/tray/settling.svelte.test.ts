import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Game } from "../game/game.svelte";
import { BOARD, move, pack } from "../game/samples";
import type { Action } from "../wire/types";
import { SETTLES, Settling } from "./settling.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const EVENT: Action[] = [{ type: "PlayEvent", card: 7, mode: "" }, { type: "Pass" }];
const asked = (ply: number, die = 1) =>
  pack(EVENT, { ply }, { prompt: { code: "window", said: ["window.roll"], args: { die }, text: "" } });

test("a Pass that comes under the finger answers only after a moment; one of the same words does at once, one of others does not", () => {
  const game = new Game("g");
  game.position.board = BOARD;
  game.position.pkg = pack([move("G11", "1311"), { type: "Done" }]);
  let settling!: Settling;
  const stop = $effect.root(() => {
    settling = new Settling(game);
  });
  flushSync();
  const button = document.createElement("button");
  button.addEventListener("click", settling.press);
  button.click();
  game.position.pkg = asked(11);
  flushSync();
  expect(settling.on).toBe(true);
  vi.advanceTimersByTime(SETTLES);
  expect(settling.on).toBe(false);
  button.click();
  game.position.pkg = asked(12);
  flushSync();
  expect(settling.on).toBe(false);
  button.click();
  game.position.pkg = asked(13, 6);
  flushSync();
  expect(settling.on).toBe(true);
  stop();
});
