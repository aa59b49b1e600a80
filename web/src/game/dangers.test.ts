import { expect, test, vi } from "vitest";
import type { Action, Danger } from "../wire/types";
import { Game } from "./game.svelte";
import { BOARD, pack } from "./samples";
import { Talk } from "./talk.svelte";

const advance = (unit: "G11" | "G2", to: "1311" | "1411"): Action => ({ type: "AdvanceUnit", unit, to });
const said = (code: string) => ({ code, rule: "", remedy: "", text: "", args: {} });
const CROWD = { kind: "crowded", grave: false, said: said("info-danger-crowding-advance"), units: [], hexes: ["1311"] };
const OTHER = { ...CROWD, said: said("info-danger-crowding") };

test("that an advance would crowd a hex is told while a unit is in hand that can go there", async () => {
  const found = [CROWD, OTHER].map((danger) => ({ ...danger, ways: [] }) as unknown as Danger);
  vi.spyOn(Talk.prototype, "query").mockImplementation(
    (body: { kind: string }) => Promise.resolve(body.kind === "dangers" ? found : null) as never,
  );
  const game = new Game("g");
  const pkg = pack([advance("G11", "1311"), advance("G2", "1411"), { type: "Pass" }], {}, { phase: "combat" });
  game.position.board = BOARD;
  game.position.pkg = pkg;
  game.dangers.follow(null, pkg);
  await game.dangers.pending;
  const told = () => game.dangers.list.map((danger) => danger.said.code);
  expect(told()).toEqual([OTHER.said.code]);
  game.selection.select("G2");
  expect(told()).toEqual([OTHER.said.code]);
  game.selection.select("G11");
  expect(told()).toEqual([CROWD.said.code, OTHER.said.code]);
});
