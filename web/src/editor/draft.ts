/** A position that is being put together: the words of its text, sorted so that they can be changed one by one. */
import type { CardNumber, MapId, PlaceId, Side, UnitId } from "../wire/types";

export interface Piece {
  at: PlaceId | "";
  back: boolean;
  /** unsupplied, disorganized, moved, reserve */
  marks: string[];
  due: number | null;
}

/** What one side must have at the end of a turn, all of it; without, the other side wins. */
export interface Goal {
  side: Side;
  turn: number;
  points: number | null;
  held: number | null;
  objectives: number | null;
  hexes: MapId[];
}

/** Lines that the form has no field for; they are kept as they are. */
const KEPT = [
  "discards",
  "soviet_discards",
  "event_vp",
  "high_tide",
  "counterblow",
  "upgrades",
  "trigger",
  "captured",
  "state",
];

export class Draft {
  turn = 1;
  phase = "movement";
  side: Side = "axis";
  initiative: Side | "" = "";
  rules = "";
  weather = "";
  supports: [number, number] | null = null;
  pieces = new Map<UnitId, Piece>();
  control = new Map<MapId, Side>();
  hands: Record<Side, CardNumber[]> = { axis: [], soviet: [] };
  goal: Goal | null = null;
  kept: string[] = [];
  /** What the text says about hands that are not known. */
  unknown: [side: Side, cards: number][] = [];

  /** Reads a text; what it does not know goes to `kept`, for the server to judge. */
  static read(text: string): Draft {
    const draft = new Draft();
    for (const line of text.split(/\r?\n/)) {
      const [, side, n] = /^# hand (axis|soviet): (\d+) cards/.exec(line) ?? [];
      if (side) draft.unknown.push([side as Side, Number(n)]);
      const words = (line.split("#")[0] ?? "").trim().split(/\s+/);
      if (words[0]) draft.#take(words, line);
    }
    return draft;
  }

  #take(words: string[], line: string): void {
    const [word, first = "", second = "", ...rest] = words;
    const side = first as Side;
    const known = first === "axis" || first === "soviet";
    if (word === "turn" && Number(first)) this.turn = Number(first);
    else if (word === "phase") {
      this.phase = first;
      this.side = (second || "axis") as Side;
    } else if (word === "initiative") this.initiative = side;
    else if (word === "rules") this.rules = first;
    else if (word === "weather") this.weather = first;
    else if (word === "supports") this.supports = [Number(first), Number(second)];
    else if (word === "control" && known) for (const hex of [second, ...rest] as MapId[]) this.control.set(hex, side);
    else if (word === "hand" && known) {
      const cards = [second, ...rest].filter(Boolean).map(Number) as CardNumber[];
      this.hands = { ...this.hands, [side]: [...this.hands[side], ...cards] };
    } else if (word === "goal" && known && !this.goal && !rest.includes("high_tide"))
      this.goal = goalIn(side, Number(second), rest);
    else if (word === "unit") this.pieces.set(first as UnitId, piece(second as PlaceId, rest));
    else this.kept.push(KEPT.includes(word ?? "") ? words.join(" ") : line);
  }

  text(): string {
    const lines = [`turn ${this.turn}`, `phase ${this.phase} ${this.side}`];
    if (this.initiative) lines.push(`initiative ${this.initiative}`);
    if (this.rules) lines.push(`rules ${this.rules}`);
    if (this.weather) lines.push(`weather ${this.weather}`);
    for (const [id, one] of this.pieces) {
      const words: string[] = ["unit", id, one.at];
      if (one.back) words.push("back");
      words.push(...one.marks);
      if (one.due !== null) words.push("due", String(one.due));
      lines.push(words.join(" "));
    }
    for (const side of ["axis", "soviet"] as const) {
      const held = [...this.control].filter(([, who]) => who === side).map(([hex]) => hex);
      if (held.length) lines.push(`control ${side} ${held.join(" ")}`);
    }
    for (const side of ["axis", "soviet"] as const)
      if (this.hands[side].length) lines.push(`hand ${side} ${this.hands[side].join(" ")}`);
    if (this.supports) lines.push(`supports ${this.supports.join(" ")}`);
    if (this.goal) lines.push(goalLine(this.goal));
    return [...lines, ...this.kept].join("\n");
  }
}

function goalIn(side: Side, turn: number, words: string[]): Goal {
  const after = (word: string): number | null => (words.includes(word) ? Number(words[words.indexOf(word) + 1]) : null);
  const places = (words.includes("hexes") ? words.slice(words.indexOf("hexes") + 1) : []) as MapId[];
  const end = places.findIndex((word) => !/^\d/.test(word));
  return {
    side,
    turn,
    points: after("points"),
    held: after("held"),
    objectives: after("objectives"),
    hexes: end < 0 ? places : places.slice(0, end),
  };
}

function goalLine(goal: Goal): string {
  const words = ["goal", goal.side, String(goal.turn)];
  for (const what of ["points", "held", "objectives"] as const)
    if (goal[what] !== null) words.push(what, String(goal[what]));
  if (goal.hexes.length) words.push("hexes", ...goal.hexes);
  return words.join(" ");
}

function piece(at: PlaceId, words: string[]): Piece {
  const due = words.indexOf("due");
  return {
    at,
    back: words.includes("back"),
    marks: words.filter((word) => ["unsupplied", "disorganized", "moved", "reserve"].includes(word)),
    due: due >= 0 ? Number(words[due + 1]) : null,
  };
}
