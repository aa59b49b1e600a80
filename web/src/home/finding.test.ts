import { expect, test } from "vitest";
import type { ListedGame } from "../wire/types";
import { fits } from "./finding";

const row = {
  name: "Zima nad Łodzią",
  scenario: "moscow",
  scenario_title: "Moscow",
  owned: ["axis"],
  outcome: { winner: "soviet", reason: "resigned", text: "" },
  people: { axis: { name: "Anna" }, soviet: { name: "Børge Müller" } },
  seats: { axis: { kind: "human" }, soviet: { kind: "human" } },
} as unknown as ListedGame;

test("a finished game is found by any words of its card, in any case and without accents", () => {
  for (const sought of ["", "lodz", "BORGE", "muller zima", "lost", " moscow  anna "])
    expect(fits(row, sought)).toBe(true);
  for (const sought of ["you won", "computer", "moscow berlin"]) expect(fits(row, sought)).toBe(false);
});
