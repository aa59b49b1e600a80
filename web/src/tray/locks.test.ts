import { expect, test } from "vitest";
import type { Game } from "../game/game.svelte";
import { isLockOnButton } from "./locks";

/** A game that asks a question; `active`: what can be had by the loudest button instead of giving it up. */
const asking = (declines: boolean, active: object | null): Game =>
  ({
    marks: { ready: false },
    plan: { order: null },
    position: { declines, active, barrier: () => "A die is rolled." },
  }) as unknown as Game;

test("that nothing can be undone is left to the button only where it says so for both answers", () => {
  expect(isLockOnButton(asking(true, { type: "CommitSupport" }))).toBe(true);
  expect(isLockOnButton(asking(true, null)), "the answers are hexes on the map").toBe(false);
  expect(isLockOnButton(asking(false, { type: "Done" })), "and so here").toBe(false);
});
