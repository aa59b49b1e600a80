import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, Offline, Problem } from "../shared/api";
import { settings } from "../shared/settings.svelte";
import type { Action, Package } from "../wire/types";
import { move, pack, positionOf } from "./samples";
import { Talk } from "./talk.svelte";

beforeEach(() => vi.restoreAllMocks());

function talking() {
  const position = positionOf([move("G11", "1311")], { ply: 10 });
  const talk = new Talk("g", position);
  const heard = vi.fn();
  talk.tell(heard);
  return { position, talk, heard };
}

describe("an action", () => {
  test("goes out with the ply it was chosen at, and its package is taken", async () => {
    const { position, talk, heard } = talking();
    const next = pack([], { ply: 11 });
    const act = vi.spyOn(api, "act").mockResolvedValue(next);
    const before = position.pkg;
    await talk.act(move("G11", "1311"));
    expect(act).toHaveBeenCalledWith("g", 10, move("G11", "1311"), "none");
    expect(position.pkg).toBe(next);
    expect(heard).toHaveBeenCalledWith(before, next, 10, "answer");
    expect(talk.busy).toBe(false);
  });

  test("is not sent while another one is under way", async () => {
    const { talk } = talking();
    const act = vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
    await Promise.all([talk.act(move("G11", "1311")), talk.act(move("G2", "1311"))]);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test("that meets no server leaves the position as it was", async () => {
    const { position, talk, heard } = talking();
    vi.spyOn(api, "act").mockRejectedValue(new Offline());
    await talk.act(move("G11", "1311"));
    expect(talk.offline).toBe(true);
    expect(position.pkg?.ply).toBe(10);
    expect(heard).not.toHaveBeenCalled();
  });

  test("of a row is the last when it is refused, though a newer board comes with the refusal", async () => {
    const { position, talk } = talking();
    const error = { code: "stale", text: "The game has moved on." };
    const refused = new Problem(409, { error, package: pack([], { ply: 12 }) } as never);
    const act = vi.spyOn(api, "act").mockRejectedValue(refused);
    expect(await talk.playAll([move("G11", "1311"), move("G2", "1311")])).toBe(false);
    expect(position.pkg?.ply).toBe(12);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test("of a row is the last when it is not taken", async () => {
    const { talk } = talking();
    const act = vi
      .spyOn(api, "act")
      .mockResolvedValueOnce(pack([], { ply: 11 }))
      .mockResolvedValue(pack([], { ply: 11 }));
    expect(await talk.playAll([move("G11", "1311"), move("G11", "1411"), move("G11", "1212")])).toBe(false);
    expect(act).toHaveBeenCalledTimes(2);
  });
});

test("what comes after a time in which something may have been missed says so, once", async () => {
  const { talk, heard } = talking();
  const fetched = vi.spyOn(api, "package").mockResolvedValue(pack([], { ply: 11 }));
  talk.miss();
  await talk.refresh();
  fetched.mockResolvedValue(pack([], { ply: 12 }));
  await talk.refresh();
  expect(heard.mock.calls.map((call) => call[3])).toEqual(["missed", "told"]);
});

test("a resignation waits for an action on its way, and goes out then", async () => {
  const { talk } = talking();
  const act = vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
  await Promise.all([talk.act(move("G11", "1311")), talk.resign("axis")]);
  expect(act).toHaveBeenCalledTimes(2);
  expect(act).toHaveBeenLastCalledWith("g", 11, { type: "Resign", side: "axis" }, "none");
});

test("an answer that a move has overtaken is asked for again", async () => {
  const { position, talk } = talking();
  let late: (found: Package) => void = () => undefined;
  const newest = pack([], { ply: 12 });
  vi.spyOn(api, "package")
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValue(newest);
  vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
  const refreshed = talk.refresh();
  await talk.act(move("G11", "1311"));
  late(pack([], { ply: 10 }));
  await refreshed;
  expect(position.pkg).toBe(newest);
});

test("while the computer plays slowly, what a move has overtaken is looked at after the pause", async () => {
  const { talk } = talking();
  let late: (found: Package) => void = () => undefined;
  const fetched = vi
    .spyOn(api, "package")
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValue(pack([], { ply: 12 }));
  vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11, thinking: true }));
  settings.set("pace", "slow");
  vi.useFakeTimers();
  const refreshed = talk.refresh();
  await talk.act(move("G11", "1311"));
  late(pack([], { ply: 10 }));
  await refreshed;
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(settings.pause);
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  settings.set("pace", "seen");
});

test("a package is shown when what comes before it has been seen, and a newer one takes its place", async () => {
  const { position, talk, heard } = talking();
  let open: () => void = () => undefined;
  talk.tell(heard, (next) => (next.ply === 11 ? new Promise((resolve) => (open = resolve)) : Promise.resolve()));
  vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
  const newest = pack([], { ply: 12 });
  vi.spyOn(api, "package").mockResolvedValue(newest);
  const acted = talk.act(move("G11", "1311"));
  await vi.waitFor(() => expect(talk.busy).toBe(true));
  expect(position.pkg?.ply).toBe(10);
  await talk.refresh();
  expect(position.pkg).toBe(newest);
  open();
  await acted;
  expect(position.pkg).toBe(newest);
  expect(heard).toHaveBeenCalledTimes(1);
});

test("no event for a turn passes now, holds for the turn of this side, and can be taken back", async () => {
  const { position, talk } = talking();
  const PASS: Action = { type: "Pass" };
  position.pkg = pack([PASS], {}, { phase: "combat" });
  const act = vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
  expect(talk.quiet(position.pkg)).toBe(false);
  await talk.passForTheTurn();
  expect(act).toHaveBeenCalledWith("g", 10, PASS, "none");
  expect(talk.quiet(pack([PASS]))).toBe(true);
  expect(talk.quiet(pack([PASS], { seat: "soviet" }))).toBe(false);
  expect(talk.quiet(pack([PASS], {}, { phasing: "soviet" }))).toBe(false);
  talk.askAgain();
  expect(talk.quiet(pack([PASS]))).toBe(false);
});

describe("a question", () => {
  test("is asked once for a position, and again after it", async () => {
    const { talk } = talking();
    const query = vi.spyOn(api, "query").mockResolvedValue(null);
    await Promise.all([talk.query({ kind: "zoc", side: "axis" }), talk.query({ kind: "zoc", side: "axis" })]);
    expect(query).toHaveBeenCalledTimes(1);
    vi.spyOn(api, "act").mockResolvedValue(pack([], { ply: 11 }));
    await talk.act(move("G11", "1311"));
    await talk.query({ kind: "zoc", side: "axis" });
    expect(query).toHaveBeenCalledTimes(2);
  });

  test("that failed may be asked again", async () => {
    const { talk } = talking();
    const query = vi.spyOn(api, "query").mockRejectedValueOnce(new Offline()).mockResolvedValue(null);
    await expect(talk.query({ kind: "zoc", side: "axis" })).rejects.toThrow();
    await talk.query({ kind: "zoc", side: "axis" });
    expect(query).toHaveBeenCalledTimes(2);
  });

  test("about a step that is looked back at names the step", async () => {
    const { position, talk } = talking();
    const query = vi.spyOn(api, "query").mockResolvedValue(null);
    position.past = { ply: 3, view: position.pkg?.view, seat: null } as never;
    await talk.query({ kind: "zoc", side: "axis" });
    expect(query).toHaveBeenCalledWith("g", { kind: "zoc", side: "axis", at: 3 });
  });
});

describe("a line that breaks for a moment", () => {
  test("is tried again by itself, also while the live channel stands", async () => {
    vi.useFakeTimers();
    const { position, talk } = talking();
    vi.stubGlobal(
      "WebSocket",
      class {
        close = () => undefined;
      },
    );
    vi.stubGlobal("location", { protocol: "http:", host: "games" });
    vi.stubGlobal("document", { addEventListener: () => undefined, removeEventListener: () => undefined });
    talk.listen();
    vi.spyOn(api, "act").mockRejectedValue(new Offline());
    const asked = vi.spyOn(api, "package").mockRejectedValueOnce(new Offline());
    asked.mockResolvedValue(pack([], { ply: 11 }));
    await talk.act(move("G11", "1311"));
    expect(talk.offline).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(talk.offline).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(talk.offline).toBe(false);
    expect(position.pkg?.ply).toBe(11);
    expect(asked).toHaveBeenCalledTimes(2);
    talk.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("is known at once where the browser knows it, and no more when the game is closed", () => {
    vi.useFakeTimers();
    const { talk } = talking();
    const heard = new EventTarget();
    vi.stubGlobal(
      "WebSocket",
      class {
        close = () => undefined;
      },
    );
    vi.stubGlobal("location", { protocol: "http:", host: "games" });
    vi.stubGlobal("document", { addEventListener: () => undefined, removeEventListener: () => undefined });
    vi.stubGlobal("addEventListener", heard.addEventListener.bind(heard));
    vi.stubGlobal("removeEventListener", heard.removeEventListener.bind(heard));
    talk.listen();
    heard.dispatchEvent(new Event("offline"));
    expect(talk.offline).toBe(true);
    talk.offline = false;
    talk.close();
    heard.dispatchEvent(new Event("offline"));
    expect(talk.offline).toBe(false);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

describe("two players at one device", () => {
  const covered = (side: "axis" | "soviet") => pack([], { ply: 11, seat: null, covered: side });

  test("no hand is asked for before its player has said to be there", async () => {
    const { position, talk } = talking();
    const get = vi.spyOn(api, "package").mockResolvedValue(covered("soviet"));
    await talk.refresh(true);
    expect(get).toHaveBeenLastCalledWith("g", 0, "none");
    expect(position.handOver).toBe("soviet");
    get.mockResolvedValue(pack([move("G11", "1311")], { ply: 11, seat: "soviet", covered: null }));
    await talk.lift("soviet");
    expect(get).toHaveBeenLastCalledWith("g", 0, "soviet");
    expect(position.handOver).toBeNull();
    expect(talk.hands).toBe("soviet");
  });

  test("the turn of the other one, played in another tab, covers the hand again", async () => {
    const { talk } = talking();
    const get = vi.spyOn(api, "package").mockResolvedValue(pack([], { ply: 11 }));
    await talk.lift("axis");
    get.mockResolvedValue(covered("soviet"));
    await talk.refresh();
    expect(talk.hands).toBe("none");
  });
});
