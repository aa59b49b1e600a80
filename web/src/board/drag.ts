/** Moving a counter by dragging it: the left button on a unit that can go somewhere picks it up, letting go puts it down. */
import type { Game } from "../lib/store.svelte";
import { TO_PLACE } from "../lib/store.svelte";

/** Pixels after which a press is a drag. */
const START = 6;

export function dragging(game: Game, frame: HTMLElement, hexAt: (x: number, y: number) => string | null): () => void {
  let unit: string | null = null;
  let from = { x: 0, y: 0 };
  let going = false;

  /** Before the map pans: a press on a counter that can go somewhere is not the map's. */
  const down = (e: PointerEvent): void => {
    const id = (e.target as Element).closest<SVGElement>("[data-unit]")?.dataset.unit;
    if (e.pointerType !== "mouse" || e.button !== 0 || e.shiftKey || !id) return;
    if (!game.byUnit.get(id)?.some((a) => TO_PLACE.has(a.type))) return;
    // With another unit in hand the press may mean "go there".
    if (game.selected && game.selected !== id && game.destinations.has(game.units.get(id)?.at ?? "")) return;
    unit = id;
    from = { x: e.clientX, y: e.clientY };
    going = false;
    e.stopPropagation();
  };
  const move = (e: PointerEvent): void => {
    if (!unit) return;
    if (!going && Math.hypot(e.clientX - from.x, e.clientY - from.y) < START) return;
    if (!going) {
      going = true;
      if (game.selected !== unit) game.select(unit);
      frame.dataset.carry = "";
      frame.setPointerCapture(e.pointerId);
    }
    game.hoverHex = hexAt(e.clientX, e.clientY);
    e.stopPropagation();
  };
  const up = (e: PointerEvent): void => {
    const carried = unit;
    unit = null;
    delete frame.dataset.carry;
    if (!carried || !going) return;
    e.stopPropagation();
    const hex = hexAt(e.clientX, e.clientY);
    const stay = game.units.get(carried)?.at;
    if (hex && hex !== stay && game.selected === carried) game.tapHex(hex);
  };
  /** The click that ends a drag is none. */
  const click = (e: MouseEvent): void => {
    if (!going) return;
    going = false;
    e.stopPropagation();
    e.preventDefault();
  };
  frame.addEventListener("pointerdown", down, true);
  frame.addEventListener("pointermove", move, true);
  frame.addEventListener("pointerup", up, true);
  frame.addEventListener("pointercancel", up, true);
  frame.addEventListener("click", click, true);
  return () => {
    frame.removeEventListener("pointerdown", down, true);
    frame.removeEventListener("pointermove", move, true);
    frame.removeEventListener("pointerup", up, true);
    frame.removeEventListener("pointercancel", up, true);
    frame.removeEventListener("click", click, true);
  };
}
