import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byTurns } from "./by-turns";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("pieces of work are done one by one, in their order", () => {
  const done: string[] = [];
  for (const name of ["a", "b", "c"]) byTurns(() => done.push(name));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["a"]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["a", "b"]);
  vi.runAllTimers();
  expect(done).toEqual(["a", "b", "c"]);
});

test("work that is taken back is not done, and the next one is", () => {
  const done: string[] = [];
  const [first, , last] = ["a", "b", "c"].map((name) => byTurns(() => done.push(name)));
  first?.();
  last?.();
  vi.runAllTimers();
  expect(done).toEqual(["b"]);
  byTurns(() => done.push("d"));
  vi.runAllTimers();
  expect(done).toEqual(["b", "d"]);
});
