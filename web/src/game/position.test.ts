import { describe, expect, test } from "vitest";
import type { Action, Package, UnitView } from "../wire/types";
import { piled } from "./position.svelte";
import { move, positionOf, unit } from "./samples";

const DONE: Action = { type: "Done" };
const PASS: Action = { type: "Pass" };

describe("what can be done", () => {
  test("the actions lie by unit, by hex and by card", () => {
    const declare: Action = { type: "DeclareTarget", hex: "1411" };
    const discard: Action = { type: "Discard", card: 7 };
    const position = positionOf([move("G11", "1311"), move("G11", "1212"), declare, discard]);
    expect(position.byUnit.get("G11")?.map((a) => a.to)).toEqual(["1311", "1212"]);
    expect(position.byHex.get("1411")).toEqual([declare]);
    expect(position.byCard.get(7)).toEqual([discard]);
    expect(position.byUnit.size + position.byHex.size + position.byCard.size).toBe(3);
  });

  test("a placement's hex is no button of its own", () => {
    expect(positionOf([{ type: "RetreatUnit", unit: "G11", path: ["1311"] }]).byHex.size).toBe(0);
  });

  test.each([
    ["Done before Pass", [move("G11", "1311"), PASS, DONE], DONE],
    ["Pass where there is no Done", [move("G11", "1311"), PASS], PASS],
    ["the only thing there is", [move("G11", "1311")], move("G11", "1311")],
    ["nothing among several", [move("G11", "1311"), move("G2", "1311")], null],
    ["nothing where nothing can be done", [], null],
  ])("the one way on is %s", (_, actions, primary) => {
    expect(positionOf(actions).primary).toEqual(primary);
  });

  test("nobody acts while the device is handed over, or in a step that is looked back at", () => {
    const position = positionOf([DONE]);
    expect(position.mine).toBe(true);
    position.pkg = { ...position.pkg, covered: "soviet" } as Package;
    expect(position.mine).toBe(false);
    position.pkg = { ...position.pkg, covered: null } as Package;
    position.past = { view: position.pkg?.view, seat: null, ply: 3 } as never;
    expect(position.mine).toBe(false);
    expect(position.seat).toBeNull();
  });
});

describe("what lies where", () => {
  test("units of a hex are a stack, those off the map are none", () => {
    const units = [unit("G11", "1211"), unit("G4Pz", "box:rail"), unit("G2", "1211"), unit("S_W", "FINLAND")];
    const { stacks } = positionOf([], {}, { units });
    expect([...stacks].map(([at, stack]) => [at, stack.map((u) => u.id)])).toEqual([
      ["1211", ["G11", "G2"]],
      ["FINLAND", ["S_W"]],
    ]);
  });

  test("armor lies on top of a stack, else the order stays", () => {
    const units = [
      { ...unit("G4Pz", "1211"), type: "armor" },
      unit("G11", "1211"),
      { ...unit("G2", "1211"), type: "mechanized" },
      unit("G9", "1211"),
    ] as UnitView[];
    const { stacks } = positionOf([], {}, { units });
    expect(piled(stacks.get("1211") ?? []).map((u) => u.id)).toEqual(["G11", "G9", "G2", "G4Pz"]);
  });

  test("the Joker is among one's own cards only while it lies with one's side", () => {
    expect(positionOf([], {}, { joker: "axis" }).ownCards).toEqual([7, 40]);
    expect(positionOf([], {}, { joker: "soviet" }).ownCards).toEqual([7]);
    expect(positionOf([], {}, { hand: null }).ownCards).toEqual([]);
  });
});

test("places, units and cards have names, and what has none is called by its id", () => {
  const position = positionOf();
  expect(position.placeName("1211")).toBe("Kiev 1211");
  expect(position.placeName("1311")).toBe("1311");
  expect(position.placeName("FINLAND")).toBe("Finland");
  expect(position.unitName("G4Pz")).toBe("4th Panzer");
  expect(position.unitName("REZ")).toBe("REZ");
  expect(position.half(7, "soviet")?.title).toBe("Soviet 7");
  expect(position.isOwn("G11")).toBe(true);
  expect(position.isOwn("S_W")).toBe(false);
});

test("an action that cannot be taken back says why", () => {
  const actions = [move("G11", "1311"), DONE];
  const position = positionOf(actions, { action_info: { "1": { barrier: "A die is thrown." } } });
  expect(position.barrier(actions[0] as never)).toBe("");
  expect(position.barrier(actions[1] as never)).toBe("A die is thrown.");
});
