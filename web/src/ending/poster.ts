/** A finished game as a picture to pass on: words, a curve, figures and the map, 1200 by 630 dots. No card is in it. */

import type { Game } from "../game/game.svelte";
import { i18n } from "../i18n/i18n.svelte";
import { dots, drawing } from "../picture/picture";
import { type Line, pairLines, signed, vpLines } from "../replay/curves";
import type { Graphs, OutcomeView, Side } from "../wire/types";

/** What stands on it, in the reader's words. */
export interface Said {
  title: string;
  about: string;
  verdict: string;
  reason: string;
  figures: { label: string; axis: string; soviet: string }[];
  sides: { axis: string; soviet: string };
  curve: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
/** The map takes the right of it, cut to the height. */
const MAP = { x: 472, width: 728, sheet: "0 0 2180 1830" };
const LEFT = 44;
const COLUMN = MAP.x - LEFT - 34;

/** Words in lines that fit a width; the last of too many ends in an ellipsis. */
export function wrapped(text: string, width: number, most: number, wide: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && wide(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  let end = lines[most - 1] ?? "";
  while (end && wide(`${end} …`) > width) end = end.replace(/\s*\S+$/, "");
  return [...lines.slice(0, most - 1), `${end} …`];
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** How a game ended, with the curve of its victory points. */
export const poster = (game: Game, graphs: Graphs, outcome: OutcomeView, said: Said): Promise<string> =>
  posterOf(game, outcome.winner, vpLines(graphs.points), said);

/** The picture as a drawing that stands by itself; `winner` gives it its color. */
export async function posterOf(game: Game, winner: Side | null, drawn: Line[], said: Said): Promise<string> {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string): string => page.getPropertyValue(name).trim();
  const family = color("--sans").replaceAll('"', "'");
  const pen = document.createElement("canvas").getContext("2d");
  const side = color(winner ? `--${winner}` : "--gold");
  const ink = color("--ink");
  const beside = color("--ink-2");

  const parts: string[] = [];
  let y = 0;
  const write = (text: string, x: number, at: number, size: number, weight: number, fill: string, anchor = "start") =>
    parts.push(
      `<text x="${x}" y="${at.toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`,
    );
  /** Writes lines, the first as far below what is above as its letters are high. */
  const lines = (text: string, size: number, weight: number, most: number, fill: string) => {
    const wide = (words: string): number => {
      if (!pen) return words.length * size * 0.55;
      pen.font = `${weight} ${size}px ${family}`;
      return pen.measureText(words).width;
    };
    for (const line of wrapped(text, COLUMN, most, wide)) {
      y += size * 1.16;
      write(line, LEFT, y, size, weight, fill);
    }
  };
  y = 30;
  lines(said.about, 21, 600, 2, beside);
  y += 8;
  lines(said.verdict, 52, 700, 3, side);
  y += 10;
  lines(said.reason, 23, 400, 4, ink);

  // The figures stand on the ground, the curve takes what is left above them.
  const row = 31;
  const top = HEIGHT - 62 - said.figures.length * row;
  const [first, second] = [LEFT + COLUMN - 96, LEFT + COLUMN];
  write(said.sides.axis, first, top, 19, 700, color("--axis"), "end");
  write(said.sides.soviet, second, top, 19, 700, color("--soviet"), "end");
  said.figures.forEach(({ label, axis, soviet }, i) => {
    const at = top + (i + 1) * row;
    parts.push(
      `<path d="M${LEFT} ${at - row + 9}H${LEFT + COLUMN}" stroke="${color("--hair")}" stroke-width="1" fill="none"/>`,
    );
    write(label, LEFT, at, 20, 400, ink);
    write(axis, first, at, 22, 700, color("--axis"), "end");
    write(soviet, second, at, 22, 700, color("--soviet"), "end");
  });
  write(said.title, LEFT, HEIGHT - 22, 17, 600, beside);
  const room = { y: y + 22, height: top - 34 - (y + 22) };
  if (room.height > 60) {
    write(said.curve, LEFT, room.y + 16, 17, 600, beside);
    parts.push(curve(drawn, room.y + 26, room.height - 26, color));
  }

  const map = (await drawing(game)).replace(
    /^<svg[^>]*>/,
    `<svg x="${MAP.x}" y="0" width="${MAP.width}" height="${HEIGHT}" viewBox="${MAP.sheet}" preserveAspectRatio="xMidYMid slice">`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${i18n.language}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<title>${escaped(`${said.verdict} ${said.reason}`)}</title>`,
    "<defs></defs>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${color("--paper")}"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${side}" fill-opacity="0.07"/>`,
    `<rect width="14" height="${HEIGHT}" fill="${side}"/>`,
    `<g font-family="${family}">${parts.join("")}</g>`,
    map,
    `<path d="M${MAP.x} 0V${HEIGHT}" stroke="${side}" stroke-width="4" fill="none"/>`,
    "</svg>",
  ].join("");
}

/** The victory points, as the sheet draws them: Axis full, Soviets dashed. */
function curve(pieces: Line[], top: number, height: number, color: (name: string) => string): string {
  const all = pieces.flatMap((piece) => piece.at);
  const plies = all.map(([ply]) => ply);
  const values = all.map(([, value]) => value);
  const [from, to] = [Math.min(...plies), Math.max(...plies)];
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (ply: number): number => LEFT + 30 + ((ply - from) / Math.max(1, to - from)) * (COLUMN - 34);
  const y = (value: number): number => top + 6 + ((high - value) / (high - low)) * (height - 12);
  const grid = [high, low].map(
    (value) =>
      `<path d="M${LEFT + 30} ${y(value)}H${LEFT + COLUMN}" stroke="${color("--hair")}" fill="none"/><text x="${LEFT + 24}" y="${y(value) + 5}" font-size="15" text-anchor="end" fill="${color("--ink-2")}">${value}</text>`,
  );
  const drawn = pieces.map(({ side, at }) => {
    const d = at.map(([ply, value], i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const dashes = side === "soviet" ? ' stroke-dasharray="8 5"' : "";
    return `<path d="${d}" fill="none" stroke="${color(`--${side}`)}" stroke-width="3.5" stroke-linejoin="round"${dashes}/>`;
  });
  return [...grid, ...drawn].join("");
}

/** The figures that are worth their place on it. */
export function figuresOf(graphs: Graphs, words: { cities: string; lost: string; luck: string }, luck: number[]) {
  const cities = pairLines(graphs.points, "cities").map((line) => String(line.at.at(-1)?.[1] ?? 0));
  const pair = (label: string, [axis = "", soviet = ""]: string[]) => ({ label, axis, soviet });
  return [
    pair(words.cities, cities),
    pair(words.lost, [String(graphs.losses.axis?.steps ?? 0), String(graphs.losses.soviet?.steps ?? 0)]),
    pair(words.luck, luck.map(signed)),
  ];
}

/** The same as a PNG. */
export const asDots = (svg: string): Promise<Blob> => dots(svg, 1);
