/** What covers the map's edges, so that the map can show a question in the part that is free. */

/** What covers the edges of the window (the rail, the hand, a card), in pixels. */
export interface Covered {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The largest part of the window that may count as covered. */
const MOST = 0.65;
/** Whatever floats over the map says so itself. */
const FLOATING = "[data-covers]";
/** A row along the lower edge covers the map from its `lowest` or its `highest` child on. */
const ROW = "[data-covers-from]";

/** Below the map, a long one rises over its lower edge. */
const RISING = "[data-rises]";
/** It stands beside a thing on the map and goes along with it: it takes no room from the edges. */
const BESIDE = "[data-floats]";
/** An arrow at the edge that leads to what is asked. */
const POINTING = "[data-points]";

interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The room left beside, above or below a thing that covers it: the largest of the four. */
function without(room: Room, over: Room): Room {
  const beside = Math.min(over.right, room.right) > Math.max(over.left, room.left);
  const level = Math.min(over.bottom, room.bottom) > Math.max(over.top, room.top);
  if (!beside || !level) return room;
  const size = (r: Room): number => Math.max(0, r.right - r.left) * Math.max(0, r.bottom - r.top);
  const left = [
    { ...room, left: over.right },
    { ...room, top: over.bottom },
    { ...room, right: over.left },
    { ...room, bottom: over.top },
  ];
  return left.reduce((best, one) => (size(one) > size(best) ? one : best));
}

/** What stands below a map and rises over it. */
const risen = (frame: HTMLElement): Element[] => {
  const { bottom } = frame.getBoundingClientRect();
  return [...(frame.parentElement?.parentElement?.querySelectorAll(RISING) ?? [])].filter(
    (one) => one.getBoundingClientRect().top < bottom - 1,
  );
};
/** What lies over a map or may rise over it. */
const over = (frame: HTMLElement, what: string): Element[] => [
  ...(frame.parentElement?.querySelectorAll(what) ?? []),
  ...risen(frame),
];

/** The upper edge of what a row of things covers. */
function topOf(row: HTMLElement): number {
  const tops = [...row.children].map((child) => child.getBoundingClientRect().top);
  return row.dataset.coversFrom === "highest" ? Math.min(...tops) : Math.max(...tops);
}

/** By how many pixels what stands below a map rises over its lower edge. */
export function risenOver(frame: HTMLElement): number {
  const { bottom } = frame.getBoundingClientRect();
  return risen(frame).reduce((most, one) => Math.max(most, bottom - one.getBoundingClientRect().top), 0);
}

/** Pixels at each edge of the map that the rail, the hand, a tip, a notice or a phone's sheet cover. */
export function coveredOf(frame: HTMLElement): Covered {
  const { left, top, right, bottom } = frame.getBoundingClientRect();
  const edge = { left, top, right, bottom, width: right - left, height: bottom - top };
  const stage = frame.parentElement;
  const boxes: Room[] = over(frame, FLOATING)
    .map((thing) => thing.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .map((box) => ({ left: box.left, top: box.top, right: box.right, bottom: box.bottom }));
  for (const row of stage?.querySelectorAll<HTMLElement>(ROW) ?? [])
    if (row.children.length) boxes.push({ left: edge.left, top: topOf(row), right: edge.right, bottom: edge.bottom });
  // The largest first: small things are often beside them already.
  const size = (r: Room): number => (r.right - r.left) * (r.bottom - r.top);
  const free = boxes.sort((a, b) => size(b) - size(a)).reduce<Room>(without, edge);
  const limit = (length: number, whole: number): number => Math.max(0, Math.min(length, whole * MOST));
  return {
    left: limit(free.left - edge.left, edge.width),
    top: limit(free.top - edge.top, edge.height),
    right: limit(edge.right - free.right, edge.width),
    bottom: limit(edge.bottom - free.bottom, edge.height),
  };
}

/** The boxes of all that floats over the map, but for what stands beside a thing on it; `rim` pixels wider on every side. */
export function floatingOver(frame: HTMLElement, rim = 0): Room[] {
  const { left, top } = frame.getBoundingClientRect();
  return over(frame, `${FLOATING}, ${POINTING}, ${ROW} > *`)
    .map((thing) => thing.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .map((box) => ({
      left: box.left - left - rim,
      top: box.top - top - rim,
      right: box.right - left + rim,
      bottom: box.bottom - top + rim,
    }));
}

/** Tells whether something floats over the map at a pixel of its frame, as things lie now: they are measured once. */
export function coverOf(frame: HTMLElement): (x: number, y: number) => boolean {
  const { left, top } = frame.getBoundingClientRect();
  const boxes = over(frame, `${FLOATING}, ${BESIDE}, ${ROW} > *`).map((thing) => thing.getBoundingClientRect());
  return (x, y) =>
    boxes.some((box) => box.left <= x + left && x + left <= box.right && box.top <= y + top && y + top <= box.bottom);
}
