/** The whole map as a picture: one drawing that stands by itself, or the dots of it. */

import { tick } from "svelte";
import type { Game } from "../game/game.svelte";
import { i18n } from "../i18n/i18n.svelte";
import { headline } from "../map/headline";
import { drawingIn, numbersAt, seasonOf, sheetAt } from "../map/map-art";
import { prefs } from "../shared/prefs.svelte";
import { Copy } from "./copied";

/** The line above the map, in units of the map. */
const LINE = { height: 58, size: 30, from: 40 };
/** Dots to a unit of the map: the counters' names can be read. */
const SHARP = 1.5;
/** How often a picture is looked at for its letters, how many looks alike in a row are enough, and milliseconds between them. */
const LOOKS = { most: 20, alike: 4, pause: 40 };
/** How strongly the numbers of the hexes are drawn, as on the screen. */
const NUMBERS = 0.8;

/** The map as it is on the page, whole, with the line that says what it shows. */
export async function drawing(game: Game): Promise<string> {
  const terrain = await drawingIn(sheetAt(prefs.dark), seasonOf(game.position.view?.weather));
  const numbers = prefs.numbers ? await drawingIn(numbersAt()) : "";
  const live = document.querySelector<SVGSVGElement>("[data-live]");
  const sheet = live?.parentElement;
  if (!live || !sheet) throw new Error("there is no map");
  // Names and signs grow where the map is drawn small; in the picture it is not.
  const [grown, pixel] = ["--inv", "--pixel"].map((name) => sheet.style.getPropertyValue(name));
  for (const name of ["--inv", "--pixel"]) sheet.style.setProperty(name, "1");
  const { scale } = game.screen;
  game.screen.scale = 1;
  await tick();
  const copy = new Copy();
  const drawn = [...live.children].map((one) => copy.of(one)).join("");
  game.screen.scale = scale;
  sheet.style.setProperty("--inv", grown ?? "");
  sheet.style.setProperty("--pixel", pixel ?? "");
  const page = getComputedStyle(document.documentElement);
  const color = (name: string): string => page.getPropertyValue(name).trim();
  const { width, height } = live.viewBox.baseVal;
  const line = headline(game.position).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${i18n.language}" viewBox="0 ${-LINE.height} ${width} ${height + LINE.height}" width="${width}" height="${height + LINE.height}">`,
    `<title>${line}</title>`,
    `<defs>${copy.definitions}</defs>`,
    `<rect y="${-LINE.height}" width="${width}" height="${LINE.height}" fill="${color("--paper")}"/>`,
    `<text x="${LINE.from}" y="${-LINE.height / 2 + LINE.size / 3}" font-family="${color("--sans").replaceAll('"', "'")}" font-size="${LINE.size}" font-weight="700" fill="${color("--ink")}">${line}</text>`,
    within(terrain),
    numbers && `<g opacity="${NUMBERS}">${within(numbers)}</g>`,
    drawn,
    "</svg>",
  ].join("");
}

/** A drawing within the picture. What its style says of an element by its name holds there alone; its classes nobody else has. */
function within(text: string): string {
  const size =
    /<svg[^>]*>/
      .exec(text)?.[0]
      .match(/ (width|height)="[^"]*"/g)
      ?.join("") ?? "";
  const inside = text.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  const styled = inside.replace(/<style>([\s\S]*?)<\/style>/, (_, rules: string) => {
    const held = rules.replaceAll(/[^{}]+(?=\{)/g, (selectors) => {
      const each = selectors.split(",").map((one) => one.trim());
      return each.map((one) => (one.startsWith(".") ? one : `.drawn ${one}`)).join(",");
    });
    return `<style>${held}</style>`;
  });
  return `<svg class="drawn"${size}>${styled}</svg>`;
}

/** The same as a PNG. */
export async function dots(svg: string, sharp = SHARP): Promise<Blob> {
  const image = new Image();
  const lettered = svg.replace("<defs>", `<defs><style>${await fonts()}</style>`);
  const address = URL.createObjectURL(new Blob([lettered], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    await lettersIn(image);
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * sharp;
    canvas.height = image.naturalHeight * sharp;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Waits until the fonts of a picture are there: it asks for them when it is first drawn, and says nothing when it has them. */
async function lettersIn(image: HTMLImageElement): Promise<void> {
  const strip = document.createElement("canvas");
  strip.width = image.naturalWidth / 2;
  strip.height = LINE.height / 2;
  const pen = strip.getContext("2d", { willReadFrequently: true });
  let before = "";
  for (let look = 0, alike = 0; look < LOOKS.most && alike < LOOKS.alike; look += 1) {
    pen?.clearRect(0, 0, strip.width, strip.height);
    pen?.drawImage(image, 0, 0, strip.width, image.naturalHeight / 2);
    const now = strip.toDataURL();
    alike = now === before ? alike + 1 : 0;
    before = now;
    await new Promise((soon) => setTimeout(soon, LOOKS.pause));
  }
}

/** The fonts that the page has loaded, within the text: a picture has no others than those of the system. */
async function fonts(): Promise<string> {
  const loaded = [...document.fonts]
    .filter((font) => font.status === "loaded")
    .map((font) => rangeOf(font.unicodeRange));
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) =>
      rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href ?? location.href }] : [],
    ),
  );
  const wanted = rules.filter(({ rule }) => loaded.includes(rangeOf(rule.style.getPropertyValue("unicode-range"))));
  const written = wanted.map(async ({ rule, base }) => {
    const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!address) return "";
    const response = await fetch(new URL(address, base));
    if (!response.ok) return "";
    const data = await dataOf(await response.blob());
    return rule.cssText.replace(/url\(["']?[^"')]+["']?\)/, `url("${data}")`);
  });
  // Without them the letters are those of the system.
  return (await Promise.all(written).catch(() => [])).join("");
}

const rangeOf = (range: string): string => range.toUpperCase().replaceAll(" ", "");

function dataOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
