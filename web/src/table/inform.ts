/**
 * The information card of anything: what bears `data-info="box:rail"` (or unit, card, effect, phase, header, marker ...)
 * tells about itself on the right button, a long press, Shift F10 or I.
 */
import type { Game } from "../game/game.svelte";

const HOLD = 550;
/** Pixels a finger may slip while it rests. */
const SLIP = 10;

/** What the nearest element that has a card is about. */
export function aboutOf(element: Element | null): [what: string, id: string] | null {
  const text = element?.closest<HTMLElement | SVGElement>("[data-info]")?.dataset.info;
  const colon = text?.indexOf(":") ?? -1;
  return text && colon > 0 ? [text.slice(0, colon), text.slice(colon + 1)] : null;
}

/** Shows the card of what lies under a pointer or has the focus; false when it has none. */
export function informAbout(game: Game, element: Element | null): boolean {
  const about = aboutOf(element);
  if (about) void game.clicks.inform(about[0], about[1]);
  return about !== null;
}

/** Listens on the whole table; the map, which has its own ways, is left alone. */
export function informer(game: Game) {
  return (table: HTMLElement): (() => void) => {
    let timer = 0;
    let from = { x: 0, y: 0 };
    let held = false;
    const menu = (e: MouseEvent): void => {
      if (!e.defaultPrevented && informAbout(game, e.target as Element)) e.preventDefault();
    };
    const down = (e: PointerEvent): void => {
      clearTimeout(timer);
      held = false;
      if (e.pointerType === "mouse") return;
      from = { x: e.clientX, y: e.clientY };
      timer = window.setTimeout(() => {
        held = informAbout(game, e.target as Element);
      }, HOLD);
    };
    const move = (e: PointerEvent): void => {
      if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > SLIP) clearTimeout(timer);
    };
    const up = (): void => clearTimeout(timer);
    /** The click that ends a long press is none. */
    const click = (e: MouseEvent): void => {
      if (!held) return;
      held = false;
      e.preventDefault();
      e.stopPropagation();
    };
    table.addEventListener("contextmenu", menu);
    table.addEventListener("pointerdown", down);
    table.addEventListener("pointermove", move);
    table.addEventListener("pointerup", up);
    table.addEventListener("pointercancel", up);
    table.addEventListener("click", click, true);
    return () => {
      clearTimeout(timer);
      table.removeEventListener("contextmenu", menu);
      table.removeEventListener("pointerdown", down);
      table.removeEventListener("pointermove", move);
      table.removeEventListener("pointerup", up);
      table.removeEventListener("pointercancel", up);
      table.removeEventListener("click", click, true);
    };
  };
}
