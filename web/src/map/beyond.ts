/** Where the arrows lie that lead to places beyond the free part of the map's window. */

import type { MapId } from "../wire/types";
export interface Spot {
  x: number;
  y: number;
}
export interface Room extends Spot {
  width: number;
  height: number;
}
/** A place in pixels of the window, and what it is called. */
export interface Place extends Spot {
  id: MapId;
  name: string;
}
/** What bears the name of its first place. */
interface Labeled extends Spot {
  places: readonly Place[];
}
/** One arrow, for places that lie about the same way, the nearest first. */
export interface Arrow extends Spot {
  places: Place[];
  /** Degrees clockwise from pointing to the right. */
  turn: number;
}

/** Arrows nearer to each other than this, in pixels, would lie on one another: they become one. */
const HIGH = 48;
/** About the width of an arrow in pixels: its sign, each letter of its name, and at most so much. */
const [SIGN, LETTER, MOST] = [60, 6.3, 240];
/** And a sign for further places. */
const MORE = 18;
/** Drawn, an arrow lies the farther left of its spot the farther right that is: two need so much more than their widths. */
const SLANT = 1.15;

/** The arrows at the edge of `room` to all these places, none of which is seen; `centre` is the middle of the room. */
export function arrowsTo(places: readonly Place[], room: Room): Arrow[] {
  const centre = { x: room.x + room.width / 2, y: room.y + room.height / 2 };
  const far = (p: Spot): number => Math.hypot(p.x - centre.x, p.y - centre.y);
  const arrows: Arrow[] = [];
  for (const place of [...places].sort((a, b) => far(a) - far(b))) {
    const at = onEdge(place, centre, room);
    const beside = arrows.find((one) => !apart(one, { ...at, places: [place] }));
    if (beside) beside.places.push(place);
    else {
      const turn = (Math.atan2(place.y - centre.y, place.x - centre.x) * 180) / Math.PI;
      arrows.push({ ...at, places: [place], turn });
    }
  }
  return arrows;
}

/** Whether two arrows lie so far from each other that both can be read. */
export function apart(a: Labeled, b: Labeled): boolean {
  const wide = Math.max(...[a, b].map(({ places }) => Math.min(MOST, SIGN + LETTER * (places[0]?.name.length ?? 0))));
  return Math.abs(a.x - b.x) >= wide * SLANT || Math.abs(a.y - b.y) >= HIGH;
}

/** Where the way from the middle of the room to a place leaves the room; the place itself where it does not. */
function onEdge(place: Spot, centre: Spot, room: Room): Spot {
  const [dx, dy] = [place.x - centre.x, place.y - centre.y];
  const part = Math.min(1, room.width / 2 / Math.abs(dx || 1e-9), room.height / 2 / Math.abs(dy || 1e-9));
  return { x: centre.x + dx * part, y: centre.y + dy * part };
}

/** Pixels of a step along the edge, and how many of them an arrow goes to leave what is lit free. */
const STEP = 24;
const STEPS = 8;
const within = (v: number, from: number, size: number): number => Math.min(from + size, Math.max(from, v));

/** Where an arrow may lie, the nearest places first: along its edge to both sides. */
function alongEdge({ x, y }: Spot, room: Room): Spot[] {
  const upright = x <= room.x + 1 || x >= room.x + room.width - 1;
  return Array.from({ length: 2 * STEPS + 1 }, (_, i) => Math.ceil(i / 2) * (i % 2 ? STEP : -STEP)).map((by) => ({
    x: within(x + (upright ? 0 : by), room.x, room.width),
    y: within(y + (upright ? by : 0), room.y, room.height),
  }));
}

/** About the box of an arrow of this height, as it is drawn. */
export function boxOf({ x, y, places }: Spot & Labeled, room: Room, height: number): Room {
  const more = places.length > 1 ? MORE : 0;
  const width = Math.min(MOST, SIGN + more + LETTER * (places[0]?.name.length ?? 0));
  return {
    x: x - (width * (x - room.x)) / room.width,
    y: y - (height * (y - room.y)) / room.height,
    width,
    height,
  };
}

/** How far inward an arrow goes where its edge has no room, in pixels. */
const INWARD = [0, 42, 84];

/** The arrow at the nearest place along its edge, or somewhat inward, where its box is free; null where there is none. */
export function slid(arrow: Arrow, room: Room, height: number, free: (box: Room) => boolean): Arrow | null {
  const [to] = arrow.places;
  const [below, right] = [room.y + room.height, room.x + room.width];
  const inward = ({ x, y }: Spot, by: number): Spot => ({
    x: x <= room.x + 1 ? x + by : x >= right - 1 ? x - by : x,
    y: y <= room.y + 1 ? y + by : y >= below - 1 ? y - by : y,
  });
  for (const spot of INWARD.flatMap((by) => alongEdge(arrow, room).map((one) => inward(one, by)))) {
    const moved = { ...arrow, ...spot };
    if (!free(boxOf(moved, room, height))) continue;
    return to ? { ...moved, turn: (Math.atan2(to.y - spot.y, to.x - spot.x) * 180) / Math.PI } : moved;
  }
  return null;
}

/** The same arrows, each moved along its edge until it lies on nothing that is lit, where there is such a place near. */
export function aside(
  arrows: readonly Arrow[],
  lit: readonly Spot[],
  room: Room,
  [width, height]: [number, number],
): Arrow[] {
  /** Drawn, an arrow ends where its edge does. */
  const over = ({ x, y }: Spot): boolean => {
    const left = x - (width * (x - room.x)) / room.width;
    const middle = y - (height * (y - room.y)) / room.height + height / 2;
    return lit.some((one) => one.x > left && one.x < left + width && Math.abs(one.y - middle) < height / 2);
  };
  const settled: Arrow[] = [];
  for (const arrow of arrows) {
    const others = [...settled, ...arrows.slice(settled.length + 1)];
    const free = alongEdge(arrow, room).find(
      (spot) => !over(spot) && others.every((one) => apart(one, { ...spot, places: arrow.places })),
    );
    settled.push({ ...arrow, ...free });
  }
  return settled;
}
