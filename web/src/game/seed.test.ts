import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Offline } from "../shared/api";
import type { Package } from "../wire/types";
import { pack } from "./samples";
import { Seeds } from "./seed";

const COMMITMENT = "c".repeat(64);
type Part = "missing" | "sealed" | "shown";

/** A game of two people whose parts in the dice have come so far; the Axis plays in this browser. */
const withParts = (axis: Part, soviet: Part): Package =>
  pack([], {
    game: { id: "g", commitment: COMMITMENT, seeded: [], parts: { axis, soviet } } as unknown as Package["game"],
  });

function seeds() {
  const told = vi.fn();
  const look = vi.fn();
  return { told, look, seeds: new Seeds(told, look) };
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test("a package that comes while a seal is on its way is not lost: the game is looked at again", async () => {
  const { seeds: mine, look } = seeds();
  let answer: (value: null) => void = () => undefined;
  const answered = new Promise<null>((done) => {
    answer = done;
  });
  const seal = vi.spyOn(api, "sealSeed").mockReturnValue(answered);
  const sealing = mine.give(withParts("missing", "sealed"));
  await vi.waitFor(() => expect(seal).toHaveBeenCalled());
  await mine.give(withParts("sealed", "sealed"));
  expect(look).not.toHaveBeenCalled();
  answer(null);
  await sealing;
  expect(look).toHaveBeenCalledTimes(1);
});

test("where nothing came meanwhile, nothing is looked at again", async () => {
  const { seeds: mine, look } = seeds();
  vi.spyOn(api, "sealSeed").mockResolvedValue(null);
  await mine.give(withParts("missing", "missing"));
  expect(look).not.toHaveBeenCalled();
});

test("what the server has not taken is tried again, later each time, until the game is left", async () => {
  vi.useFakeTimers();
  const { seeds: mine, look, told } = seeds();
  vi.spyOn(api, "sealSeed").mockRejectedValue(new Offline());
  await mine.give(withParts("missing", "missing"));
  vi.advanceTimersByTime(1000);
  expect(look).toHaveBeenCalledTimes(1);
  await mine.give(withParts("missing", "missing"));
  vi.advanceTimersByTime(1000);
  expect(look).toHaveBeenCalledTimes(1);
  mine.stop();
  vi.advanceTimersByTime(100_000);
  expect(look).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
});

test("what comes back after the game was left is not tried again", async () => {
  vi.useFakeTimers();
  const { seeds: mine, look } = seeds();
  let refuse: (error: Offline) => void = () => undefined;
  const refused = new Promise<null>((_, fail) => {
    refuse = fail;
  });
  const seal = vi.spyOn(api, "sealSeed").mockReturnValue(refused);
  const sealing = mine.give(withParts("missing", "missing"));
  await vi.waitFor(() => expect(seal).toHaveBeenCalled());
  mine.stop();
  refuse(new Offline());
  await sealing;
  vi.advanceTimersByTime(100_000);
  expect(look).not.toHaveBeenCalled();
});
