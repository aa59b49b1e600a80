/** Mirrors of the wire protocol (docs/wire-protocol.md) and of the static facts (data/facts.py). */

export type Side = "axis" | "soviet";
export type SeatKind = "human" | "computer" | "open";

// --- static facts ---------------------------------------------------------------------------------
export interface Hex {
  id: string;
  q: number;
  r: number;
  terrain: string;
  region: string;
  name?: string;
  oil?: boolean;
  objective_of?: Side;
  edge?: Side;
  coasts?: string[];
}

export interface Area {
  id: string;
  name: string;
  adjacent: string[];
  vp?: number;
}

export interface Face {
  name: string;
  type: string;
  strength: number;
  move: number;
  ss?: boolean;
  white?: boolean;
  paren?: boolean;
  red?: boolean;
}

export interface UnitFacts {
  id: string;
  side: Side;
  nation: string;
  front: Face;
  back?: Face | null;
  entry?: string;
  home?: string;
  note?: string;
}

export interface TurnBox {
  turn: number;
  year: number;
  months: string;
  weather: string;
  variable?: boolean;
  sudden_death?: boolean;
  blitz?: number;
  shock?: number;
  second_front?: string;
  notes?: string[];
}

export interface CardHalf {
  title: string;
  text: string;
  initiative?: Side | null;
  mandatory?: boolean;
}

export interface Card {
  number: number;
  axis: CardHalf;
  soviet: CardHalf;
  joker?: boolean;
}

export interface Tables {
  columns: string[];
  axis_crt: string[][];
  soviet_crt: string[][];
  terrain: {
    terrain: string;
    armor_mp: number;
    other_mp: number;
    armor_bonus: boolean;
    shift: number;
    stops_advance: boolean;
  }[];
  axis_sudden_death: Record<string, number>;
  soviet_sudden_death: Record<string, number>;
}

export interface BoardFacts {
  map: { hexes: Hex[]; areas: Area[] };
  units: UnitFacts[];
  calendar: TurnBox[];
  tables: Tables;
  cards: Card[];
}

// --- the package ----------------------------------------------------------------------------------
/** An action as the server lists it: `type` and whatever fields that verb has. */
export interface Action {
  type: string;
  unit?: string;
  to?: string;
  hex?: string;
  card?: number;
  mode?: string;
  option?: string;
  path?: string[];
  side?: Side;
  value?: number;
}

export interface Seat {
  kind: SeatKind;
  name?: string;
  level?: string;
  here?: boolean;
}

export interface GameInfo {
  id: string;
  name: string;
  scenario: string;
  scenario_title: string;
  rules: string;
  rules_title?: string;
  options: Record<string, unknown>;
  unusual?: Unusual[];
  seats: Record<Side, Seat>;
  finished: boolean;
  created?: string;
  updated?: string;
  differences?: string[];
  /** The phases of a player turn in their order, which is not the same in all rule sets. */
  phases?: string[];
  note?: string;
  /** The note as a code; none for one that an earlier version stored. */
  note_said?: Reason | null;
  /** The name as a code, where nobody gave it: the scenario's title, a copy, a sandbox. */
  name_said?: Reason | null;
  /** For a sandbox: the step it comes from, and the sides whose cards were dealt anew. */
  sandbox?: { game: string; ply: number; hidden: Side[] } | null;
}

/** What the face of a counter shows. */
export interface FaceView {
  face: number;
  name: string;
  /** The name on the counter, where `name` is that of another language. */
  printed?: string;
  type: string;
  strength: number;
  move: number;
  steps: number;
  max_steps: number;
  ss?: boolean;
  white?: boolean;
  paren?: boolean;
}

export interface UnitView extends FaceView {
  id: string;
  at: string;
  unsupplied?: boolean;
  disorganized?: boolean;
  moved?: boolean;
  entrained?: boolean;
  cut_off?: boolean;
  reserve?: boolean;
  due?: number | null;
}

export interface Shift {
  columns: number;
  code: string;
  rule?: string;
  text: string;
  said: Reason;
}

