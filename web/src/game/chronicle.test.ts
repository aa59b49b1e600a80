import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { Chronicle } from "./chronicle.svelte";
import { line, move, pack, positionOf } from "./samples";

beforeEach(() => localStorage.clear());

const chronicle = () => new Chronicle("g", positionOf());
const old = [line(8, "PhaseBegan", null), line(9, "UnitMoved", "axis"), line(10, "UnitMoved", "axis")];
const theirs = [
  line(11, "PhaseBegan", null, { side: "soviet" }),
  line(11, "UnitMoved", "soviet"),
  line(12, "UnitMoved", "soviet"),
];
const before = pack([], { ply: 10, events: old });

describe("the log", () => {
  test("grows by the lines of a new package", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    const again = told.follow(before, pack([], { ply: 11, events: [line(11, "UnitMoved", "axis")] }), 10);
    expect(told.log.map((l) => l.ply)).toEqual([8, 9, 10, 11]);
    expect(again).toBe(false);
  });

  test("loses what was taken back, and is asked for anew", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    expect(told.follow(before, pack([], { ply: 9 }), 10)).toBe(true);
    expect(told.log.map((l) => l.ply)).toEqual([8, 9]);
  });

  test("is another one for other eyes", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    expect(told.follow(before, pack([], { ply: 10, seat: "soviet" }), 10)).toBe(true);
    expect(told.log).toEqual([]);
  });
});

describe("the news", () => {
  test("what the other side did is news, and a digest when one's own turn comes", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    told.follow(before, pack([move("G11", "1311")], { ply: 12, events: theirs }), 10);
    expect(told.news).toEqual(theirs);
    expect(told.digest).toBe(true);
    told.dismiss();
    expect(told.digest).toBe(false);
  });

  test("a stop in their turn is no return: the digest waits for one's own turn", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    const stop = pack([{ type: "Pass" }], { ply: 12, events: theirs }, { phasing: "soviet" });
    told.follow(before, stop, 10);
    expect(told.digest).toBe(false);
    told.follow(stop, pack([move("G11", "1311")], { ply: 13, events: [line(13, "UnitMoved", "soviet")] }), 12);
    expect(told.digest).toBe(true);
    expect(told.news).toHaveLength(4);
    expect(told.left).toBe(10);
  });

  test("what was told is not told again", () => {
    const told = new Chronicle("g", positionOf([], { ply: 12 }));
    told.follow(null, before, 0);
    const mine = pack([move("G11", "1311")], { ply: 12, events: theirs });
    told.follow(before, mine, 10);
    told.dismiss();
    told.follow(mine, pack([move("G2", "1311")], { ply: 13, events: [line(13, "EventPlayed", "soviet")] }), 12);
    expect(told.digest).toBe(false);
  });

  test("a move that they took back leaves nothing behind", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    const seen = pack([], { ply: 12, events: theirs });
    told.follow(before, seen, 10);
    expect(told.follow(seen, pack([], { ply: 12, events: [line(12, "UnitMoved", "soviet")] }), 11)).toBe(true);
    expect(told.news.map((l) => l.ply)).toEqual([11, 11, 12]);
    expect(told.news.at(-1)).not.toBe(theirs[2]);
  });

  test("one's own move ends the news", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    const mine = pack([move("G11", "1311")], { ply: 12, events: theirs });
    told.follow(before, mine, 10);
    told.follow(mine, pack([], { ply: 13, events: [line(13, "UnitMoved", "axis")] }), 12);
    expect(told.news).toEqual([]);
  });

  test("the end of one's own turn is told with all that happened in it, and once", () => {
    const told = chronicle();
    const begun = [
      line(6, "PhaseBegan", null, { side: "soviet" }),
      line(7, "PhaseBegan", null, { side: "axis" }),
      line(8, "UnitMoved", "axis"),
      line(9, "PhaseBegan", null, { side: "axis" }),
    ];
    const mine = pack([], { ply: 10, events: begun }, { phasing: "axis" });
    told.follow(null, mine, 0);
    const falls = line(11, "ControlChanged", "axis");
    const then = pack([], { ply: 12, events: [falls, ...theirs.slice(0, 1)] }, { phasing: "soviet" });
    told.follow(mine, then, 10);
    expect(told.ended?.lines).toEqual([...begun.slice(1), falls]);
    expect(told.ended?.next).toBe("soviet");
    const { ended } = told;
    told.follow(then, pack([], { ply: 13, events: theirs.slice(2) }, { phasing: "soviet" }), 12);
    expect(told.ended).toBe(ended);
  });

  test("whoever plays both sides needs no digest", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    told.follow(before, pack([move("G11", "1311")], { ply: 12, events: theirs, owned: ["axis", "soviet"] }), 10);
    expect(told.digest).toBe(false);
  });

  test("what happened since the last visit is told at the next", () => {
    const position = positionOf([move("G11", "1311")], { ply: 12 });
    localStorage.setItem("noretreat.seen.g", "10");
    const told = new Chronicle("g", position);
    told.log = [...old, ...theirs];
    told.recall();
    expect(told.news).toEqual(theirs);
    expect(told.digest).toBe(true);
    expect(localStorage.getItem("noretreat.seen.g")).toBe("10");
    told.dismiss();
    expect(localStorage.getItem("noretreat.seen.g")).toBe("12");
  });
});

