import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../shared/settings.svelte";
import type { Action, MapId, Package, View } from "../wire/types";
import { Game } from "./game.svelte";
import { BOARD, move, pack } from "./samples";
import { Talk } from "./talk.svelte";

beforeEach(() => vi.restoreAllMocks());

/** A game whose talk with the server is only listened to. */
function clicking(actions: Action[], shows: Partial<View> = {}, more: Partial<Package> = {}) {
  const game = new Game("g");
  const act = vi.spyOn(Talk.prototype, "act").mockResolvedValue();
  const explain = vi.spyOn(Talk.prototype, "explain").mockResolvedValue();
  vi.spyOn(Talk.prototype, "query").mockResolvedValue(null);
  game.position.board = BOARD;
  game.position.pkg = pack(actions, more, shows);
  return { game, act, explain };
}

describe("a click on a counter", () => {
  test("plays the pick when that is all there is to do with it", () => {
    const pick: Action = { type: "LoseStep", unit: "G11" };
    const { game, act } = clicking([pick]);
    game.clicks.unit("G11");
    expect(act).toHaveBeenCalledWith(pick);
    expect(game.selection.unit).toBeNull();
  });

  test("takes it in hand when there is more, and puts it down again", () => {
    const { game, act } = clicking([{ type: "LoseStep", unit: "G11" }, move("G11", "1311")]);
    game.clicks.unit("G11");
    expect(game.selection.unit).toBe("G11");
    game.clicks.unit("G11");
    expect(game.selection.unit).toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  test("means its hex where that is lit for the unit in hand, though the army there could go too", () => {
    const join = move("G11", "1411");
    const { game, act } = clicking([join, move("S_W", "1311")]);
    game.clicks.unit("G11");
    game.clicks.unit("S_W");
    expect(act).toHaveBeenCalledExactlyOnceWith(join);
    expect(game.selection.unit).toBe("G11");
  });

  test("with Ctrl, in a list, or with nothing in hand it means the army", () => {
    const { game, act } = clicking([move("G11", "1411"), move("S_W", "1311")]);
    game.clicks.unit("G11");
    expect(game.selection.instead("1411")).toBe("S_W");
    expect(game.selection.instead("1311")).toBeNull();
    game.clicks.take("S_W");
    expect(game.selection.unit).toBe("S_W");
    game.clicks.unit("G11");
    game.selection.select(null);
    game.clicks.unit("S_W");
    expect(game.selection.unit).toBe("S_W");
    expect(act).not.toHaveBeenCalled();
  });

  test("at other times it means its hex", () => {
    const retreat: Action = { type: "RetreatUnit", unit: "G11", path: ["1411"] };
    const { game, act } = clicking([retreat], { phase: "combat" });
    game.selection.select("G11");
    game.clicks.unit("S_W");
    expect(act).toHaveBeenCalledWith(retreat);
  });
});

describe("a click on a hex", () => {
  test("plays what alone can be done there", () => {
    const declare: Action = { type: "DeclareTarget", hex: "1411" };
    const { game, act } = clicking([declare]);
    game.clicks.hex("1411");
    expect(act).toHaveBeenCalledWith(declare);
  });

  test("lists the choices when there are several", () => {
    const { game, act } = clicking([
      { type: "ChooseHex", hex: "1411" },
      { type: "AddTarget", hex: "1411" },
    ]);
    game.clicks.hex("1411");
    expect(act).not.toHaveBeenCalled();
    expect(game.screen.listing).toBe(true);
    expect(game.screen.listAt).toBe("1411");
  });

  test("asks for the way when several lead there", () => {
    const way = (path: MapId[]): Action => ({ type: "RetreatUnit", unit: "G11", path });
    const { game } = clicking([way(["1311", "1411"]), way(["1212", "1411"])]);
    game.selection.select("G11");
    game.clicks.hex("1411");
    expect(game.selection.forked).toBe("1411");
    expect(game.screen.listing).toBe(false);
  });

  test("takes the way at once where it does not matter which", () => {
    const ways: Action[] = [
      { type: "RetreatUnit", unit: "G11", path: ["1311", "1411"] },
      { type: "RetreatUnit", unit: "G11", path: ["1212", "1411"] },
    ];
    const { game, act } = clicking(ways, {}, { action_info: { 1: { alike: true } } });
    game.selection.select("G11");
    game.clicks.hex("1411");
    expect(act).toHaveBeenCalledWith(ways[0]);
    expect(game.selection.destinations.get("1411")).toEqual(ways);
  });

  test("that is not lit says why what was meant cannot be done", () => {
    const { game, explain } = clicking([move("G11", "1311")]);
    game.selection.select("G11");
    game.clicks.hex("1212");
    expect(explain).toHaveBeenCalledWith(move("G11", "1212"));
  });

  test("where targets are declared it is meant as a target, if anybody stands there", () => {
    const { game, explain } = clicking([{ type: "DeclareTarget", hex: "1311" }], {
      phase: "combat",
      prompt: { code: "declare", said: ["declare"], args: {}, text: "" },
    });
    game.clicks.hex("1411");
    expect(explain).toHaveBeenCalledWith({ type: "DeclareTarget", hex: "1411" });
    explain.mockClear();
    game.clicks.hex("1212");
    expect(explain).not.toHaveBeenCalled();
  });
});

describe("where a move is shown first", () => {
  beforeEach(() => settings.set("moves", "confirm"));
  afterEach(() => settings.reset());

  test("the first click aims, the second one goes", () => {
    const { game, act } = clicking([move("G11", "1311"), move("G11", "1212")]);
    game.selection.select("G11");
    game.clicks.hex("1311");
    expect(act).not.toHaveBeenCalled();
    expect(game.selection.aimed).toBe("1311");
    game.clicks.hex("1212");
    expect(game.selection.aimed).toBe("1212");
    game.clicks.hex("1212");
    expect(act).toHaveBeenCalledWith(move("G11", "1212"));
  });

  test("a card that would be given away for good is taken in hand, and goes by the second tap", () => {
    const discard: Action = { type: "Discard", card: 7 };
    const { game, act } = clicking([discard]);
    const barrier = vi.spyOn(game.position, "barrier").mockReturnValue("The other side decides next.");
    game.clicks.card(7);
    expect(act).not.toHaveBeenCalled();
    expect(game.selection.card).toBe(7);
    game.clicks.card(7);
    expect(act).toHaveBeenCalledExactlyOnceWith(discard);
    barrier.mockReturnValue("");
    game.selection.card = null;
    game.clicks.card(7);
    expect(act).toHaveBeenCalledTimes(2);
  });

  test("what is no move is done at once", () => {
    const declare: Action = { type: "DeclareTarget", hex: "1411" };
    const { game, act } = clicking([declare]);
    game.clicks.hex("1411");
    expect(act).toHaveBeenCalledWith(declare);
  });
});

test("a card is played at once when it is only picked, else taken in hand", () => {
  const discard: Action = { type: "Discard", card: 7 };
  const { game, act } = clicking([discard, { type: "PlayEvent", card: 40, mode: "" }]);
  game.clicks.card(7);
  expect(act).toHaveBeenCalledWith(discard);
  game.clicks.card(40);
  expect(game.selection.card).toBe(40);
  game.clicks.card(40);
  expect(game.selection.card).toBeNull();
});

test("Enter goes through the units of a hex that can act", () => {
  const { game } = clicking([move("G11", "1311"), move("G2", "1311")]);
  game.clicks.enter("1211");
  expect(game.selection.unit).toBe("G11");
  game.clicks.enter("1211");
  expect(game.selection.unit).toBe("G2");
});
