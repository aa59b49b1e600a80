import { expect, test } from "vitest";
import art from "../art/geometry.json";
import type { Anchor, Point } from "../shared/geometry";
import { alongTrail, badgeAt, boxAt, GROWN, type Label, placeLabels, sides, touch } from "./labels";

/** About the width of a letter of the map, in map units. */
const LETTER = 6.6;
const LOUD_LETTER = 10.5;
const OBJECTIVES = new Set(["1104", "1908", "1601", "2313"]);

type Drawn = { name: string; spots: Anchor[]; beside: Anchor[] };
const drawn = Object.entries(art.labels as Record<string, Drawn>);
const centre = art.hexes as Record<string, Point>;

/** The cities of the drawn map, with counters on some of them. */
function cities(occupied: ReadonlySet<string>, flags = true): Label[] {
  return drawn.map(([id, { name, spots, beside }]) => {
    const loud = OBJECTIVES.has(id);
    const stack = occupied.has(id) ? 1 : 0;
    return {
      id,
      at: centre[id] ?? { x: 0, y: 0 },
      width: name.length * (loud ? LOUD_LETTER : LETTER) * GROWN,
      before: flags ? 16 * GROWN : 0,
      loud,
      stack,
      spots: stack ? beside : [...spots, ...beside],
    };
  });
}

/** Pairs of names that lie on one another. */
function collisions(labels: readonly Label[], found: ReadonlyMap<string, Anchor>): string[] {
  const boxes = labels.flatMap((label) => {
    const spot = found.get(label.id);
    return spot ? [{ id: label.id, box: boxAt(label, spot) }] : [];
  });
  return boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b) => (touch(a.box, b.box) ? [`${a.id} ${b.id}`] : [])));
}

test("no two names of the map lie on one another, with flags or without", () => {
  for (const flags of [true, false]) {
    const labels = cities(new Set(), flags);
    const found = placeLabels(labels, []);
    expect(found.size).toBe(drawn.length);
    expect(collisions(labels, found)).toEqual([]);
  }
});

test("nor where a counter stands on every city", () => {
  const labels = cities(new Set(drawn.map(([id]) => id)));
  const found = placeLabels(
    labels,
    labels.map((label) => label.at),
  );
  expect(collisions(labels, found)).toEqual([]);
});

test("nor where one city in three is occupied, whichever third", () => {
  for (const third of [0, 1, 2]) {
    const occupied = new Set(drawn.map(([id]) => id).filter((_, i) => i % 3 === third));
    const labels = cities(occupied);
    const found = placeLabels(
      labels,
      [...occupied].map((id) => centre[id] ?? { x: 0, y: 0 }),
    );
    expect(collisions(labels, found)).toEqual([]);
  }
});

test("a name steps aside for a trail and a badge where it has another place", () => {
  const labels = cities(new Set());
  const before = placeLabels(labels, []);
  const [label] = labels.filter((one) => one.spots.length > 1);
  const spot = label && before.get(label.id);
  if (!label || !spot) throw new Error("no name with two places");
  const across = boxAt(label, spot);
  const y = (across.top + across.bottom) / 2;
  const trail = alongTrail([
    { x: across.left - 60, y },
    { x: across.right + 60, y },
  ]);
  expect(trail.some((mark) => touch(across, mark))).toBe(true);
  expect(placeLabels(labels, [], trail).get(label.id)).not.toEqual(spot);
  const badge = badgeAt({ x: across.right - 27, y: y + 25 });
  expect(touch(across, badge)).toBe(true);
  expect(placeLabels(labels, [], [badge]).get(label.id)).not.toEqual(spot);
});

test("a name keeps to its side when the counter that it made way for has left", () => {
  const label: Label = {
    id: "1613",
    at: { x: 0, y: 0 },
    width: 60,
    before: 0,
    loud: false,
    stack: 0,
    spots: [
      { x: 0, y: 32, anchor: "middle" },
      { x: 34, y: 4, anchor: "start" },
      { x: -34, y: 4, anchor: "end" },
    ],
  };
  const below = { x: 0, y: 60 };
  const alone = placeLabels([label], []);
  expect(sides([label], alone).get("1613")).toBe("below");
  const moved = sides([label], placeLabels([label], [below], [], sides([label], alone)));
  expect(moved.get("1613")).toBe("start");
  const left = placeLabels([label], [], [], moved);
  expect(sides([label], left).get("1613")).toBe("start");
  const right = { x: 80, y: 0 };
  expect(sides([label], placeLabels([label], [right], [], moved)).get("1613")).toBe("below");
});
