/** The drawn map in the reader's language: a picture with English lettering, whose names are exchanged when it is shown. */
import { i18n, served } from "../i18n/i18n.svelte";
import { at } from "../shared/base";

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

/** The address of this drawing with the names of the present language; its own where that is English. */
export function mapIn(address: string): Promise<string> {
  if (i18n.language === "en") return Promise.resolve(address);
  const key = `${i18n.language} ${address}`;
  let made = shown.get(key);
  if (!made) {
    made = drawingIn(address).then((text) => URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })));
    // Without the drawing the map is shown as it is; the next look tries again.
    made.catch(() => shown.delete(key));
    shown.set(key, made);
  }
  return made;
}

/** The drawing itself with the names of the present language. */
export async function drawingIn(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  const text = await response.text();
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