export interface Odds {
  attack: number;
  defence: number;
  initial: string;
  shifts: Shift[];
  column: string;
  table: Side;
  results: string[];
  automatic?: string | null;
  strengths: { unit: string; side: Side; strength: number; note?: string }[];
}

export interface Battle {
  attacker: Side;
  targets: string[];
  attackers: string[];
  defenders: string[];
  counterattack: boolean;
  odds: Odds | null;
  die: number | null;
  result: string | null;
  /** The attackers are still being chosen. */
  composing?: boolean;
  supports?: number;
}

export interface Effect {
  card: number;
  owner: Side;
  title: string;
  text: string;
  expires: string;
}

export interface View {
  side: Side | null;
  turn: number;
  months: string;
  year: number;
  weather: string;
  phase: string;
  step: string;
  phasing: Side;
  initiative: Side;
  actor: Side | "chance" | null;
  prompt: { code: string; args: Record<string, unknown>; text: string };
  vp: number;
  event_vp: number;
  high_tide: number;
  supports: Record<Side, number>;
  targets_limit: number;
  targets_left: number;
  hand: number[] | null;
  hand_sizes: Record<Side, number>;
  /** Null where the rules tell nothing of the piles, as `discards`. */
  draw_pile: number | null;
  discards: number | null;
  discard_top: number | null;
  /** Who holds the Joker, where it is played. It is no card of the hand. */
  joker?: Side | null;
  units: UnitView[];
  control: Record<string, Side>;
  targets: string[];
  counterblows: string[];
  counterblow_results: string[];
  battle: Battle | null;
  effects: Effect[];
  overstacked: string[];
  scorched?: string[];
  works?: string[];
  /** The western map edge while the map extension is not laid; empty or missing: the whole map is in play. */
  west_edge?: string[];
  /** The hexes that the map extension adds, until it is laid. */
  extension?: string[];
  /** For each card of the own hand: why its event cannot be played now; null when it can. */
  cards?: Record<string, Reason | null>;
  sudden_death?: number | null;
  sudden_death_turn?: number | null;
  next_weather?: string | null;
  outcome: { winner: Side | null; reason: string; text: string } | null;
}

export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

export interface LogLine {
  ply: number;
  type: string;
  side: Side | null;
  text: string;
  hexes: string[];
  event: GameEvent;
}

export interface Package {
  game: GameInfo;
  seat: Side | null;
  owned: Side[];
  ply: number;
  view: View;
  actions: Action[];
  /** By index in `actions`: what it costs in cards, and better words than its verb. */
  action_info?: Record<string, { cost?: number; label?: string; barrier?: string; barrier_code?: string }>;
  undo: { can: boolean; why?: string; reason?: Reason; steps?: number; redo?: number };
  targets?: Record<string, Odds>;
  events: LogLine[];
  thinking: boolean;
  lesson?: Lesson | null;
}

/** How far the learner is in a lesson. */
export interface Lesson {
  id: string;
  number: number;
  title: string;
  step: number;
  steps: number;
  text: string;
  where: string[];
  units: string[];
  which: string;
  why: string;
  chapter: string;
  missed: boolean;
  finished: boolean;
  next: string;
}

export interface Tip {
  prompt: string;
  title: string;
  text: string;
  chapter: string;
}

export interface Learning {
  lessons: { id: string; number: number; title: string; minutes: number; summary: string; side: Side; steps: number }[];
  tips: Tip[];
}

// --- queries and lobby ----------------------------------------------------------------------------
export interface Reach {
  hexes: Record<string, { cost: number; path: string[]; stops: string | null; dry?: boolean }>;
  allowance: number;
}

export interface Supply {
  supplied: boolean;
  how: string;
  path: string[];
  text: string;
  said?: Reason;
  /** Hexes of the path that would cut it; for a unit without supply the hexes that do, and the way through them. */
  hinges?: string[];
  cut?: string[];
  way?: string[];
  far?: boolean;
}

/** Why something cannot be done: a code and what its sentence names, and the sentence in English. */
export interface Reason {
  code: string;
  args: Record<string, unknown>;
  text: string;
  rule: string;
  remedy: string;
}

