/**
 * A drawing of the page as one that stands by itself: what style sheets say of it is written into its attributes, and
 * what it takes from elsewhere in the page is written out.
 */

/** What an element has from the one around it unless it says otherwise, with what holds at the outermost. */
const HANDED_DOWN: Readonly<Record<string, string>> = {
  fill: "#000000",
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  stroke: "none",
  "stroke-opacity": "1",
  "stroke-width": "1",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "paint-order": "normal",
};
/** The same of lettering. */
const LETTERING: Readonly<Record<string, string>> = {
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "font-style": "normal",
  "letter-spacing": "normal",
  "text-anchor": "start",
};
/** Attributes that are the drawing itself. */
const SHAPE = new Set(
  "d x y x1 x2 y1 y2 width height r rx ry cx cy points transform textLength lengthAdjust viewBox".split(" "),
);
/** Further ones of what is drawn elsewhere: patterns and arrowheads. */
const DEFINED = new Set(
  "patternUnits patternTransform refX refY markerWidth markerHeight orient preserveAspectRatio".split(" "),
);
const DRAWN = new Set("path rect circle ellipse line polyline polygon text".split(" "));
const POINTS = new Set(["path", "polyline", "line"]);

type Given = Readonly<Record<string, string>>;

const two = (n: number): string =>
  Math.round(Math.max(0, Math.min(255, n)))
    .toString(16)
    .padStart(2, "0");

