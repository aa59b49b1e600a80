import { beforeEach, describe, expect, test } from "vitest";
import { Chronicle } from "./chronicle.svelte";
import { line, move, pack, positionOf } from "./samples";

beforeEach(() => localStorage.clear());

const chronicle = () => new Chronicle("g", positionOf());
const old = [line(8, "PhaseBegan", null), line(9, "UnitMoved", "axis"), line(10, "UnitMoved", "axis")];
const before = pack([], { ply: 10, events: old });

describe("the log", () => {
  test("grows by the lines of a new package", () => {
    const told = chronicle();
    told.follow(null, before, true);
    const again = told.follow(before, pack([], { ply: 11, events: [line(11, "UnitMoved", "axis")] }), false);
    expect(told.log.map((l) => l.ply)).toEqual([8, 9, 10, 11]);
    expect(again).toBe(false);
  });

  test("loses what was taken back, and is asked for anew", () => {
    const told = chronicle();
    told.follow(null, before, true);
    expect(told.follow(before, pack([], { ply: 9 }), false)).toBe(true);
    expect(told.log.map((l) => l.ply)).toEqual([8, 9]);
  });

  test("is another one for other eyes", () => {
    const told = chronicle();
    told.follow(null, before, true);
    expect(told.follow(before, pack([], { ply: 10, seat: "soviet" }), false)).toBe(true);
    expect(told.log).toEqual([]);
  });
});

describe("the news", () => {
  const theirs = [11, 12].map((ply) => line(ply, "UnitMoved", "soviet"));

  test("what the other side did is news, and a digest when one's own turn comes", () => {
    const told = chronicle();
    told.follow(null, before, true);
    told.follow(before, pack([move("G1", "1311")], { ply: 12, events: theirs }), false);
    expect(told.news).toEqual(theirs);
    expect(told.digest).toBe(true);
    told.dismiss();
    expect(told.digest).toBe(false);
  });

  test("one's own move ends the news", () => {
    const told = chronicle();
    told.follow(null, before, true);
    const mine = pack([move("G1", "1311")], { ply: 12, events: theirs });
    told.follow(before, mine, false);
    told.follow(mine, pack([], { ply: 13, events: [line(13, "UnitMoved", "axis")] }), false);
    expect(told.news).toEqual([]);
  });

  test("whoever plays both sides needs no digest", () => {
    const told = chronicle();
    told.follow(null, before, true);
    told.follow(before, pack([move("G1", "1311")], { ply: 12, events: theirs, owned: ["axis", "soviet"] }), false);
    expect(told.digest).toBe(false);
  });

  test("what happened since the last visit is told at the next", () => {
    const position = positionOf([move("G1", "1311")], { ply: 12 });
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

test("a die lies on the table with the line that tells its result", () => {
  const told = chronicle();
  told.follow(null, before, true);
  const found = line(12, "ResultFound", null, { result: "DR" });
  told.follow(before, pack([], { ply: 12, events: [line(11, "DieRolled", null, { value: 4 }), found] }), false);
  expect(told.dice).toEqual({ value: 4, result: "DR", line: found, key: 1 });
});
