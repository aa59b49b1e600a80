import { afterEach, describe, expect, test, vi } from "vitest";
import { prefs } from "../shared/prefs.svelte";
import { pack, positionOf } from "./samples";
import { Screen } from "./screen.svelte";

const asks = (code: string, ply: number) =>
  pack([], {
    ply,
    view: { ...pack([]).view, battle: null, prompt: { code, said: [code], args: {}, text: "" } },
  } as never);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the tabs", () => {
  test("a game opens at the tab of its question", () => {
    const screen = new Screen();
    screen.follow(positionOf(), null, asks("move", 1));
    expect([screen.tab, screen.fresh]).toEqual(["phase", null]);
  });

  test("after that no tab is turned to: the one with something new is marked, until it is opened", () => {
    const screen = new Screen();
    const [first, second, third] = [asks("window", 1), asks("declare", 2), asks("window", 3)];
    screen.follow(positionOf(), null, first);
    screen.tab = "log";
    screen.follow(positionOf(), first, second);
    expect([screen.tab, screen.fresh]).toEqual(["log", "phase"]);
    screen.tab = "battle";
    expect(screen.fresh).toBe("phase");
    screen.open("phase", false);
    expect([screen.tab, screen.fresh, screen.shows("phase", false)]).toEqual(["phase", null, true]);
    screen.follow(positionOf(), first, second);
    screen.follow(positionOf(), second, third);
    expect(screen.fresh).toBeNull();
    expect(screen.tab).toBe("phase");
  });

  test("on a phone the sheet gives way to the hex that is to be seen; elsewhere nothing lies over the map", () => {
    const screen = new Screen();
    for (const phone of [true, false]) {
      vi.spyOn(prefs, "phone", "get").mockReturnValue(phone);
      screen.sheet = "phase";
      screen.look("1411");
      expect([screen.sheet, screen.centreOn?.hex]).toEqual([phone ? "" : "phase", "1411"]);
    }
  });
});
