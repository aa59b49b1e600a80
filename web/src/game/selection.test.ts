import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Action, MapId, Reach, UnitId } from "../wire/types";
import { move, pack, positionOf, unit } from "./samples";
import { Selection } from "./selection.svelte";
import { Talk } from "./talk.svelte";

const REACH = { hexes: { "1311": { cost: 1, path: ["1311"] } } } as unknown as Reach;

function selecting(actions: Action[]) {
  const position = positionOf(actions);
  const talk = new Talk("g", position);
  const query = vi.spyOn(talk, "query").mockResolvedValue(REACH);
  return { position, query, selection: new Selection(position, talk) };
}

beforeEach(() => vi.restoreAllMocks());

describe("where the thing in hand can go", () => {
  test("one unit goes where its own actions end", () => {
    const { selection } = selecting([move("G11", "1311"), move("G2", "1212"), { type: "ChooseUnit", unit: "G11" }]);
    expect(selection.destinations.size).toBe(0);
    selection.select("G11");
    expect([...selection.destinations.keys()]).toEqual(["1311"]);
  });

  test("a stack goes where any of it can", () => {
    const { selection } = selecting([move("G11", "1311"), move("G2", "1311"), move("G2", "1212")]);
    selection.select("G11");
    selection.stack = ["G11", "G2"];
    expect([...selection.destinations].map(([to, list]) => [to, list.length])).toEqual([
      ["1311", 2],
      ["1212", 1],
    ]);
  });

  test("an advance after combat goes as far as its unit can in one click", async () => {
    const steps: Action[] = (["1311", "1411"] as const).map((to) => ({ type: "AdvanceUnit", unit: "G11", to }));
    const { selection, query } = selecting(steps.slice(0, 1));
    const hexes = { "1311": { cost: 1, path: ["1311"] }, "1411": { cost: 2, path: ["1311", "1411"] } };
    query.mockResolvedValue({ allowance: 2, hexes } as unknown as Reach);
    selection.select("G11");
    await vi.waitFor(() => expect([...selection.farther]).toEqual([["1411", steps]]));
    expect([...selection.destinations.keys()]).toEqual(["1311", "1411"]);
  });

  test("several ways to one hex are a fork, one way is none", () => {
    const way = (path: MapId[]): Action => ({ type: "RetreatUnit", unit: "G11", path });
    const { selection } = selecting([way(["1311", "1411"]), way(["1212", "1411"]), way(["1212"])]);
    selection.select("G11");
    selection.forked = "1411";
    expect(selection.forks.map((a) => a.path?.[0])).toEqual(["1311", "1212"]);
    selection.forked = "1212";
    expect(selection.forks).toEqual([]);
  });

  test("the reach of a unit that can move is asked for, and dropped if another is taken meanwhile", async () => {
    const { selection, query } = selecting([move("G11", "1311"), { type: "ChooseUnit", unit: "G2" }]);
    selection.select("G11");
    await vi.waitFor(() => expect(selection.reach).toEqual(REACH));
    selection.select("G11");
    selection.select("G2");
    await Promise.resolve();
    expect(selection.reach).toBeNull();
    expect(query).toHaveBeenCalledTimes(2);
  });
});

describe("a new position", () => {
  const before = pack([], { ply: 10 });

  test("puts down who has acted and can do no more", () => {
    const { selection, position } = selecting([move("G11", "1311")]);
    selection.select("G11");
    position.pkg = pack([move("G2", "1311"), move("G4Pz", "1311")], { ply: 11 });
    selection.settle(before, position.pkg);
    expect(selection.unit).toBeNull();
  });

  test("keeps who can still act, and of a stack those who can", () => {
    const { selection, position } = selecting([move("G11", "1311"), move("G2", "1311"), move("G4Pz", "1311")]);
    selection.select("G11");
    selection.stack = ["G11", "G2", "G4Pz"];
    position.pkg = pack([move("G11", "1311"), move("G2", "1311")], { ply: 11 });
    selection.settle(before, position.pkg);
    expect(selection.unit).toBe("G11");
    expect(selection.stack).toEqual(["G11", "G2"]);
  });

  test("keeps the aim while the same step is looked at again, and gives it up with the next one", () => {
    const { selection, position } = selecting([move("G11", "1311")]);
    selection.select("G11");
    selection.aimed = "1311";
    position.pkg = pack([move("G11", "1311")], { ply: 10 });
    selection.settle(before, position.pkg);
    expect(selection.aimed).toBe("1311");
    position.pkg = pack([move("G11", "1311")], { ply: 11 });
    selection.settle(before, position.pkg);
    expect(selection.aimed).toBeNull();
  });

  test("puts the only unit that must be placed into the hand, but none while armies move", () => {
    const place: Action = { type: "PlaceUnit", unit: "G4Pz", to: "1212" };
    const { selection, position } = selecting([]);
    position.pkg = pack([place], { ply: 11 }, { phase: "organization" });
    selection.settle(before, position.pkg);
    expect(selection.unit).toBe("G4Pz");
    selection.select(null);
    position.pkg = pack([place], { ply: 12 }, { phase: "movement" });
    selection.settle(before, position.pkg);
    expect(selection.unit).toBeNull();
  });

  test("a card stays only while it can be played", () => {
    const { selection, position } = selecting([{ type: "PlayEvent", card: 7, mode: "" }]);
    selection.card = 7;
    selection.settle(before, position.pkg as never);
    expect(selection.card).toBe(7);
    position.pkg = pack([]);
    selection.settle(before, position.pkg);
    expect(selection.card).toBeNull();
  });
});

test("odds with one more attacker are asked for only where it can attack", async () => {
  const { selection, position, query } = selecting([{ type: "AssignAttacker", unit: "G2" }]);
  const battle = { targets: ["1411"], attackers: ["G11"] };
  position.pkg = pack(position.pkg?.actions ?? [], {}, { battle } as never);
  await selection.peekOdds("G11");
  expect(query).not.toHaveBeenCalled();
  selection.hoverUnit = "G2";
  await selection.peekOdds("G2");
  expect(query).toHaveBeenCalledWith({ kind: "odds", attackers: ["G11", "G2"], targets: ["1411"], support: false });
  expect(selection.preview).toEqual(REACH);
  await selection.peekSupport(false);
  expect(selection.preview).toBeNull();
});

test("a unit that has advanced is put down where another can follow into the hex that it left", () => {
  const advance = (unit: UnitId, to: MapId): Action => ({ type: "AdvanceUnit", unit, to });
  /** The unit in hand after 1st Army has gone from 1311 to 1411, and these may advance. */
  const after = (...actions: Action[]) => {
    const { position, selection } = selecting([advance("G11", "1411")]);
    const before = pack([advance("G11", "1411")], {}, { units: [unit("G11", "1311"), unit("G2", "1211")] });
    position.pkg = before;
    selection.select("G11");
    const next = pack(actions, { ply: 11 }, { units: [unit("G11", "1411"), unit("G2", "1211")] });
    position.pkg = next;
    selection.settle(before, next);
    return selection.unit;
  };
  expect(after(advance("G11", "1311"), advance("G2", "1311"))).toBeNull();
  expect(after(advance("G11", "1212"), advance("G2", "1311"))).toBe("G11");
  expect(after(advance("G11", "1311"))).toBe("G11");
});
