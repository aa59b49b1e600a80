import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../game/game.svelte";
import { pack } from "../game/samples";
import { api, Offline } from "../shared/api";
import type { Company as Found } from "../wire/types";
import { Company } from "./company.svelte";

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A table of two people. */
function table(): Company {
  const pkg = pack([]);
  Object.assign(pkg.game, { seats: { axis: { kind: "human" }, soviet: { kind: "human" } } });
  return new Company({ id: "g", talk: { hearOfPeople: () => undefined }, position: { pkg } } as unknown as Game);
}
const seated = { seats: { axis: {}, soviet: {} }, lines: [], waiting: null } as unknown as Found;

test("people whom a busy server did not tell are asked for again, until the table is left", async () => {
  const company = table();
  const asked = vi.spyOn(api, "company").mockRejectedValueOnce(new Offline()).mockResolvedValue(seated);
  await company.load();
  expect(company.found).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(company.found).toStrictEqual(seated);
  asked.mockRejectedValue(new Offline());
  await company.load();
  company.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveBeenCalledTimes(3);
});
