import { expect, test } from "vitest";
import type { ListedGame } from "../wire/types";
import { shelved, waits } from "./order";

const row = (id: string, more: Partial<ListedGame> = {}): ListedGame =>
  ({ id, owned: ["axis"], offers: [], claims: [], since: "2026-11-01", ...more }) as ListedGame;
const ids = (rows: ListedGame[]): string[] => rows.map((one) => one.id);

const ROWS = [
  row("theirs"),
  row("new", { your_turn: true, since: "2026-11-20" }),
  row("old", { your_turn: true, since: "2026-11-10" }),
  row("offer", { offers: ["draw"] }),
  row("over", { finished: true }),
  row("again", { finished: true, rematch: true }),
  row("claimed", { claims: [{ kind: "claim", side: "soviet", at: "", due: "" }] }),
  row("claiming", { claims: [{ kind: "claim", side: "axis", at: "", due: "" }] }),
];

test("what waits for the player comes first, and a wish for a rematch is not hidden among the finished games", () => {
  const { running, finished } = shelved(ROWS);
  expect(ids(running)).toEqual(["offer", "again", "claimed", "old", "new", "theirs", "claiming"]);
  expect(ids(finished)).toEqual(["over"]);
  expect(ids(ROWS.filter(waits))).toEqual(["new", "old", "offer", "again", "claimed"]);
});

test("while somebody is at the list, each game stays where it is and tells what is new", () => {
  const shown = shelved([row("a"), row("b"), row("c")]);
  const next = shelved(
    [row("d", { your_turn: true, since: "2026-10-01" }), row("c", { your_turn: true }), row("b", { finished: true })],
    shown,
  );
  expect(ids(next.running)).toEqual(["b", "c", "d"]);
  expect(next.running[1]?.your_turn).toBe(true);
  expect(ids(shelved(Object.values(next).flat()).running)).toEqual(["d", "c"]);
});

test("what is put away does not call", () => {
  expect(waits(row("a", { your_turn: true, away: true }))).toBe(false);
});
