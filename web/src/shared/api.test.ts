import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Offline } from "./api";

const refused = () => new Response("{}", { status: 503, headers: { "retry-after": "3" } });
const told = () => new Response("[]", { status: 200, headers: { "content-type": "application/json" } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The answers of a server, one after the other. */
function answering(...answers: Response[]) {
  const fetched = vi.fn(() => Promise.resolve(answers.shift() ?? refused()));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("a call that a busy server has refused is made again, when the server says and not at once", async () => {
  const fetched = answering(refused(), refused(), told());
  const games = api.games();
  await vi.advanceTimersByTimeAsync(1400);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9000);
  expect(await games).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("not for ever, and not where the server says nothing of coming again", async () => {
  const fetched = answering();
  const games = expect(api.games()).rejects.toBeInstanceOf(Offline);
  await vi.advanceTimersByTimeAsync(60_000);
  await games;
  expect(fetched).toHaveBeenCalledTimes(4);
  const other = answering(new Response("{}", { status: 503 }), told());
  await expect(api.games()).rejects.toBeInstanceOf(Offline);
  expect(other).toHaveBeenCalledTimes(1);
});

test("an answer that breaks off on its way counts as none", async () => {
  const broken = new ReadableStream({ start: (line) => line.error(new TypeError("network error")) });
  answering(new Response(broken, { status: 200, headers: { "content-type": "application/json" } }));
  await expect(api.games()).rejects.toBeInstanceOf(Offline);
});
