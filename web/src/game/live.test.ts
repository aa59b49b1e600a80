import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live } from "./live";

const GAME = "seen-and-heard";

/** A socket whose other end is the test. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: Socket[] = [];
  /** Whether the other end answers what it hears. */
  static answers = true;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(address: string | URL) {
    // A page of another test may still listen for what wakes this one.
    if (String(address).includes(GAME)) Socket.made.push(this);
    setTimeout(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.();
      if (Socket.answers) this.onmessage?.({ data: '{"ply":7}' });
    }, 1);
  }

  send(text: string): void {
    this.sent.push(text);
    if (Socket.answers) setTimeout(() => this.onmessage?.({ data: "{}" }), 1);
  }

  close(): void {
    this.readyState = 3;
  }
}

const HERE = '{"here":true}';
const AWAY = '{"here":false}';
const MINUTE = 60_000;
const last = () => Socket.made.at(-1) as Socket;
let live: Live;
const onPly = vi.fn();

function see(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  // Whatever a test of another file has left behind.
  Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  vi.stubGlobal("WebSocket", Socket);
  Socket.made = [];
  Socket.answers = true;
  onPly.mockClear();
  live = new Live(
    GAME,
    onPly,
    () => undefined,
    () => undefined,
  );
  vi.advanceTimersByTime(10);
});

afterEach(() => {
  live.stop();
  Reflect.deleteProperty(document, "visibilityState");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page is away when it is hidden, or has not been used for minutes", () => {
  expect(last().sent).toEqual([HERE]);
  see("hidden");
  expect(last().sent).toEqual([HERE, AWAY]);
  see("visible");
  vi.advanceTimersByTime(10);
  expect(last().sent).toEqual([HERE]);
  vi.advanceTimersByTime(4 * MINUTE);
  window.dispatchEvent(new Event("pointermove"));
  vi.advanceTimersByTime(4 * MINUTE);
  expect(last().sent).not.toContain(AWAY);
  vi.advanceTimersByTime(1.5 * MINUTE);
  expect(last().sent.at(-1)).toBe(AWAY);
  window.dispatchEvent(new Event("keydown"));
  expect(last().sent.at(-1)).toBe(HERE);
});

test("a socket that answers is kept, and hears every few seconds that the page is there", () => {
  onPly.mockClear();
  vi.advanceTimersByTime(2 * MINUTE);
  expect(Socket.made).toHaveLength(1);
  expect(last().sent.length).toBeGreaterThan(4);
  expect(onPly).not.toHaveBeenCalled();
});

test("a socket that falls silent is replaced, and the game is polled until one lives", () => {
  Socket.answers = false;
  onPly.mockClear();
  vi.advanceTimersByTime(40_000);
  expect(Socket.made).toHaveLength(1);
  expect(onPly).toHaveBeenCalledWith(-1);
  vi.advanceTimersByTime(30_000);
  expect(Socket.made).toHaveLength(2);
  expect(Socket.made[0]?.readyState).toBe(3);
  Socket.answers = true;
  vi.advanceTimersByTime(MINUTE);
  onPly.mockClear();
  vi.advanceTimersByTime(MINUTE);
  expect(onPly).not.toHaveBeenCalled();
});

test("a line that comes back, a page that is shown again and a device that slept open a new socket", () => {
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("online"));
  expect(Socket.made).toHaveLength(2);
  vi.advanceTimersByTime(10);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(Socket.made).toHaveLength(3);
  vi.advanceTimersByTime(10);
  vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
  vi.advanceTimersByTime(10_000);
  expect(Socket.made).toHaveLength(4);
});

test("a page that is hidden for long gives its socket up until it is seen", () => {
  see("hidden");
  vi.advanceTimersByTime(14 * MINUTE);
  expect(last().readyState).toBe(1);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(last().readyState).toBe(3);
  window.dispatchEvent(new Event("online"));
  onPly.mockClear();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(Socket.made).toHaveLength(1);
  expect(onPly).not.toHaveBeenCalled();
  see("visible");
  vi.advanceTimersByTime(10);
  expect(Socket.made).toHaveLength(2);
  expect(last().sent).toEqual([HERE]);
});

test("a socket that the server has cut is opened again by itself, with nothing asked before, and the people later", () => {
  const people = vi.fn();
  const links: boolean[] = [];
  const greetings: string[] = [];
  const fetched = vi.fn(() => Promise.reject(new Error("down")));
  vi.stubGlobal("fetch", fetched);
  const random = vi.spyOn(Math, "random").mockReturnValue(0.9);
  live.stop();
  Socket.made = [];
  live = new Live(
    GAME,
    onPly,
    (up) => links.push(up),
    people,
    (ply, stands) => greetings.push(`${ply} ${stands}`),
  );
  vi.advanceTimersByTime(10);
  expect(people).toHaveBeenCalledTimes(1);
  onPly.mockClear();
  last().onclose?.();
  vi.advanceTimersByTime(240);
  expect(Socket.made).toHaveLength(1);
  vi.advanceTimersByTime(520);
  expect(Socket.made).toHaveLength(2);
  last().onmessage?.({ data: '{"ply":7,"company":true}' });
  expect(links).toEqual([true, true]);
  expect(greetings).toEqual(["7 ", "7 "]);
  vi.advanceTimersByTime(1000);
  expect(people).toHaveBeenCalledTimes(2);
  expect(fetched).not.toHaveBeenCalled();
  expect(onPly).not.toHaveBeenCalledWith(-1);
  random.mockRestore();
});

test("a server without sockets is polled, and one that does not answer is said to be gone", async () => {
  const links: boolean[] = [];
  let answers = true;
  Socket.answers = false;
  vi.stubGlobal("fetch", () => (answers ? Promise.resolve({ status: 200 }) : Promise.reject(new Error("down"))));
  live.stop();
  live = new Live(
    GAME,
    onPly,
    (up) => links.push(up),
    () => undefined,
  );
  onPly.mockClear();
  for (let time = 0; time < 3; time += 1) {
    last().readyState = 3;
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(7500);
    last().readyState = 3;
  }
  expect(links).toContain(true);
  expect(onPly).toHaveBeenCalledWith(-1);
  answers = false;
  last().onclose?.();
  await vi.advanceTimersByTimeAsync(7500);
  expect(links.at(-1)).toBe(false);
});
