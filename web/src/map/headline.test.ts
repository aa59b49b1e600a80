import { expect, test } from "vitest";
import { positionOf } from "../game/samples";
import { fileName, headline } from "./headline";

const NOW = { turn: 3, months: "1", year: 1941, vp: 12 } as never;

test("a line tells the game, the moment and the score", () => {
  const game = { id: "g1", scenario: "barbarossa", scenario_title: "Barbarossa" };
  const position = positionOf([], { game } as never, NOW);
  expect(headline(position)).toMatch(/^Barbarossa · Turn 3, .* 1941 · Axis: Movement · Victory points: 12$/);
  const lesson = positionOf([], { game: { ...game, name: "Marching" }, lesson: { id: "march" } } as never, NOW);
  expect(headline(lesson)).toMatch(/^Marching · /);
  expect(headline(positionOf([], { game: { id: "" } } as never, NOW))).toMatch(/^Position · /);
});

test("the name of a file has the game, its turn and phase, and the step that is looked back at", () => {
  const position = positionOf([], { game: { id: "g1", scenario: "barbarossa" } } as never, NOW);
  expect(fileName(position)).toBe("barbarossa-g1-turn-3-axis-movement");
  position.past = { view: position.view, seat: null, ply: 17 } as never;
  expect(fileName(position)).toBe("barbarossa-g1-turn-3-axis-movement-step-17");
  const draft = positionOf([], { game: { id: "", scenario: "position" } } as never, NOW);
  expect(fileName(draft)).toBe("position-turn-3-axis-movement");
});
