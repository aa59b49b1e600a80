import { expect, test, vi } from "vitest";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Package, Reach, UnitId, View } from "../wire/types";
import { enterAll, entering, goFar, onlyPasses } from "./advances";
import { pack, positionOf } from "./samples";
import { Talk } from "./talk.svelte";

const advance = (unit: UnitId, to: "1311" | "1411"): Action => ({ type: "AdvanceUnit", unit, to });
const DONE: Action = { type: "Done" };
const ASKED = {
  prompt: { code: "advance", said: ["advance"], args: {}, text: "" },
  battle: { targets: ["1311"] },
} as unknown as Partial<View>;

/** An advance in which whoever has entered may go on to a hex behind; the answers that were given. */
function advancing(units: UnitId[], refused: UnitId | null = null, room = 9) {
  const asks = (left: UnitId[], last: UnitId | null): Action[] => [
    ...(last ? [advance(last, "1411")] : []),
    ...left.map((unit) => advance(unit, "1311")),
    DONE,
  ];
  const position = positionOf(asks(units, null), {}, ASKED);
  const talk = new Talk("g", position);
  const given: Action[] = [];
  let left = units;
  const fit = async () => ({ units: left.slice(0, room - given.length) });
  vi.spyOn(talk, "query").mockImplementation(fit as unknown as typeof talk.query);
  vi.spyOn(talk, "playAll").mockImplementation(async ([action]) => {
    if (!action || action.unit === refused) return false;
    given.push(action);
    left = left.filter((unit) => unit !== action.unit);
    position.pkg = action.type === "Done" ? pack([], {}, {}) : pack(asks(left, action.unit ?? null), {}, ASKED);
    return true;
  });
  return { position, talk, given };
}

test("all who may enter the hex that was taken do, no farther, and there the advance ends", async () => {
  const { position, talk, given } = advancing(["G11", "G2"]);
  expect([...entering(position)]).toEqual([["1311", ["G11", "G2"]]]);
  await enterAll(position, talk, "1311");
  expect(given).toEqual([advance("G11", "1311"), advance("G2", "1311"), DONE]);
  expect(entering(position).size).toBe(0);
});

test("what is not taken stops it, and nothing ends", async () => {
  const { position, talk, given } = advancing(["G11", "G2"], "G2");
  await enterAll(position, talk, "1311");
  expect(given).toEqual([advance("G11", "1311")]);
});

test("where not all have room, those who have enter, the others stay, and the advance is over", async () => {
  const { position, talk, given } = advancing(["G11", "G2", "G4"], null, 2);
  await enterAll(position, talk, "1311");
  expect(given).toEqual([advance("G11", "1311"), advance("G2", "1311"), DONE]);
});

test("nobody enters a hex that is full, the advance stays open, and it is said", async () => {
  const { position, talk, given } = advancing(["G11", "G2"], null, 0);
  const said = vi.spyOn(toasts, "say");
  await enterAll(position, talk, "1311");
  expect(given).toEqual([]);
  expect(entering(position).get("1311")).toEqual(["G11", "G2"]);
  expect(said.mock.calls.flat()).toEqual(["1311 is full: nobody else can stay there."]);
});

test("a hex that is only passed is not asked about; a city that is left open, or an end without supply, is", async () => {
  const first = advance("G11", "1311");
  const on = [advance("G11", "1411")];
  async function passes(fate: string[], dry: boolean, next: Action[] = on) {
    const info = { fate: fate.map((code) => ({ code, args: {}, text: "", remedy: "", rule: "" })), asks: true };
    const position = positionOf([first], { action_info: { 0: info } } as unknown as Partial<Package>, ASKED);
    const talk = new Talk("g", position);
    vi.spyOn(talk, "query").mockResolvedValue({ hexes: { "1411": { dry } } } as unknown as Reach);
    return onlyPasses(position, talk, position.actions[0] as Action, next);
  }
  expect(await passes(["info-becomes-unsupplied"], false)).toBe(true);
  expect(await passes(["info-becomes-unsupplied"], true)).toBe(false);
  expect(await passes(["info-becomes-unsupplied", "info-danger-city"], false)).toBe(false);
  expect(await passes(["info-becomes-unsupplied"], false, [])).toBe(false);
  expect(await passes(["info-becomes-unsupplied"], false, [advance("G2", "1411")])).toBe(false);
});

test("a unit on its way goes on once the player has said that a step is meant, and stays where it is after a no", async () => {
  for (const meant of [true, false]) {
    const steps = [advance("G11", "1311"), advance("G11", "1411")];
    const position = positionOf(steps, {}, ASKED);
    const talk = new Talk("g", position);
    const given: Action[] = [];
    vi.spyOn(talk, "playAll").mockImplementation(async ([action]) => {
      if (action === steps[0]) return false; // it is asked about first
      given.push(action as Action);
      return true;
    });
    const asked = vi.spyOn(talk, "confirmed").mockResolvedValue(meant);
    await goFar(position, talk, steps);
    expect(asked).toHaveBeenCalledWith(steps[0]);
    expect(given).toEqual(meant ? [steps[1]] : []);
  }
});
