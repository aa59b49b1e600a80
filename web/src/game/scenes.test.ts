import { describe, expect, test } from "vitest";
import { line, unit, view } from "./samples";
import { sceneBack, scenesOf } from "./scenes";

const here = view({
  units: [unit("G11", "1211"), unit("G2", "1212"), unit("S_W", "1411")],
  control: { "1411": "soviet" },
});
const theirs = () => true;

describe("the way to a new position", () => {
  test("is gone march by march, and what an action brings besides is seen at one time", () => {
    const next = view({ units: [unit("G11", "1411"), unit("G2", "1311")], control: { "1411": "axis" } });
    const lines = [
      line(11, "UnitMoved", "axis", { unit: "G2", path: ["1212", "1311"] }),
      line(12, "UnitEliminated", "soviet", { unit: "S_W", frm: "1411", box: "destroyed" }),
      line(13, "UnitAdvanced", "axis", { unit: "G11", frm: "1211", to: "1311" }),
      line(14, "UnitAdvanced", "axis", { unit: "G11", frm: "1311", to: "1411" }),
      line(14, "ControlChanged", "axis", { hex: "1411", side: "axis" }),
    ];
    expect(scenesOf(here, next, lines, theirs)).toEqual([
      { theirs: true, steps: [{ kind: "way", unit: "G2", path: ["1212", "1311"] }] },
      { theirs: true, steps: [{ kind: "leave", unit: "S_W", from: "1411" }] },
      { theirs: true, steps: [{ kind: "way", unit: "G11", path: ["1211", "1311"] }] },
      { theirs: true, steps: [{ kind: "way", unit: "G11", path: ["1311", "1411"] }] },
      { theirs: true, steps: [{ kind: "turn", hex: "1411", was: "soviet" }] },
    ]);
  });

  test("is straight where no line tells of it, and all of that is seen at one time", () => {
    const next = view({
      units: [unit("G11", "1411"), unit("G4Pz", "1211"), unit("S_W", "box:shattered")],
      control: {},
    });
    expect(scenesOf(here, next, [], theirs)).toEqual([
      {
        theirs: false,
        steps: [
          { kind: "leave", unit: "G2", from: "1212" },
          { kind: "leave", unit: "S_W", from: "1411" },
          { kind: "way", unit: "G11", path: ["1211", "1411"] },
          { kind: "arrive", unit: "G4Pz", to: "1211" },
        ],
      },
    ]);
  });

  test("belongs to the other side from its first doing on", () => {
    const next = view({ units: [unit("G11", "1311"), unit("G2", "1212"), unit("S_W", "1311")], control: here.control });
    const lines = [
      line(11, "UnitMoved", "axis", { unit: "G11", path: ["1211", "1311"] }),
      line(12, "UnitRetreated", "soviet", { unit: "S_W", path: ["1411", "1311"] }),
    ];
    const scenes = scenesOf(here, next, lines, ({ side }) => side === "soviet");
    expect(scenes.map((scene) => scene.theirs)).toEqual([false, true]);
  });
});

test("a step back leads back by the way that it came", () => {
  const moved = view({ units: [unit("G11", "1411"), unit("G2", "1311"), unit("S_W", "1411")], control: here.control });
  const taken = [
    line(11, "UnitMoved", "axis", { unit: "G11", path: ["1211", "1212"] }),
    line(12, "UnitMoved", "axis", { unit: "G11", path: ["1212", "1311", "1411"] }),
    line(13, "UnitMoved", "axis", { unit: "G2", path: ["1411", "1311"] }),
  ];
  expect(sceneBack(moved, here, taken)).toEqual([
    {
      theirs: false,
      steps: [
        { kind: "way", unit: "G11", path: ["1411", "1311", "1212", "1211"] },
        { kind: "way", unit: "G2", path: ["1311", "1212"] },
      ],
    },
  ]);
  expect(sceneBack(here, here, taken)).toEqual([]);
});
