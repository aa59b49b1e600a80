/** Where the card of a battle stands: beside its hexes, on nothing that is clicked now, and where it was as long as that is so. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Spot {
  x: number;
  y: number;
}
export interface Surroundings {
  /** The window of the map. */
  room: Box;
  /** The middle of what is attacked. */
  anchor: Spot;
  /** What the card never covers. */
  kept: readonly Box[];
  /** What it rather leaves free. */
  spared: readonly Box[];
  /** What the line from the card to its hexes rather does not cross. */
  stacks: readonly Box[];
}

/** Pixels between two places that are tried, and that one has to be nearer to be better than where the card stands. */
const STEP = 14;
const STAYS = 60;
/** What a covered thing costs, in pixels of distance. */
const COVERS = 26;
/** How much worse it is to cross a counter than to cover one. */
const CROSSES = 2;
/** Where it is looked whether the line to the hexes crosses a counter. */
const ALONG = [0.1, 0.25, 0.4, 0.55, 0.7];

export const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const within = ({ left, top, right, bottom }: Box, { x, y }: Spot): boolean =>
  x > left && x < right && y > top && y < bottom;

/** The box of a card of this size whose upper left corner is here. */
const boxAt = (at: Spot, { width, height }: { width: number; height: number }): Box => ({
  left: at.x,
  top: at.y,
  right: at.x + width,
  bottom: at.y + height,
});

/** Pixels between a point and a box; 0 within it. */
function distance({ x, y }: Spot, { left, top, right, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** How many of these the line from a box to a place crosses. */
export function crossed(box: Box, to: Spot, things: readonly Box[]): number {
  const from = edgeTo(box, to);
  const way = ALONG.map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
  return things.filter((one) => !within(one, to) && way.some((spot) => within(one, spot))).length;
}

/** What it costs to stand there; infinite where something that is kept would be covered. */
function cost(box: Box, { room, anchor, kept, spared, stacks }: Surroundings): number {
  const out = box.left < room.left || box.top < room.top || box.right > room.right || box.bottom > room.bottom;
  if (out || kept.some((one) => meet(one, box))) return Number.POSITIVE_INFINITY;
  return (
    distance(anchor, box) +
    COVERS * (spared.filter((one) => meet(one, box)).length + CROSSES * crossed(box, anchor, stacks))
  );
}

/**
 * The upper left corner of the card; null where there is no room for it. `before` is how far from the anchor it stood:
 * it stays there unless that is covered now, or a much better place is free. `docked`: at the upper or the lower edge.
 */
export function placed(
  size: { width: number; height: number },
  around: Surroundings,
  before: Spot | null,
  docked = false,
): Spot | null {
  const { room, anchor } = around;
  const stood = before && { x: anchor.x + before.x, y: anchor.y + before.y };
  const costs = stood ? cost(boxAt(stood, size), around) : Number.POSITIVE_INFINITY;
  let [best, least]: [Spot | null, number] = [stood, costs - STAYS];
  const lowest = room.bottom - size.height;
  const step = docked ? Math.max(STEP, lowest - room.top) : STEP;
  for (let y = room.top; y <= lowest; y += step)
    for (let x = room.right - size.width; x >= room.left; x -= STEP) {
      const box = boxAt({ x, y }, size);
      if (distance(anchor, box) >= least) continue;
      const here = cost(box, around);
      if (here < least) [best, least] = [{ x, y }, here];
    }
  return least === Number.POSITIVE_INFINITY ? null : best;
}

/** Where the line from the card to a place begins: the nearest point of its edge. */
export const edgeTo = (box: Box, { x, y }: Spot): Spot => ({
  x: Math.min(box.right, Math.max(box.left, x)),
  y: Math.min(box.bottom, Math.max(box.top, y)),
});
