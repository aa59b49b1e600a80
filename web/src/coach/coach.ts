/** What the coach's sheet shows, out of the review that the server has worked out. */

import { SIDE } from "../i18n/words";
import type { Line } from "../replay/curves";
import type { CoachFigures, CoachReview, CoachTurn, KeptTry, Side } from "../wire/types";
import { t } from "./texts";

export const BOTH: Side[] = ["axis", "soviet"];
export const AREAS = ["cards", "organization", "movement", "battles"] as const;
/** The least points by which an area is named at a turning point. */
const NAMED = 0.5;

/** A share of one as points of a hundred. */
export const points = (chance: number): number => 100 * chance;

/** Points with their sign, whole. */
export function gain(chance: number): string {
  const size = Math.round(points(Math.abs(chance)));
  return size ? `${chance < 0 ? "−" : "+"}${size}` : "0";
}

/** The chance of one side, in whole points. */
export const chanceOf = (axis: number, side: Side): number => Math.round(points(side === "axis" ? axis : 1 - axis));

/** The curves of both sides over the steps of the game. */
export const chanceLines = ({ curve }: CoachReview): Line[] =>
  BOTH.map((side) => ({
    side,
    label: SIDE[side],
    at: curve.map((point) => [point.ply, chanceOf(point.chance, side)] as const),
  }));

/** What luck and what its own decisions brought a side. */
export function apart(figures: CoachFigures): { luck: number; play: number } {
  const play = AREAS.reduce((sum, area) => sum + (figures.net[area] ?? 0), 0);
  return { luck: figures.luck_of_dice + figures.luck_of_deals, play };
}

/** The rows of the report: a label, and the figures of both sides. */
export function reportOf(review: CoachReview): { label: string; inner?: boolean; pair: string[] }[] {
  const both = BOTH.map((side) => review[side]);
  const row = (label: string, of: (figures: CoachFigures) => string | number, inner = false) => ({
    label,
    inner,
    pair: both.map((figures) => String(of(figures))),
  });
  return [
    row(t("coach.row-battles"), (of) => of.battles),
    row(t("coach.row-dice"), ({ dice }) => mean(dice)),
    row(t("coach.row-luck-dice"), (of) => gain(of.luck_of_dice)),
    row(t("coach.row-luck-deals"), (of) => gain(of.luck_of_deals)),
    row(t("coach.row-lost"), (of) => of.lost),
    row(t("coach.row-supply"), (of) => of.lost_to_supply, true),
    row(t("coach.row-shattered"), (of) => of.shattered),
    row(t("coach.row-stacking"), (of) => of.lost_to_stacking),
    row(t("coach.row-drawn"), (of) => of.drawn),
    row(t("coach.row-events"), (of) => of.events, true),
    row(t("coach.row-paid"), (of) => of.paid, true),
    row(t("coach.row-wasted"), (of) => of.wasted, true),
    ...AREAS.map((area) =>
      row(t("coach.row-given", { area: t(`coach.area-${area}`) }), (of) => gain(-(of.given[area] ?? 0))),
    ),
  ];
}

/** What a try, or another plan, is worth: a mean with its interval. */
export interface Judged {
  gain: number;
  low: number;
  high: number;
}
/** Whether a try is clearly better or worse than what was played, over the same dice. */
export function verdictOn({ low, high }: Judged): "better" | "worse" | "even" {
  if (low > 0) return "better";
  return high < 0 ? "worse" : "even";
}
export const within = ({ gain: mean, low, high }: Judged): string =>
  t("coach.within", { gain: gain(mean), low: gain(low), high: gain(high) });

/** The lesson about what a finding is about. */
const LESSON: Record<string, string> = {
  supply: "pocket",
  "walked-into": "march",
  "open-city": "march",
  overstacked: "march",
  "not-entered": "retreat",
  "support-kept": "attack",
  hand: "cards",
  counterblow: "counterblow",
};
/** The lessons that the findings at a turning point lead to, each once. */
export const lessonsOf = ({ findings }: CoachTurn): string[] => [
  ...new Set(findings.flatMap(({ kind }) => LESSON[kind] ?? [])),
];

/** The tries that were made at a turning point. */
export const triesAt = (tries: readonly KeptTry[], point: CoachTurn): KeptTry[] =>
  point.begins === null ? [] : tries.filter(({ tried }) => tried?.ply === point.begins);

/** The figures on the coach's picture: what luck and play brought each side, and its losses. */
export function figuresOf(review: CoachReview): { label: string; axis: string; soviet: string }[] {
  const both = BOTH.map((side) => ({ ...apart(review[side]), lost: review[side].lost }));
  const row = (label: string, of: (one: { luck: number; play: number; lost: number }) => string) => {
    const [axis = "", soviet = ""] = both.map(of);
    return { label, axis, soviet };
  };
  return [
    row(t("coach.luck"), (one) => gain(one.luck)),
    row(t("coach.play"), (one) => gain(one.play)),
    row(t("coach.row-lost"), (one) => String(one.lost)),
  ];
}

/** How many dice were thrown, and what they showed on average. */
export function mean(faces: readonly number[]): string {
  const thrown = faces.reduce((sum, times) => sum + times, 0);
  const total = faces.reduce((sum, times, i) => sum + times * (i + 1), 0);
  return thrown ? t("coach.mean", { n: thrown, mean: Math.round((100 * total) / thrown) / 100 }) : "0";
}

/** What a turning point was made of: the areas that weighed, and luck. */
export function partsOf({ areas, luck }: CoachTurn): string[] {
  const part = (what: string, of: number) => t("coach.part", { what, gain: gain(of) });
  const named = AREAS.filter((area) => Math.abs(points(areas[area] ?? 0)) >= NAMED);
  return [...named.map((area) => part(t(`coach.area-${area}`), areas[area] ?? 0)), part(t("coach.luck"), luck)];
}
