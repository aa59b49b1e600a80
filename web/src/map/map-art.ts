/** The drawn map in the reader's language: a picture with English lettering, whose names are exchanged when it is shown. */
import { i18n, served } from "../i18n/i18n.svelte";
import { at } from "../shared/base";
import type { Weather } from "../wire/wire";

/** The address of the drawing by day or by night. */
export const sheetAt = (dark: boolean): string => at(dark ? "/art/map-dark.svg" : "/art/map-light.svg");
/** That of the hex numbers. */
export const numbersAt = (): string => at("/art/numbers.svg");

/** Address of a drawing and language -> address of the drawing with other names. Kept: there are a few only. */
const shown = new Map<string, Promise<string>>();

/** The lettering of a drawing: a text with its id, its look, and the line that it follows. */
const NAME = /<text data-id="([^"]+)"([^>]*)>(<textPath[^>]*>)?([^<>]+)(?=<\/text)/g;
/** Sizes that shrink where a name is longer than the English one, so that it keeps to its line. */
const SIZE = /(font-size|letter-spacing)="([\d.]+)"/g;
const SMALLEST = 0.66;

/** How the ground looks in a season: snow lies on it, or it is deep in mud. */
type Season = "" | "snow" | "mud";
const SEASONS: Record<Weather, Season> = { clear: "", mud: "mud", snow: "snow", long_winter: "snow" };
/** The season that an element of the page is marked with. */
export const seasonIn = (mark: string | undefined): Season => (mark === "snow" || mark === "mud" ? mark : "");
export const seasonOf = (weather: Weather | undefined): Season => SEASONS[weather ?? "clear"];

/** The address of this drawing with the names of the present language, and in this season; its own where nothing differs. */
export function mapIn(address: string, season: Season = ""): Promise<string> {
  if (i18n.language === "en" && !season) return Promise.resolve(address);
  const key = `${i18n.language} ${season} ${address}`;
  let made = shown.get(key);
  if (!made) {
    made = drawingIn(address, season).then((text) => URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })));
    // Without the drawing the map is shown as it is; the next look tries again.
    made.catch(() => shown.delete(key));
    shown.set(key, made);
  }
  return made;
}

/** The drawing itself with the names of the present language, in this season. */
export async function drawingIn(address: string, season: Season = ""): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  const text = await tinted(await response.text(), address, season);
  if (i18n.language === "en") return text;
  return text.replace(NAME, (_, id: string, look: string, line: string | undefined, english: string) => {
    const name = served(`drawn.${id}`, english);
    const share = Math.max(SMALLEST, Math.min(1, english.length / name.length));
    const fitting = look.replace(
      SIZE,
      (_, what: string, size: string) => `${what}="${(Number(size) * share).toFixed(1)}"`,
    );
    return `<text${fitting}>${line ?? ""}${name}`;
  });
}

/** A drawing in the colours of a season, which are loaded when they are wanted. */
async function tinted(text: string, address: string, season: Season): Promise<string> {
  if (!season) return text;
  const { default: seasons } = await import("../art/seasons.json");
  return text.replace("</style>", `${seasons[season][address === sheetAt(true) ? "dark" : "light"]}</style>`);
}
