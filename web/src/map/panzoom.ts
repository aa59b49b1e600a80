/** Pan and zoom by one CSS transform on a wrapper; clicks that end a drag are swallowed. */

import type { Covered } from "../shared/covered";
import { prefs } from "../shared/prefs.svelte";
import { FEW } from "./asked";
import { heaviest, type Look } from "./first-look";

interface Spot {
  x: number;
  y: number;
}

/** Along one axis of the window, in pixels: from where to where it is free, and where it ends. */
interface Room {
  from: number;
  to: number;
  end: number;
}

export interface PanZoom {
  destroy(): void;
  fit(): void;
  home(): void;
  zoom(by: number, at?: { x: number; y: number }): void;
  pan(dx: number, dy: number): void;
  centre(x: number, y: number): void;
  /** Brings places into the middle of the free part of the window: all of them, or those named first that fit. */
  bring(places: Spot[]): void;
  /** Where a place of the map lies now, in pixels of the window. */
  at(place: Spot): Spot;
  /** Pixels of the window to a unit of the map. */
  scale(): number;
  /** Whether a place lies in the window with the hex around it, and nothing that floats over the map lies on its middle. */
  seen(place: Spot): boolean;
  /** Tells the same of many places, as things lie now: what floats over the map is measured once. */
  sight(): (place: Spot) => boolean;
  /** The part of the window that nothing covers. */
  room(): { x: number; y: number; width: number; height: number };
  /** Calls after each change of what the window shows, until the returned function is called. */
  listen(hear: () => void): () => void;
  /**
   * Brings places into the free part of the window: all of them, or (`some`) only if none of them is there. What `must` be
   * seen is brought there in any case, if need be without the others.
   */
  reveal(places: Spot[], some?: boolean, must?: Spot[]): void;
  /** Brings places into the free part of the window, as near as they are and no farther than needed, if all of them fit there. */
  lead(places: Spot[]): void;
  /** How often the reader has moved the map. */
  stirred(): number;
  /** Whether the map still lies as it was opened: nobody has moved it, and no question has. */
  untouched(): boolean;
  /** Takes the first look once more, in the room that is free now, as long as nothing has moved the map since. */
  lookAgain(): void;
}

interface Options {
  width: number;
  height: number;
  /** Where the first look goes, and how large a map unit may be drawn then, in pixels. */
  start?: Look & { least: number; most: number };
  covered?: () => Covered;
  /** Tells whether something floats over the map at a pixel of the window, as things lie now. */
  cover?: () => (x: number, y: number) => boolean;
  onHold?: (target: Element, x: number, y: number) => void;
  /** The window was turned, and the map lies as it was opened. */
  onTurned?: () => void;
  onScale?: (scale: number) => void;
  /** A thing that is picked up by a pull of the mouse, instead of the map: true takes it. */
  onLift?: (target: Element, e: PointerEvent) => boolean;
  onCarry?: (e: PointerEvent) => void;
  onDrop?: (e: PointerEvent) => void;
  pen?: Pen;
}

/** What draws on the map in place of moving it. */
export interface Pen {
  /** A button or a finger goes down: true takes it. */
  down: (e: PointerEvent) => boolean;
  move: (e: PointerEvent) => void;
  up: (e: PointerEvent) => void;
  /** It comes to nothing: it did not move, or a second finger came. */
  drop: () => void;
  /** A right click; false leaves it to `onHold`. */
  click: (e: MouseEvent) => boolean;
}

const MIN = 0.14;
/** Of the size at which the whole map fits into the window. */
const SMALLEST = 0.85;
const MAX = 3.2;
/** Below this, and below what the first look shows, counters cannot be read: no question makes the map smaller. */
const LEGIBLE = 0.56;
/** Pixels by which a window changes when it is turned or made larger, and a tray does not. */
const TURNED = 160;
/** Around the middle of a hex, in map units: the hex itself and what is written beside it. */
const AROUND = 50;
/** The part of that which makes a place one that is seen. */
const SEEN = 0.6;
/** Beyond the edge of the map this much sea is shown: a part of the window, and as many pixels, beside what covers it. */
const SEA = { part: 0.08, pixels: 80 };