/** A computed color as every program reads it, and how much covers; null for none. */
export function paintOf(computed: string): { color: string; alpha: number } | null {
  if (computed === "none" || computed === "transparent" || computed === "") return null;
  if (computed.startsWith("url(") || computed.startsWith("context-")) return { color: plainUrl(computed), alpha: 1 };
  const numbers = [...computed.replace(/^[^(]*\(\s*(srgb )?/, "").matchAll(/-?[\d.]+(e-?\d+)?/g)].map(([n]) =>
    Number(n),
  );
  const unit = computed.startsWith("color(") ? 255 : 1;
  const [r = 0, g = 0, b = 0, alpha = 1] = numbers;
  if (alpha === 0) return null;
  return { color: `#${two(r * unit)}${two(g * unit)}${two(b * unit)}`, alpha };
}

/** `url("#id")` without its quotes, and without a color behind it. */
const plainUrl = (value: string): string => value.replace(/^url\(["']?[^#]*(#[^"')]+)["']?\).*$/, "url($1)");

const withoutPx = (value: string): string => value.replaceAll(/(-?[\d.]+)px/g, "$1");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export class Copy {
  /** Patterns and arrowheads by their ids, as they are met. */
  readonly #defined = new Map<string, string>();

  /** An element with all that is in it; empty where nothing of it is seen, or it is not to be in a picture. */
  of(element: Element, given: Given = { ...HANDED_DOWN, ...LETTERING }, defines = false): string {
    if (element.hasAttribute("data-unpictured")) return "";
    const name = element.localName;
    const style = getComputedStyle(element);
    if (!defines && (style.display === "none" || style.visibility === "hidden" || style.opacity === "0")) return "";
    if (name === "defs" || name === "title" || name === "style") return "";
    if (name === "use") return this.#used(element, style);
    const look = this.#look(element, style);
    if (DRAWN.has(name) && look.fill === "none" && look.stroke === "none") return "";
    const inside =
      name === "text"
        ? lettersOf(element, style)
        : [...element.children].map((one) => this.of(one, { ...given, ...look }, defines)).join("");
    if (inside === "" && !DRAWN.has(name)) return "";
    const changed = Object.entries(look).filter(([key, value]) => given[key] !== value);
    return `<${name}${this.#shape(element, style, defines)}${changed.map(written).join("")}${inside ? `>${inside}</${name}>` : "/>"}`;
  }

  /** The definitions that what was copied needs. */
  get definitions(): string {
    return [...this.#defined.values()].join("");
  }

  #look(element: Element, style: CSSStyleDeclaration): Record<string, string> {
    const look: Record<string, string> = {};
    for (const what of ["fill", "stroke"] as const) {
      const paint = paintOf(style.getPropertyValue(what));
      look[what] = paint?.color ?? "none";
      if (!paint) continue;
      look[`${what}-opacity`] = String(
        Number((paint.alpha * Number(style.getPropertyValue(`${what}-opacity`))).toFixed(3)),
      );
      if (paint.color.startsWith("url(")) this.#define(paint.color);
    }
    const width = withoutPx(style.strokeWidth);
    if (width === "0") look.stroke = "none";
    const letters = element.localName === "text" || element.querySelector("text") !== null;
    for (const key of Object.keys(HANDED_DOWN)) {
      if (key.startsWith("fill") || key === "stroke" || key === "stroke-opacity") continue;
      if (look.stroke === "none" && key.startsWith("stroke")) continue;
      look[key] = withoutPx(style.getPropertyValue(key));
    }
    look["fill-rule"] = style.fillRule;
    if (letters) for (const key of Object.keys(LETTERING)) look[key] = withoutPx(style.getPropertyValue(key));
    // Not every program knows weights between the hundreds.
    if (letters) look["font-weight"] = String(Math.round(Number(look["font-weight"]) / 100) * 100);
    return look;
  }

  #shape(element: Element, style: CSSStyleDeclaration, defines: boolean): string {
    const parts = [...element.attributes]
      .filter(({ name }) => SHAPE.has(name) || (defines && DEFINED.has(name)))
      .filter(({ name }) => name !== "transform" || style.transform === "none")
      .map(({ name, value }) => written([name, value]));
    // A transform of a style stands above the attribute, and is what counts.
    if (!defines && style.transform !== "none")
      parts.push(written(["transform", style.transform.replace(/^matrix\((.*)\)$/, shorter)]));
    if (style.opacity !== "1") parts.push(written(["opacity", style.opacity]));
    if (POINTS.has(element.localName))
      for (const end of ["marker-start", "marker-end"]) {
        const marker = plainUrl(style.getPropertyValue(end));
        if (!marker.startsWith("url(")) continue;
        this.#define(marker);
        parts.push(written([end, marker]));
      }
    return parts.join("");
  }

  /** A sign of another place in the page, drawn here in the color that it takes on. */
  #used(element: Element, style: CSSStyleDeclaration): string {
    const symbol = document.getElementById((element.getAttribute("href") ?? "").replace(/^#/, ""));
    if (!symbol) return "";
    const color = paintOf(style.color)?.color ?? "#000000";
    const inside = [...symbol.children]
      .filter((one) => one.localName !== "title")
      .map((one) => new XMLSerializer().serializeToString(one));
    const place = ["x", "y", "width", "height"].map((key) => written([key, element.getAttribute(key) ?? "0"])).join("");
    const drawn = inside
      .join("")
      .replaceAll("currentColor", color)
      .replaceAll(/ xmlns="[^"]*"/g, "");
    return `<svg${place}${written(["viewBox", symbol.getAttribute("viewBox") ?? ""])} overflow="visible">${drawn}</svg>`;
  }

  #define(url: string): void {
    const id = url.slice("url(#".length, -1);
    const element = document.getElementById(id);
    if (!element || this.#defined.has(id)) return;
    this.#defined.set(id, "");
    const inside = [...element.children].map((one) => this.of(one, undefined, true)).join("");
    const shape = this.#shape(element, getComputedStyle(element), true);
    this.#defined.set(id, `<${element.localName}${written(["id", id])}${shape}>${inside}</${element.localName}>`);
  }
}

const written = ([key, value]: readonly [string, string]): string => ` ${key}="${escaped(value)}"`;

/** A moved thing is moved; all else keeps its matrix. */
function shorter(_: string, numbers: string): string {
  const [a, b, c, d, x, y] = numbers.split(",").map((n) => Number(Number(n).toFixed(3)));
  return a === 1 && b === 0 && c === 0 && d === 1 ? `translate(${x} ${y})` : `matrix(${[a, b, c, d, x, y].join(" ")})`;
}

/** The words of a text; capitals that only a style makes are written as capitals. */
function lettersOf(element: Element, style: CSSStyleDeclaration): string {
  const text = element.textContent ?? "";
  return escaped(style.textTransform === "uppercase" ? text.toLocaleUpperCase(document.documentElement.lang) : text);
}
