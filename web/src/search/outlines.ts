/** The books of the game as the build cuts them (`web/book.ts`): outlines, whose chapters are fetched when they are wanted. */
import type { Chapter } from "./books";

export { OUTLINES } from "./languages";

/** The chapter and the section where a rule stands, or the nearest one above it: 10.6 for 10.6.9. */
export function placeOf(rule: string, chapters: readonly Chapter[]): { chapter: number; section: string } | null {
  for (let id = rule; id; id = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "") {
    const chapter = chapters.findIndex((one) => one.ids.includes(id));
    if (chapter >= 0) return { chapter, section: id };
  }
  return null;
}
