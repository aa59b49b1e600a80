/** What the books of the game are made of: the build cuts them (`web/book.ts`), the sheet shows them. */

export const BOOKS = ["rules", "rulings", "glossary", "cards"] as const;
export type Book = (typeof BOOKS)[number];

export interface Section {
  /** "10.6.3"; a heading without a number has that of the one before it and its place after it. */
  id: string;
  level: number;
  title: string;
  /** Made from our own Markdown; HTML in it is escaped. */
  html: string;
  /** `stale`: its English has changed since it was translated. `english`: it has not been translated. */
  standing: "translated" | "stale" | "english";
}

export interface Chapter {
  /** "10"; of a book without numbers its place. */
  id: string;
  title: string;
  /** Its sections. */
  ids: readonly string[];
  fetch: () => Promise<{ default: Section[] }>;
}

export type Outline = Readonly<Record<Book, readonly Chapter[]>>;