const NOTHING: Covered = { left: 0, top: 0, right: 0, bottom: 0 };

export function panzoom(frame: HTMLElement, sheet: HTMLElement, options: Options): PanZoom {
  let scale = 1;
  let x = 0;
  let y = 0;
  let sharpen = 0;
  let told = 0;
  let hold = 0;
  let dragged = false;
  let lifted: Element | null = null;
  let carrying = false;
  let drawing = false;
  /** The right button: held down, with or without the system having asked for its menu since; or let go before it asks. */
  let right: "" | "down" | "asked" | "up" = "";
  let glide = 0;
  /** Whether the map still lies as it was opened. */
  let opened = false;
  /** What was asked while it did, and has been brought into the window beside the front. */
  let answers: Spot[] = [];
  /** What covered the edges of the window when it was last looked at. */
  let over = NOTHING;
  const hearing = new Set<() => void>();
  const touches = new Map<number, { x: number; y: number }>();

  /** Where a sheet may begin along one axis: some sea beyond its edges, so that nothing there hides under a panel. */
  function held(at: number, window: number, whole: number, before: number, after: number): number {
    const sea = Math.max(window * SEA.part + SEA.pixels, (window - whole) / 2);
    return Math.min(sea + before, Math.max(window - whole - sea - after, at));
  }

  function draw(): void {
    const w = frame.clientWidth;
    const h = frame.clientHeight;
    x = held(x, w, options.width * scale, over.left, over.right);
    y = held(y, h, options.height * scale, over.top, over.bottom);
    sheet.style.willChange = "transform";
    sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    for (const hear of hearing) hear();
    clearTimeout(sharpen);
    sharpen = window.setTimeout(() => {
      sheet.style.willChange = "auto";
      // All that is drawn follows the scale: it is told only where it has changed.
      if (scale !== told) options.onScale?.(scale);
      told = scale;
    }, 160);
  }

  /** No smaller than the whole map with some sea around it. */
  const least = (): number =>
    Math.max(MIN, SMALLEST * Math.min(frame.clientWidth / options.width, frame.clientHeight / options.height));

  function zoom(by: number, at = middle()): void {
    opened = false;
    const next = Math.min(MAX, Math.max(Math.min(scale, least()), scale * by));
    x = at.x - ((at.x - x) * next) / scale;
    y = at.y - ((at.y - y) * next) / scale;
    scale = next;
    draw();
  }

  /** The part of the window that nothing covers. */
  function free(): { x: number; y: number; width: number; height: number } {
    over = options.covered?.() ?? NOTHING;
    return left(over);
  }

  function left(over: Covered): { x: number; y: number; width: number; height: number } {
    const width = Math.max(120, frame.clientWidth - over.left - over.right);
    const height = Math.max(120, frame.clientHeight - over.top - over.bottom);
    return { x: over.left, y: over.top, width, height };
  }

  function middle(): { x: number; y: number } {
    const room = free();
    return { x: room.x + room.width / 2, y: room.y + room.height / 2 };
  }

  function show(box: { x: number; y: number; width: number; height: number }, least = MIN, most = MAX): void {
    opened = false;
    cancelAnimationFrame(glide);
    const room = free();
    scale = Math.min(most, Math.max(least, Math.min(room.width / box.width, room.height / box.height)));
    x = room.x + room.width / 2 - (box.x + box.width / 2) * scale;
    y = room.y + room.height / 2 - (box.y + box.height / 2) * scale;
    draw();
  }

  /** The front whole, and beside it as much of the rest of the armies as there is room for. */
  function open(look: Look, least: number, most: number): void {
    show(look.front, least, most);
    const { front, all } = look;
    const room = free();
    if (front.width * scale > room.width + 1 || front.height * scale > room.height + 1) {
      const best = heaviest(look.weighed, room.width / scale, room.height / scale);
      x = room.x + room.width / 2 - best.x * scale;
      y = room.y + room.height / 2 - best.y * scale;
      draw();
      opened = true;
      return;
    }
    const [width, height] = [room.x + room.width, room.y + room.height];
    x = placed(
      { from: room.x, to: width, end: frame.clientWidth },
      options.width,
      front.x,
      front.width,
      all.x + all.width / 2,
    );
    y = placed(
      { from: room.y, to: height, end: height },
      options.height,
      front.y,
      front.height,
      all.y + all.height / 2,
    );
    draw();
    opened = true;
  }

  /**
   * Where the sheet, `whole` units long, begins along one axis: `middle` in the middle of the room, no sea beyond the
   * sheet where there is map enough to fill the window, and before all else the front in the room, or the middle of it.
   */
  function placed(room: Room, whole: number, at: number, size: number, middle: number): number {
    const { from, to, end } = room;
    const wished = (from + to) / 2 - middle * scale;
    const filled = whole * scale < end ? (end - whole * scale) / 2 : Math.min(0, Math.max(end - whole * scale, wished));
    const first = from - at * scale;
    const slack = to - from - size * scale;
    return slack < 0 ? first + slack / 2 : Math.min(first + slack, Math.max(first, filled));
  }

  function lookAgain(): void {
    if (!opened || !options.start) return;
    open(options.start, options.start.least, options.start.most);
    const beside = [...answers, ...corners(options.start.front)];
    if (answers.length) opened = bring(beside, free(), scale);
  }

  function glideTo(toX: number, toY: number): void {
    opened = false;
    const [fromX, fromY] = [x, y];
    const start = performance.now();
    cancelAnimationFrame(glide);
    const { still } = prefs;
    const frameStep = (now: number): void => {
      const t = still ? 1 : Math.min(1, (now - start) / 260);
      const ease = 1 - (1 - t) ** 3;
      x = fromX + (toX - fromX) * ease;
      y = fromY + (toY - fromY) * ease;
      draw();
      if (t < 1) glide = requestAnimationFrame(frameStep);
    };
    glide = requestAnimationFrame(frameStep);
  }

  function centre(cx: number, cy: number): void {
    const at = middle();
    glideTo(at.x - cx * scale, at.y - cy * scale);
  }

  let stirs = 0;

  const at = (place: Spot): Spot => ({ x: place.x * scale + x, y: place.y * scale + y });

  function sight(): (place: Spot) => boolean {
    const covers = options.cover?.();
    const edge = AROUND * scale * SEEN;
    const [right, bottom] = [frame.clientWidth - edge, frame.clientHeight - edge];
    return (place) => {
      const p = at(place);
      if (p.x < edge || p.y < edge || p.x > right || p.y > bottom) return false;
      return !covers?.(p.x, p.y);
    };
  }
  const seen = (place: Spot): boolean => sight()(place);

  function toMiddle(places: Spot[]): void {
    const room = free();
    for (let n = places.length; n > 0; n -= 1) {
      const box = boxOf(places.slice(0, n));
      if (n > 1 && Math.min(room.width / box.width, room.height / box.height) < scale) continue;
      centre(box.x + box.width / 2, box.y + box.height / 2);
      return;
    }
  }

  function reveal(places: Spot[], some = false, must: Spot[] = []): void {
    if (places.length + must.length === 0) return;
    const room = free();
    const edge = AROUND * scale;
    const inRoom = (p: Spot): boolean => {
      const [px, py] = [p.x * scale + x - room.x, p.y * scale + y - room.y];
      return px > edge && px < room.width - edge && py > edge && py < room.height - edge;
    };
    const enough = some && places.length ? places.some(inRoom) : places.every(inRoom);
    if (enough && must.every(inRoom)) return;
    const all = enough && some ? must : [...must, ...places];
    // The first question of a game leaves the front where it is, as long as some of its many answers are seen.
    const front = opened && options.start ? corners(options.start.front) : [];
    if (bring([...all, ...front], room, scale)) {
      opened = front.length > 0;
      answers = all;
      return;
    }
    if (front.length && !must.length && places.length > FEW && places.some(inRoom)) return;
    if (bring(all, room, scale)) return;
    if (must.length && bring(must, room, scale)) return;
    const box = boxOf(must.length ? must : all);
    const fits = Math.min(room.width / box.width, room.height / box.height);
    const legible = Math.min(scale, options.start?.least ?? LEGIBLE);
    if (fits >= legible) show(box, MIN, scale);
    else if (!(must.length ? must : all).some(inRoom)) show(box, legible, scale);
  }

  /** The outermost middles of hexes in a box. */
  function corners(box: { x: number; y: number; width: number; height: number }): Spot[] {
    const [left, top] = [box.x + AROUND, box.y + AROUND];
    return [
      { x: left, y: top },
      { x: left + box.width - 2 * AROUND, y: top + box.height - 2 * AROUND },
    ];
  }

  /** The box around places, with the hex of each. */
  function boxOf(places: Spot[]): { x: number; y: number; width: number; height: number } {
    const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
    const [left, top] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
    return { x: left, y: top, width: Math.max(...xs) + AROUND - left, height: Math.max(...ys) + AROUND - top };
  }

  /** Moves the map until all places lie in the room, if they fit there at this scale; no farther than needed. */
  function bring(places: Spot[], room: ReturnType<typeof free>, at: number): boolean {
    const box = boxOf(places);
    if (Math.min(room.width / box.width, room.height / box.height) < at) return false;
    const into = (now: number, least: number, slack: number): number => Math.min(least + slack, Math.max(least, now));
    glideTo(
      into(x, room.x - box.x * at, room.width - box.width * at),
      into(y, room.y - box.y * at, room.height - box.height * at),
    );
    return true;
  }

  const place = (e: { clientX: number; clientY: number }): { x: number; y: number } => {
    const box = frame.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };

  function wheel(e: WheelEvent): void {
    e.preventDefault();
    stirs += 1;
    const step = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
    zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0016)), place(e));
  }

  function down(e: PointerEvent): void {
    cancelAnimationFrame(glide);
    free();
    touches.set(e.pointerId, place(e));
    dragged = touches.size > 1;
    carrying = false;
    right = e.pointerType === "mouse" && e.button === 2 ? "down" : "";
    if (drawing) options.pen?.drop();
    drawing = touches.size === 1 && (options.pen?.down(e) ?? false);
    lifted = e.pointerType === "mouse" && e.button === 0 ? (e.target as Element) : null;
    clearTimeout(hold);
    if (e.pointerType !== "mouse" && touches.size === 1 && !drawing) {
      const target = e.target as Element;
      hold = window.setTimeout(() => {
        dragged = true;
        touches.clear();
        options.onHold?.(target, e.clientX, e.clientY);
      }, 550);
    }
  }

  function move(e: PointerEvent): void {
    const was = touches.get(e.pointerId);
    if (!was) return;
    const now = place(e);
    const limit = e.pointerType === "mouse" ? 4 : 9;
    if (!dragged && Math.hypot(now.x - was.x, now.y - was.y) < limit) return;
    if (!dragged) {
      dragged = true;
      frame.setPointerCapture(e.pointerId);
      frame.dataset.drag = "";
      carrying = !drawing && ((lifted && options.onLift?.(lifted, e)) ?? false);
    }
    if (drawing) {
      options.pen?.move(e);
      return;
    }
    if (carrying) {
      options.onCarry?.(e);
      return;
    }
    clearTimeout(hold);
    opened = false;
    stirs += 1;
    if (touches.size === 1) {
      x += now.x - was.x;
      y += now.y - was.y;
      draw();
    } else if (touches.size === 2) {
      const other = [...touches].find(([id]) => id !== e.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(was.x - other.x, was.y - other.y) || 1;
        const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
        x += (now.x - was.x) / 2;
        y += (now.y - was.y) / 2;
        zoom(after / before, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      }
    }
    touches.set(e.pointerId, now);
  }

  function up(e: PointerEvent): void {
    const ours = touches.delete(e.pointerId);
    clearTimeout(hold);
    delete frame.dataset.drag;
    if (carrying && e.type === "pointerup") options.onDrop?.(e);
    carrying = false;
    if (ours && drawing) {
      drawing = false;
      if (dragged && e.type === "pointerup") options.pen?.up(e);
      else options.pen?.drop();
    }
    if (right === "asked") rightClick(e);
    right = right === "down" ? "up" : "";
  }

  /** The right button was pressed and let go in one place. */
  function rightClick(e: MouseEvent): void {
    if (!dragged && !options.pen?.click(e)) options.onHold?.(e.target as Element, e.clientX, e.clientY);
  }

  function click(e: MouseEvent): void {
    if (!dragged) return;
    e.stopPropagation();
    e.preventDefault();
    dragged = false;
  }

  /**
   * The system asks for its menu: on Windows when the button is let go, elsewhere when it is pressed. What a right click
   * does waits for both, so that a stroke can begin with it, and that no menu opens over what it has opened.
   */
  function menu(e: MouseEvent): void {
    e.preventDefault();
    if (right === "down") right = "asked";
    else if (right === "up") rightClick(e);
    else if (right === "" && e.button === 2) options.onHold?.(e.target as Element, e.clientX, e.clientY);
    if (right === "up") right = "";
  }

  frame.addEventListener("wheel", wheel, { passive: false });
  frame.addEventListener("pointerdown", down);
  frame.addEventListener("pointermove", move);
  // A sheet that opens under the finger takes the end of the touch: the window hears it all the same.
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  frame.addEventListener("click", click, true);
  frame.addEventListener("contextmenu", menu);
  // A window of another shape shows the same middle; a tray that grows by a line does not move the map.
  let size = { w: frame.clientWidth, h: frame.clientHeight };
  let lies = innerWidth > innerHeight;
  const resize = new ResizeObserver(() => {
    const now = { w: frame.clientWidth, h: frame.clientHeight };
    // A phone that is turned has another table: the map is looked at anew, and what is asked brought into it.
    if (lies !== innerWidth > innerHeight) {
      lies = !lies;
      size = now;
      first();
      options.onTurned?.();
      return;
    }
    const turned = Math.abs(now.w - size.w) > TURNED || Math.abs(now.h - size.h) > TURNED;
    if (turned) {
      x += (now.w - size.w) / 2;
      y += (now.h - size.h) / 2;
    }
    size = now;
    if (opened && turned) lookAgain();
    else draw();
  });
  const whole = (): void => show({ x: 0, y: 0, width: options.width, height: options.height });
  const first = (): void => {
    if (options.start) open(options.start, options.start.least, options.start.most);
    else whole();
  };
  first();
  resize.observe(frame);

  return {
    fit: () => {
      stirs += 1;
      whole();
    },
    home: () => {
      stirs += 1;
      zoom(1 / scale);
    },
    zoom: (by, at) => {
      stirs += 1;
      zoom(by, at);
    },
    pan: (dx, dy) => {
      opened = false;
      stirs += 1;
      free();
      x += dx;
      y += dy;
      draw();
    },
    centre,
    bring: toMiddle,
    at,
    scale: () => scale,
    seen,
    sight,
    room: () => left(options.covered?.() ?? NOTHING),
    listen: (hear) => {
      hearing.add(hear);
      return () => hearing.delete(hear);
    },
    reveal,
    lead: (places) => {
      if (!places.every(sight())) bring(places, free(), scale);
    },
    stirred: () => stirs,
    untouched: () => opened,
    lookAgain,
    destroy: () => {
      resize.disconnect();
      clearTimeout(sharpen);
      frame.removeEventListener("wheel", wheel);
      frame.removeEventListener("pointerdown", down);
      frame.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      frame.removeEventListener("click", click, true);
      frame.removeEventListener("contextmenu", menu);
    },
  };
}
