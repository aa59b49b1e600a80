/** Mirrors of the queries that look ahead (docs/wire-protocol.md, "Queries"). */
import type { Odds, Reason, Side } from "./types";

export interface Fate {
  unit: string;
  side: Side;
  fate: "retreats" | "shattered" | "lost" | "step";
  why: string;
}

export interface Consequence {
  result: string;
  text: string;
  fates: Fate[];
  choice: string[];
  marker: boolean;
}

export interface Chance {
  times: number;
  result: string;
}

/** What an event would make of the battle; `gain` is its player's, over all six dice. */
export interface BattleCard {
  card: number;
  side: Side;
  title: string;
  mode: string;
  column: string;
  results: string[];
  gain: number;
}

export interface Forecast {
  odds: Odds;
  dice: Consequence[];
  chances: Chance[];
  blocked: string[];
  warnings: Reason[];
  counterattack: Odds | null;
  counterattack_dice: Consequence[];
  counterattack_chances: Chance[];
  cards: BattleCard[];
}

export interface Threat {
  hexes: Record<string, { column: string; attack: number; defence: number; level: 1 | 2 | 3; attackers: string[] }>;
  reach: string[];
}

export interface SupplyThen {
  lost: string[];
  marked: string[];
  relieved: string[];
}

export interface Road {
  code: string;
  title: string;
  rule: string;
  text: string;
  said: { title: Reason; text: Reason };
  have: number | null;
  need: number | null;
  turn: number | null;
  hexes: { hex: string; held: boolean; cut: boolean }[];
}
export type Roads = Record<Side, Road[]>;

export interface Price {
  cost: number | null;
  way: string;
  text: string;
}
export type BringBack = Record<Side, { units: Record<string, Price>; cards: number; never: number }>;
