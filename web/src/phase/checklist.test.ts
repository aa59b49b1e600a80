import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Game } from "../game/game.svelte";
import { BOARD, line, move, pack, positionOf, unit } from "../game/samples";
import { Talk } from "../game/talk.svelte";
import { i18n } from "../i18n/i18n.svelte";
import { settings } from "../shared/settings.svelte";
import type { Action, Danger, Duty, MapId, OrderReading, Package, UnitId, View } from "../wire/types";
import { endOf, endOfOrders, fight, goOn, haveAsked, type Open, openItems, settled, toAsk } from "./checklist";
import { t } from "./texts";

const NOBODY: ReadonlySet<UnitId> = new Set();
const DONE: Action = { type: "Done" };

describe("what is still open", () => {
  afterEach(() => i18n.choose("en"));

  test("units that have not moved; not those that have, and not those that are held", () => {
    const units = [unit("G11", "1211"), unit("G2", "1211", { moved: true }), unit("G4Pz", "1212")];
    const position = positionOf([move("G11", "1311"), move("G2", "1311"), move("G4Pz", "1311")], {}, { units });
    const [item] = openItems(position, new Set(["G4Pz"]));
    expect(item).toMatchObject({ kind: "move", text: "1 unit has not moved.", units: ["G11"] });
    expect(openItems(position, new Set(["G11", "G4Pz"]))).toEqual([]);
  });

  test("in a lesson only the units that it names are to march: the others are no reminder", () => {
    const lesson = { finished: false } as Package["lesson"];
    expect(openItems(positionOf([move("G11", "1311")], { lesson }, {}), NOBODY)).toEqual([]);
    const over = { finished: true } as Package["lesson"];
    expect(openItems(positionOf([move("G11", "1311")], { lesson: over }, {}), NOBODY)).toHaveLength(1);
  });

  test("free upgrades are counted, not the units that could take one", () => {
    const prompt = { code: "flip", said: ["flip.upgrade"], args: { n: 1, able: 2 }, text: "" };
    const actions: Action[] = [
      { type: "UpgradeUnit", unit: "G11" },
      { type: "UpgradeUnit", unit: "G2" },
    ];
    const [item] = openItems(positionOf(actions, {}, { phase: "organization", prompt }), NOBODY);
    expect(item).toMatchObject({
      kind: "upgrade",
      text: "1 unit can be upgraded without a card.",
      units: ["G11", "G2"],
    });
  });

  test("what can be had for cards names the cards that the bill leaves, each unit once", () => {
    const shows: Partial<View> = {
      phase: "organization",
      prompt: { code: "flip", said: ["flip"], args: {}, text: "" },
      hand: [7, 8, 9],
      bill: { cards: 1, replacing: 0 },
    };
    const improve: Action = { type: "ImproveUnit", unit: "G11" };
    const items = openItems(
      positionOf([improve, { ...improve }, { type: "UpgradeUnit", unit: "G2" }], {}, shows),
      NOBODY,
    );
    expect(items.map((i) => i.units)).toEqual([["G2"], ["G11"]]);
    expect(items[1]?.text).toBe("1 unit can be improved; cards left to spend: 2.");
  });

  test("target markers that are left, while there is something to mark, one hex or more", () => {
    const shows: Partial<View> = {
      phase: "combat",
      prompt: { code: "declare", said: ["declare"], args: {}, text: "" },
      targets_left: 2,
    };
    const declare = (hex: MapId): Action => ({ type: "DeclareTarget", hex });
    expect(openItems(positionOf([declare("1311"), declare("1411")], {}, shows), NOBODY)[0]?.text).toBe(
      "2 target markers are left, and 2 hexes could be attacked.",
    );
    expect(openItems(positionOf([declare("1311")], {}, shows), NOBODY)[0]?.text).toBe(
      "2 target markers are left, and 1 hex could be attacked.",
    );
    expect(openItems(positionOf([DONE], {}, shows), NOBODY)).toEqual([]);
  });

  test.each([
    ["pl", 1, "Zostały 2 znaczniki celu, można zaatakować 1 pole."],
    ["pl", 3, "Zostały 2 znaczniki celu, można zaatakować 3 pola."],
    ["pl", 5, "Zostały 2 znaczniki celu, można zaatakować 5 pól."],
    ["ru", 1, "Осталось 2 маркера цели, можно атаковать 1 гекс."],
    ["ru", 3, "Осталось 2 маркера цели, можно атаковать 3 гекса."],
    ["ru", 5, "Осталось 2 маркера цели, можно атаковать 5 гексов."],
    ["de", 1, "Zielmarker übrig: 2; 1 Feld ist angreifbar."],
    ["fr", 3, "Marqueurs de cible restants : 2 ; 3 hexagones attaquables."],
  ] as const)("the hexes that could be attacked bend with their number (%s, %i)", async (language, n, told) => {
    await i18n.choose(language);
    const hexes = t("phase.open-hexes", { n });
    expect(t("phase.open-declare", { n: 2, hexes })).toBe(told);
  });
});

