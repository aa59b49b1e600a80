/** The books as passages: a section of the rulebook, a ruling, a term of the glossary, a card, each found by itself. */

import type { Book, Outline, Section } from "./books";

export interface Passage {
  book: Book;
  /** `10.6.3`, `C-28`, `G-12`, `18A`: what the sheet of the rulebook goes to. */
  id: string;
  title: string;
  /** The headings above it. */
  above: string;
  html: string;
  standing: Section["standing"];
}

/** Our own HTML as text: its words apart, its signs as they are read. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

/** Our own HTML as lines of text, for a reader without a page: cells of a table apart, items of a list marked. */
export const lines = (html: string): string =>
  html
    .replace(/\s+/g, " ")
    .replace(/<\/t[dh]>\s*<t[dh]>/g, " | ")
    .replace(/<li>/g, "\n- ")
    .replace(/<\/?(?:p|li|ul|ol|tr|h\d|blockquote|div|pre|table)\b[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .split("\n")
    .map(plain)
    .filter((line) => line && line !== "-")
    .join("\n");

const ROW = /<tr data-section="([\w-]+)"[^>]*>([\s\S]*?)<\/tr>/g;
const CELL = /<td>([\s\S]*?)<\/td>/g;

/** The rows of a section's tables as passages, and what stands beside the tables as one more. */
function rows(book: Book, section: Section): Passage[] {
  const { standing } = section;
  const found = [...section.html.matchAll(ROW)].map(([, id = "", row = ""]): Passage => {
    const cells = [...row.matchAll(CELL)].map(([, cell = ""]) => cell);
    return book === "rulings"
      ? { book, id, title: plain(cells[1] ?? ""), above: "", html: `<p>${cells[2] ?? ""}</p>`, standing }
      : { book, id, title: plain(cells[0] ?? ""), above: section.title, html: `<p>${cells[1] ?? ""}</p>`, standing };
  });
  const rest = section.html.replace(/<div class="wrap"[\s\S]*?<\/div>/g, "").trim();
  // What introduces a whole book answers nothing.
  if (rest && section.level > 1)
    found.push({ book, id: section.id, title: section.title, above: "", html: rest, standing });
  return found;
}

/** The sections of a book as passages. */
export function passagesOf(book: Book, sections: readonly Section[]): Passage[] {
  if (book === "rulings" || book === "glossary") return sections.flatMap((one) => rows(book, one));
  const titles = new Map(sections.map((one) => [one.id, one.title]));
  return sections
    .filter((one) => one.html.trim())
    .map(({ id, title, html, standing }) => {
      const parts = book === "rules" ? id.split(".") : [];
      const above = parts.slice(0, -1).map((_, n) => titles.get(parts.slice(0, n + 1).join(".")) ?? "");
      return { book, id, title, above: above.join(" "), html, standing };
    });
}

/** Fetches all books of an outline as passages. */
export async function allPassages(outline: Outline, books: readonly Book[]): Promise<Passage[]> {
  const found = books.map(async (book) => {
    const chapters = await Promise.all(outline[book].map((one) => one.fetch()));
    return passagesOf(
      book,
      chapters.flatMap((one) => one.default),
    );
  });
  return (await Promise.all(found)).flat();
}