describe("a player with two devices", () => {
  const seen = (looked: number): Chronicle => {
    const told = new Chronicle("g2", positionOf([move("G11", "1311")], { ply: 12, looked, orders: {} as never }));
    told.log = [...old, ...theirs];
    told.recall();
    return told;
  };

  test("is told only what came since either was looked at", () => {
    localStorage.setItem("noretreat.seen.g2", "3");
    vi.spyOn(api, "looked").mockResolvedValue(null);
    expect(seen(10).news).toEqual(theirs);
    expect(seen(12).news).toEqual([]);
    localStorage.removeItem("noretreat.seen.g2");
    expect(seen(10).digest).toBe(true);
  });

  test("has the server know how far the game was seen, once", () => {
    localStorage.removeItem("noretreat.seen.g2");
    const sent = vi.spyOn(api, "looked").mockResolvedValue(null);
    sent.mockClear();
    const told = seen(10);
    expect(sent).not.toHaveBeenCalled();
    told.dismiss();
    told.remember();
    expect(sent.mock.calls).toEqual([["g2", 12]]);
  });
});

describe("a die", () => {
  const die = line(11, "DieRolled", null, { value: 4 });
  const found = line(12, "ResultFound", null, { result: "DR" });
  const dead = line(13, "UnitEliminated", null, { unit: "S_W", why: "retreat" });

  test("lies on the table with the line that tells its result", () => {
    const told = chronicle();
    told.follow(null, before, 0);
    told.follow(before, pack([], { ply: 12, events: [die, found] }), 10);
    expect(told.dice).toEqual({ value: 4, result: "DR", line: found, after: [], fight: null, rolling: false, key: 1 });
  });

  test("tells what came of it, at once or when it was carried out", () => {
    const at_once = chronicle();
    at_once.follow(null, before, 0);
    at_once.follow(before, pack([], { ply: 13, events: [die, found, dead] }), 10);
    expect(at_once.dice?.after).toEqual([dead]);
    const later = chronicle();
    later.follow(null, before, 0);
    const thrown = pack([], { ply: 12, events: [die, found] });
    later.follow(before, thrown, 10);
    later.dice = null;
    later.follow(thrown, pack([], { ply: 13, events: [dead] }), 12);
    expect(later.dice).toMatchObject({ value: 4, result: "DR", after: [dead], key: 2 });
  });

  test("shows its face before the table shows what it did", async () => {
    vi.useFakeTimers();
    prefs.motion = "full";
    const told = chronicle();
    told.follow(null, before, 0);
    const next = pack([], { ply: 12, events: [die, found] });
    const landed = vi.fn();
    const rolled = told.roll(next, 10).then(landed);
    expect(told.dice?.rolling).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(landed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await rolled;
    told.follow(before, next, 10);
    expect(told.dice).toMatchObject({ rolling: false, key: 1 });
    vi.useRealTimers();
    prefs.motion = "system";
  });

  test("does not tumble for ever where its package is overtaken by one with the whole log", async () => {
    vi.useFakeTimers();
    prefs.motion = "full";
    const told = chronicle();
    told.follow(null, before, 0);
    void told.roll(pack([], { ply: 12, events: [die, found] }), 10);
    told.follow(before, pack([], { ply: 13, events: [die, found, dead] }), 0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(told.dice?.rolling ?? false).toBe(false);
    vi.useRealTimers();
    prefs.motion = "system";
  });
});
