/** Pan and zoom by one CSS transform on a wrapper; clicks that end a drag are swallowed. */
import { prefs } from "../lib/prefs.svelte";

export interface PanZoom {
  destroy(): void;
  fit(): void;
  home(): void;
  zoom(by: number, at?: { x: number; y: number }): void;
  pan(dx: number, dy: number): void;
  centre(x: number, y: number): void;
  /** Brings places into the window, if none of them can be seen. */
  reveal(places: { x: number; y: number }[]): void;
}

interface Options {
  width: number;
  height: number;
  /** Where the first look goes: a box of map units. */
  start?: { x: number; y: number; width: number; height: number };
  onHold?: (target: Element, x: number, y: number) => void;
  onScale?: (scale: number) => void;
  /** A thing that is picked up by a pull of the mouse, instead of the map: true takes it. */
  onLift?: (target: Element) => boolean;
  onCarry?: (e: PointerEvent) => void;
  onDrop?: (e: PointerEvent) => void;
}

const MIN = 0.18;
const MAX = 3.2;

export function panzoom(frame: HTMLElement, sheet: HTMLElement, options: Options): PanZoom {
  let scale = 1;
  let x = 0;
  let y = 0;
  let sharpen = 0;
  let hold = 0;
  let dragged = false;
  let lifted: Element | null = null;
  let carrying = false;
  let glide = 0;
  const touches = new Map<number, { x: number; y: number }>();

  function draw(): void {
    const w = frame.clientWidth;
    const h = frame.clientHeight;
    // Leave some room beyond the edge, so that nothing at the border hides under a panel.
    const slackX = Math.max(w * 0.45, (w - options.width * scale) / 2);
    const slackY = Math.max(h * 0.45, (h - options.height * scale) / 2);
    x = Math.min(slackX, Math.max(w - options.width * scale - slackX, x));
    y = Math.min(slackY, Math.max(h - options.height * scale - slackY, y));
    sheet.style.willChange = "transform";
    sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    clearTimeout(sharpen);
    sharpen = window.setTimeout(() => {
      sheet.style.willChange = "auto";
      options.onScale?.(scale);
    }, 160);
  }

  function zoom(by: number, at = { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }): void {
    const next = Math.min(MAX, Math.max(MIN, scale * by));
    x = at.x - ((at.x - x) * next) / scale;
    y = at.y - ((at.y - y) * next) / scale;
    scale = next;
    draw();
  }

  function show(box: { x: number; y: number; width: number; height: number }): void {
    const w = frame.clientWidth;
    const h = frame.clientHeight;
    scale = Math.min(MAX, Math.max(MIN, Math.min(w / box.width, h / box.height)));
    x = w / 2 - (box.x + box.width / 2) * scale;
    y = h / 2 - (box.y + box.height / 2) * scale;
    draw();
  }

  function centre(cx: number, cy: number): void {
    const toX = frame.clientWidth / 2 - cx * scale;
    const toY = frame.clientHeight / 2 - cy * scale;
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

  function reveal(places: { x: number; y: number }[]): void {
    if (places.length === 0) return;
    const w = frame.clientWidth;
    const h = frame.clientHeight;
    const seen = places.some((p) => {
      const [px, py] = [p.x * scale + x, p.y * scale + y];
      return px > 30 && px < w - 30 && py > 30 && py < h - 90;
    });
    if (seen) return;
    const xs = places.map((p) => p.x);
    const ys = places.map((p) => p.y);
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const room = Math.min(w / (box.right - box.left + 240), h / (box.bottom - box.top + 300));
    if (room < scale) {
      show({
        x: box.left - 120,
        y: box.top - 120,
        width: box.right - box.left + 240,
        height: box.bottom - box.top + 300,
      });
    } else centre((box.left + box.right) / 2, (box.top + box.bottom) / 2 + 40 / scale);
  }

  const place = (e: { clientX: number; clientY: number }): { x: number; y: number } => {
    const box = frame.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };

  function wheel(e: WheelEvent): void {
    e.preventDefault();
    const step = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
    zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0016)), place(e));
  }

  function down(e: PointerEvent): void {
    cancelAnimationFrame(glide);
    touches.set(e.pointerId, place(e));
    dragged = touches.size > 1;
    carrying = false;
    lifted = e.pointerType === "mouse" && e.button === 0 ? (e.target as Element) : null;
    clearTimeout(hold);
    if (e.pointerType !== "mouse" && touches.size === 1) {
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
      carrying = (lifted && options.onLift?.(lifted)) ?? false;
    }
    if (carrying) {
      options.onCarry?.(e);
      return;
    }
    clearTimeout(hold);
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
    touches.delete(e.pointerId);
    clearTimeout(hold);
    delete frame.dataset.drag;
    if (carrying && e.type === "pointerup") options.onDrop?.(e);
    carrying = false;
  }

  function click(e: MouseEvent): void {
    if (!dragged) return;
    e.stopPropagation();
    e.preventDefault();
    dragged = false;
  }

  function menu(e: MouseEvent): void {
    e.preventDefault();
    if (e.button === 2) options.onHold?.(e.target as Element, e.clientX, e.clientY);
  }

  frame.addEventListener("wheel", wheel, { passive: false });
  frame.addEventListener("pointerdown", down);
  frame.addEventListener("pointermove", move);
  // A sheet that opens under the finger takes the end of the touch: the window hears it all the same.
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  frame.addEventListener("click", click, true);
  frame.addEventListener("contextmenu", menu);
  const resize = new ResizeObserver(() => draw());
  const fit = (): void => show({ x: 0, y: 0, width: options.width, height: options.height });
  show(options.start ?? { x: 0, y: 0, width: options.width, height: options.height });
  resize.observe(frame);

  return {
    fit,
    home: () => zoom(1 / scale),
    zoom,
    pan: (dx, dy) => {
      x += dx;
      y += dy;
      draw();
    },
    centre,
    reveal,
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
