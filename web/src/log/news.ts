/** What happened while one waited, in words: its consequences, and what the other side did in numbers. */

import type { Position } from "../game/position.svelte";
import { emptied, tidings } from "../game/tidings";
import { listed } from "../i18n/i18n.svelte";
import { told } from "../i18n/refusal";
import { SIDE } from "../i18n/words";
import type { LogLine, MapId, UnitId } from "../wire/types";
import { t } from "./texts";

/** How many names one list gives. */
const NAMES = 3;

function some(names: string[]): string {
  const rest = names.length - NAMES;
  return listed(rest > 0 ? [...names.slice(0, NAMES), t("log.and-more", { n: rest })] : names);
}

interface News {
  /** What has become of cities, armies and points. */
  consequences: string[];
  /** What the other side did, in numbers. */
  doings: string;
}

/** The words for some lines of the log, as the seat at this table sees them. */
export function newsOf(position: Position, lines: readonly LogLine[]): News {
  const { seat, unitFacts } = position;
  if (!seat) return { consequences: [], doings: "" };
  const news = tidings([...lines], seat, unitFacts);
  const places = (hexes: MapId[]): string => some(hexes.map((hex) => position.placeName(hex)));
  const units = (ids: UnitId[]): string => some(ids.map((id) => position.unitName(id)));
  const empty = emptied(position, lines);
  const consequences = [
    news.lostPlaces.length ? t("log.news-lost", { places: places(news.lostPlaces) }) : "",
    news.surrendered.length ? t("log.news-surrendered", { units: units(news.surrendered) }) : "",
    news.destroyed.length ? t("log.news-destroyed", { units: units(news.destroyed) }) : "",
    news.shattered.length ? t("log.news-shattered", { units: units(news.shattered) }) : "",
    news.steps ? t("log.steps-lost", { n: news.steps }) : "",
    news.cutOff.length ? t("log.news-cut-off", { units: units(news.cutOff) }) : "",
    news.wonPlaces.length ? t("log.news-won", { places: places(news.wonPlaces) }) : "",
    news.theirDestroyed.length ? t("log.news-enemy-destroyed", { units: units(news.theirDestroyed) }) : "",
    news.theirShattered.length ? t("log.news-enemy-shattered", { units: units(news.theirShattered) }) : "",
    ...news.strikes.map(({ targets, result }) =>
      t("log.news-strike", { places: places(targets), result: told("result", result) }),
    ),
    empty.length ? t("log.news-empty", { places: places(empty) }) : "",
    news.points ? t("log.news-points", { side: SIDE[news.points.side], points: news.points.points }) : "",
  ].filter(Boolean);
  const doings = [
    news.moves ? t("log.moves", { n: news.moves }) : "",
    news.battles ? t("log.battles", { n: news.battles }) : "",
    news.events ? t("log.events", { n: news.events }) : "",
  ]
    .filter(Boolean)
    .join(", ");
  return { consequences, doings };
}