/** What some words of an order were understood as. */
export interface Chip {
  kind: "verb" | "unit" | "place" | "card" | "option" | "unknown";
  typed: string;
  start: number;
  end: number;
  ids: string[];
  hexes: string[];
}
export interface Suggestion {
  text: string;
  action: Action | null;
  ids: string[];
}
/** How the server reads an order in words. */
export interface OrderReading {
  text: string;
  chips: Chip[];
  actions: Action[];
  command: "" | "undo" | "redo" | "restart" | "hold";
  units: string[];
  hexes: string[];
  stops: "" | "chance" | "other" | "answer" | "over" | "command";
  rest: string;
  notes: string[];
  problem: Reason | null;
  suggestions: Suggestion[];
}

export interface InfoCard {
  title: string;
  said?: Reason;
  /** `said`: label and text as codes, where they are no names or numbers. */
  lines: { label: string; text: string; confidence?: string; said?: { label: Reason; text: Reason | null } }[];
}

export interface ProblemBody {
  error?: { code: string; text: string; rule?: string; why?: Reason };
  package?: Package;
}

/** A row of the list of games; fields beyond `id` are shown when the server sends them. */
export interface GameRow {
  id: string;
  name?: string;
  name_said?: Reason | null;
  scenario?: string;
  scenario_title?: string;
  rules?: string;
  rules_title?: string;
  differences?: string[];
  unusual?: Unusual[];
  seats?: Record<Side, Seat>;
  owned?: Side[];
  turn?: number;
  months?: string;
  year?: number;
  actor?: string | null;
  your_turn?: boolean;
  finished?: boolean;
  updated?: string;
  links?: Partial<Record<Side, string>>;
  can_delete?: boolean;
  sandbox?: boolean;
  /** Hexes with counters of each side, for the small map. */
  pieces?: Partial<Record<Side, string[]>>;
  outcome?: { winner: Side | null; reason: string; text: string } | null;
  lesson?: string | null;
}

export interface Choice {
  id: string;
  title: string;
  summary?: string;
  turns?: string;
  usual?: boolean;
  minutes?: number;
  reconstructed?: boolean;
  pieces?: Partial<Record<Side, string[]>>;
  /** Who won when the computer played both sides. */
  won?: { axis: number; soviet: number; games: number; level: string } | null;
}

/** An optional rule: its usual value says what kind it is. */
export interface OptionalRule {
  id: string;
  title: string;
  summary?: string;
  usual: boolean | number[];
  /** The rule sets that know it. */
  rules?: string[];
}

/** One thing in which a game is unlike the usual one: its rule set (`rules`) or an option, and what it is. */
export interface Unusual {
  id: string;
  title: string;
  value: boolean | string | number[];
}

export interface Options {
  scenarios: Choice[];
  rules?: Choice[];
  levels?: Choice[];
  options?: OptionalRule[];
}

// --- looking back ---------------------------------------------------------------------------------
export type Eyes = Side | "both" | "nobody";

export interface Shown {
  game: GameInfo;
  seat: Side | null;
  owned: Side[];
  eyes: Eyes;
  choices: Eyes[];
  ply: number;
  first: number;
  last: number;
  view: View;
  hands: Record<Side, number[]> | null;
  events: LogLine[];
}

export interface Tick {
  ply: number;
  kind: "turn" | "phase" | "battle" | "card";
  text: string;
  side: Side | null;
  turn: number;
}

export interface History {
  first: number;
  last: number;
  ticks: Tick[];
  events: LogLine[];
}

export interface Graphs {
  points: {
    ply: number;
    turn: number;
    vp: number;
    initiative: Side;
    steps: [number, number];
    cards: [number, number];
  }[];
  battles: {
    ply: number;
    turn: number;
    attacker: Side;
    column: string;
    die: number;
    result: string;
    rank: number;
    expected: number;
  }[];
  dice: Record<Side, number[]>;
}

export interface CheckedPosition {
  view: View;
  text: string;
  hands: Record<Side, number[]>;
}
