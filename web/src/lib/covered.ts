/** What lies over the map's edges, so that the map can bring a question into the part that is free. */
import type { Covered } from "../board/panzoom";

/** No more than this part of the window is given up to what lies over it. */
const MOST = 0.5;

/** Pixels at each edge of the map that the rail, the die, the hand, a lesson or a phone's sheet cover. */
export function coveredOf(frame: HTMLElement): Covered {
  const stage = frame.parentElement;
  const edge = frame.getBoundingClientRect();
  const box = (what: string): DOMRect | undefined => {
    const found = stage?.querySelector(what)?.getBoundingClientRect();
    return found?.width ? found : undefined;
  };
  const wide = edge.width > 700;
  const card = box(".lesson") ?? (wide ? undefined : box(".tip"));
  const sheet = box(".sheet.over");
  const top = Math.max(edge.top, (!wide && card?.bottom) || 0, box(".dice")?.bottom ?? 0);
  // A card under the pointer is raised, the others show how far the hand reaches.
  const fan = [...(stage?.querySelectorAll(".hand:not(.flat) .fan > li") ?? [])].map(
    (li) => li.getBoundingClientRect().top,
  );
  const low = [...(fan.length ? [Math.max(...fan)] : []), box(".piles.low")?.top, sheet?.top].filter(
    (at): at is number => at !== undefined && at > edge.top + edge.height * (1 - MOST), // beside a narrow map the piles lie above
  );
  const limit = (length: number, all: number): number => Math.max(0, Math.min(length, all * MOST));
  return {
    left: limit((box(".rail:not(.phone)")?.right ?? edge.left) - edge.left, edge.width),
    top: limit(top - edge.top, edge.height),
    right: card && wide ? limit(edge.right - card.left, edge.width) : 0,
    bottom: limit(low.length ? edge.bottom - Math.min(...low) : 0, edge.height),
  };
}
