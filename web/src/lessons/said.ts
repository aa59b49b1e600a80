/** What a lesson says at its present step, in the reader's language, and the hexes that it names by their numbers. */
import { served } from "../i18n/i18n.svelte";
import type { LessonProgress, MapId } from "../wire/types";
import { t } from "./texts";

export interface Said {
  /** Names the step. */
  key: string;
  text: string;
  /** Where, which, why: each says more. */
  hints: string[];
}

export function saidBy(lesson: LessonProgress): Said {
  const key = `lesson.${lesson.id}.${lesson.finished ? "end" : lesson.step + 1}`;
  return {
    key,
    text: served(lesson.finished ? key : `${key}.text`, lesson.text),
    hints: [
      ...(lesson.where.length ? [t("lessons.where")] : []),
      served(`${key}.which`, lesson.which),
      served(`${key}.why`, lesson.why),
    ],
  };
}

/** The numbers of four digits in some texts, each once. */
export function hexesIn(texts: readonly string[]): MapId[] {
  return [...new Set(texts.flatMap((text) => text.match(/\b\d{4}\b/g) ?? []))] as MapId[];
}