describe("the one way on", () => {
  beforeEach(() => vi.restoreAllMocks());

  function going(actions: Action[]) {
    const game = new Game("g");
    const act = vi.spyOn(Talk.prototype, "act").mockResolvedValue();
    game.position.board = BOARD;
    game.position.pkg = pack(actions);
    return { game, act };
  }

  test("stops at the list of what is open, once", () => {
    const { game, act } = going([move("G11", "1311"), DONE]);
    goOn(game);
    expect(game.screen.checking).not.toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  test("whose button says what the one said that was pressed", async () => {
    const { game } = going([{ type: "DeclareTarget", hex: "1311" }, DONE]);
    const view = { ...game.position.pkg?.view, prompt: { code: "declare", said: ["declare"], args: {}, text: "" } };
    game.position.pkg = pack(game.position.actions, {}, { ...view, targets_left: 2 } as never);
    void fight(game);
    await vi.waitFor(() => expect(game.screen.checking?.words).toBe("Fight as planned"));
  });

  test("goes past it where nothing is open, or where the list is not wished", async () => {
    const { game, act } = going([DONE]);
    goOn(game);
    await Promise.resolve();
    expect(act).toHaveBeenCalledWith(DONE);
    const other = going([move("G11", "1311"), DONE]);
    settings.mute(["move"]);
    goOn(other.game);
    await Promise.resolve();
    expect(other.game.screen.checking).toBeNull();
    expect(other.act).toHaveBeenLastCalledWith(DONE);
  });

  test("counts who has not moved as the list and typed orders do: held back, or begun to move, is not missed", () => {
    const actions = [move("G11", "1311"), move("G2", "1311"), move("G4Pz", "1311"), DONE];
    const { game } = going(actions);
    vi.spyOn(game.position, "endsPhase").mockReturnValue(true);
    const log = [line(1, "PhaseBegan", null), line(2, "UnitMoved", "axis", { unit: "G2" })];
    vi.spyOn(game.chronicle, "log", "get").mockReturnValue(log);
    game.plan.held = new Set(["G4Pz"]);
    const reading = { ends: ["movement"], unmoved: ["G11", "G2", "G4Pz"], actions: [DONE] } as unknown as OrderReading;
    const [open] = openItems(game.position, settled(game));
    expect(open?.units).toEqual(["G11"]);
    for (const words of [endOf(game, DONE), endOfOrders(game, reading)]) expect(words).toContain(open?.text);
    expect(endOfOrders(game, { ...reading, actions: [move("G11", "1311"), DONE] })).not.toContain("1 unit");
  });

  describe("asks", () => {
    beforeEach(() => settings.reset());
    afterEach(() => sessionStorage.clear());
    const threat = (more: Partial<Danger> = {}): Danger => ({
      kind: "lost",
      grave: true,
      said: { code: "info-danger-lost", args: {}, text: "", remedy: "", rule: "" },
      units: ["G11"],
      hexes: ["1211"],
      ways: [told("info-danger-way-card")],
      ...more,
    });
    const told = (code: string): Danger["said"] => ({ code, args: {}, text: "", remedy: "", rule: "" });
    /** What is asked before the end of this step, with these dangers. */
    function asked(game: Game, ...dangers: Danger[]) {
      vi.spyOn(game.dangers, "list", "get").mockReturnValue(dangers);
      vi.spyOn(game.dangers, "grave", "get").mockReturnValue(dangers.filter((danger) => danger.grave));
      return toAsk(game, DONE);
    }
    const kinds = ({ items }: Open) => items.map((item) => item.kind);
    const step = (code: string, actions: Action[], more: Partial<View> = {}) =>
      pack([...actions, DONE], {}, { prompt: { code, said: [code], args: {}, text: "" }, ...more });
    const buying: Action[] = [
      { type: "ImproveUnit", unit: "G11" },
      { type: "ReplaceUnit", unit: "G2", to: "1211" },
    ];

    test("each kind until it is silenced by itself", () => {
      const { game } = going([]);
      game.position.pkg = step("flip", buying);
      expect(kinds(asked(game))).toEqual(["improve", "replace"]);
      settings.mute(["improve"]);
      expect(kinds(asked(game))).toEqual(["replace"]);
      expect(settings.silenced).toEqual(["improve"]);
      settings.unmute("improve");
      expect(kinds(asked(game))).toEqual(["improve", "replace"]);
    });

    test("once in a player turn about what has not changed", () => {
      const { game } = going([]);
      game.position.pkg = step("flip", buying);
      haveAsked(game, asked(game));
      expect(kinds(asked(game))).toEqual([]);
      game.position.pkg = step("place", [...buying, { type: "ReplaceUnit", unit: "G4Pz", to: "1211" }]);
      expect(kinds(asked(game))).toEqual(["replace"]);
      game.position.pkg = step("flip", buying, { turn: 2 });
      expect(kinds(asked(game))).toEqual(["improve", "replace"]);
    });

    test("about no danger that nothing can help", () => {
      const { game } = going([move("G11", "1311"), DONE]);
      game.position.pkg = step("move", [move("G11", "1311")]);
      const lost = threat({ ways: [told("info-danger-way-none")] });
      const here = threat({ kind: "city", grave: false, ways: [], hexes: ["1311"] });
      const far = threat({ kind: "city", grave: false, ways: [], hexes: ["1212"] });
      expect(asked(game, lost, threat(), far, here).dangers).toEqual([threat(), here]);
    });

    test("about an army that can be saved though dangers are silenced, and in the last moment once more", () => {
      const { game } = going([]);
      game.position.pkg = step("move", []);
      settings.mute(["danger"]);
      const minor = threat({ grave: false, kind: "goal", ways: [] });
      const open = asked(game, threat(), minor);
      expect(open.dangers).toEqual([threat()]);
      haveAsked(game, open);
      expect(asked(game, threat()).dangers).toEqual([]);
      game.position.pkg = step("declare", [], { phase: "combat" });
      expect(asked(game, threat()).dangers).toEqual([]);
      expect(asked(game, threat({ ways: [told("info-danger-way-battle")] })).dangers).toHaveLength(1);
      game.position.pkg = step("window", [], { phase: "removal" });
      expect(asked(game, threat()).dangers).toEqual([threat()]);
    });

    test("about the duty of a card only while more can be attacked, whatever is silenced", () => {
      const { game } = going([]);
      const duty: Duty = { card: 7, owner: "axis", kind: "owes_targets", attacks: 4, made: 1, price: 1, short: 3 };
      settings.mute(["declare"]);
      game.position.pkg = step("declare", [{ type: "DeclareTarget", hex: "1411" }], { duties: [duty] });
      expect(kinds(asked(game))).toEqual(["duty"]);
      game.position.pkg = step("declare", [], { duties: [duty] });
      expect(kinds(asked(game))).toEqual([]);
    });
  });

  test("does nothing while an answer is under way", () => {
    const { game, act } = going([DONE]);
    game.talk.busy = true;
    goOn(game);
    expect(act).not.toHaveBeenCalled();
  });
});
