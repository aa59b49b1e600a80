import { expect, test } from "vitest";
import { coveredOf, coverOf } from "./covered";

type Box = [left: number, top: number, right: number, bottom: number];

function thing([left, top, right, bottom]: Box) {
  const box = { left, top, right, bottom, width: right - left, height: bottom - top };
  return { getBoundingClientRect: () => box };
}

/** A map of 1000 by 600 pixels with things over it, and the cards of a hand. */
function covered(over: Box[], cards: Box[] = [], spending = false) {
  const row = { children: cards.map(thing), dataset: { coversFrom: spending ? "highest" : "lowest" } };
  const stage = { querySelectorAll: (selector: string) => (selector.includes("from") ? [row] : over.map(thing)) };
  const frame = { ...thing([0, 0, 1000, 600]), parentElement: stage };
  return coveredOf(frame as unknown as HTMLElement);
}

test("nothing lies over a free map", () => {
  expect(covered([])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

test("a rail covers the edge it lies at", () => {
  expect(covered([[0, 0, 60, 600]])).toEqual({ left: 60, top: 0, right: 0, bottom: 0 });
  expect(covered([[0, 500, 1000, 600]])).toEqual({ left: 0, top: 0, right: 0, bottom: 100 });
});

test("of a notice in a corner the edge counts that costs less room", () => {
  expect(covered([[700, 0, 1000, 90]])).toEqual({ left: 0, top: 90, right: 0, bottom: 0 });
});

test("a small thing beside a large one costs nothing more", () => {
  expect(
    covered([
      [0, 0, 1000, 100],
      [0, 20, 80, 90],
    ]),
  ).toEqual({ left: 0, top: 100, right: 0, bottom: 0 });
});

test("at most so much of the map is given up that something is seen of it", () => {
  expect(covered([[0, 0, 1000, 580]])).toEqual({ left: 0, top: 390, right: 0, bottom: 0 });
});

test("a hand reaches as far as the cards that lie, not the one that is raised; all of them while one is given away", () => {
  const cards: Box[] = [
    [100, 540, 200, 640],
    [200, 480, 300, 640],
  ];
  expect(covered([], cards).bottom).toBe(60);
  expect(covered([], cards, true).bottom).toBe(120);
});

test("what is not shown covers nothing", () => {
  expect(covered([[300, 300, 300, 300]])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

test("what floats over the map is measured once for many pixels", () => {
  let measured = 0;
  const box = { left: 100, top: 50, right: 200, bottom: 90, width: 100, height: 40 };
  const floating = {
    getBoundingClientRect: () => {
      measured += 1;
      return box;
    },
  };
  const frame = { ...thing([10, 20, 1000, 600]), parentElement: { querySelectorAll: () => [floating] } };
  const covers = coverOf(frame as unknown as HTMLElement);
  expect([covers(95, 35), covers(85, 35), covers(191, 35), covers(95, 75)]).toEqual([true, false, false, false]);
  expect(measured).toBe(1);
});
