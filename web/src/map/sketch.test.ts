import { beforeEach, describe, expect, test } from "vitest";
import type { Game } from "../game/game.svelte";
import { positionOf } from "../game/samples";
import { tab } from "../storage/storage";
import { drawn, inkOf, Sketch, type Stroke } from "./sketch.svelte";

const ARROW: Stroke = { from: "1311", to: "1411", ink: "green" };
const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

function table(turn: number, more: object = {}) {
  const position = positionOf([], { owned: ["axis"], ...more } as never, { turn } as never);
  return { id: "g", position } as unknown as Game;
}

beforeEach(() => tab.forget("sketch.g"));

describe("strokes", () => {
  test("the same one again goes, in another ink it changes color", () => {
    const ring: Stroke = { from: "1311", to: "1311", ink: "red" };
    expect(drawn([ARROW], ring)).toEqual([ARROW, ring]);
    expect(drawn([ARROW, ring], ARROW)).toEqual([ring]);
    expect(drawn([ARROW, ring], { ...ARROW, ink: "blue" })).toEqual([ring, { ...ARROW, ink: "blue" }]);
  });

  test("keys choose the ink as on the boards of chess sites", () => {
    expect(inkOf(keys)).toBe("green");
    expect(inkOf({ ...keys, shiftKey: true })).toBe("red");
    expect(inkOf({ ...keys, ctrlKey: true })).toBe("red");
    expect(inkOf({ ...keys, altKey: true })).toBe("blue");
  });
});

describe("how long a drawing is kept", () => {
  test("in the tab, until the turn changes", () => {
    const sketch = new Sketch(table(3));
    sketch.follow(3);
    sketch.draw(ARROW);
    expect(new Sketch(table(3)).strokes).toEqual([ARROW]);
    const later = new Sketch(table(4));
    expect(later.strokes).toEqual([]);
    later.follow(4);
    expect(tab.recall("sketch.g")).toBeNull();
    expect(new Sketch(table(3)).strokes).toEqual([]);
  });

  test("looking back at another turn neither shows nor forgets it", () => {
    const game = table(3);
    const sketch = new Sketch(game);
    sketch.follow(3);
    sketch.draw(ARROW);
    game.position.past = { view: { ...game.position.view, turn: 2 }, seat: null, ply: 3 } as never;
    expect(sketch.strokes).toEqual([]);
    game.position.past = null;
    expect(sketch.strokes).toEqual([ARROW]);
  });

  test("two players at one device have a drawing each", () => {
    const both = { owned: ["axis", "soviet"] };
    const first = new Sketch(table(3, { ...both, seat: "axis" }));
    first.follow(3);
    first.draw(ARROW);
    expect(new Sketch(table(3, { ...both, seat: "soviet" })).strokes).toEqual([]);
    expect(new Sketch(table(3, { ...both, seat: "axis" })).strokes).toEqual([ARROW]);
  });

  test("what something else has written there is no drawing", () => {
    tab.keep("sketch.g", '{"turn":3,"pages":{"3":[null,{"from":1},{"from":"1311","to":"1411","ink":"green"}]}}');
    expect(new Sketch(table(3)).strokes).toEqual([ARROW]);
    tab.keep("sketch.g", "[]");
    expect(new Sketch(table(3)).strokes).toEqual([]);
  });
});

test("the way back is one thing at a time", () => {
  const sketch = new Sketch(table(3));
  sketch.follow(3);
  sketch.on = true;
  sketch.draw(ARROW);
  sketch.tap("1311");
  sketch.back();
  expect([sketch.from, sketch.strokes.length, sketch.on]).toEqual([null, 1, true]);
  sketch.back();
  expect([sketch.strokes.length, sketch.on]).toEqual([0, true]);
  sketch.back();
  expect(sketch.on).toBe(false);
});
