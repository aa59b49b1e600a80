import { describe, expect, test } from "vitest";
import { Draft } from "./draft";

const TEXT = `turn 5
phase combat soviet
initiative axis
rules deluxe
weather mud
unit G4Pz 1211 back unsupplied moved
unit G11 box:track due 7
control axis 1211 1311
control soviet 1411
hand axis 7 17
supports 2 0
event_vp 3`;

describe("a position's text", () => {
  test("keeps its goal, and the goals that the form has no fields for", () => {
    const goal = "goal soviet 8 points 24 objectives 2 hexes 2117 2008";
    const draft = Draft.read(`turn 5\n${goal}\ngoal soviet 8 held 30`);
    expect(draft.goal).toEqual({
      side: "soviet",
      turn: 8,
      points: 24,
      held: null,
      objectives: 2,
      hexes: ["2117", "2008"],
    });
    expect(draft.text().split("\n").slice(-2)).toEqual([goal, "goal soviet 8 held 30"]);
    expect(Draft.read("goal axis 9 high_tide").text()).toContain("goal axis 9 high_tide");
  });
  test("is read into its parts", () => {
    const draft = Draft.read(TEXT);
    expect([draft.turn, draft.phase, draft.side]).toEqual([5, "combat", "soviet"]);
    expect([draft.initiative, draft.rules, draft.weather]).toEqual(["axis", "deluxe", "mud"]);
    expect(draft.pieces.get("G4Pz")).toEqual({ at: "1211", back: true, marks: ["unsupplied", "moved"], due: null });
    expect(draft.pieces.get("G11")).toEqual({ at: "box:track", back: false, marks: [], due: 7 });
    expect([...draft.control]).toEqual([
      ["1211", "axis"],
      ["1311", "axis"],
      ["1411", "soviet"],
    ]);
    expect(draft.hands).toEqual({ axis: [7, 17], soviet: [] });
    expect(draft.supports).toEqual([2, 0]);
  });

  test("is written as it was read", () => {
    expect(Draft.read(TEXT).text()).toBe(TEXT);
  });

  test("loses its comments and empty lines, and the ends of lines of other systems", () => {
    expect(Draft.read("# before the storm\r\nturn 3  # July\r\n\r\nphase movement\r\n").text()).toBe(
      "turn 3\nphase movement axis",
    );
  });

  test("keeps what the form has no field for, and what is wrong, for the server to judge", () => {
    const draft = Draft.read("turn 2\nphase movement axis\ntrigger   oil\nunti G11 1211");
    expect(draft.kept).toEqual(["trigger oil", "unti G11 1211"]);
    expect(draft.text()).toContain("unti G11 1211");
  });

  test("tells of hands that are not known", () => {
    expect(Draft.read("# hand soviet: 4 cards").unknown).toEqual([["soviet", 4]]);
  });
});
