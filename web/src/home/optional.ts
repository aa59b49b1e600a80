/** The optional rules that somebody has chosen for a game, or for the games of a tournament. */
import type { GameChoices } from "../wire/types";

export type Chosen = Record<string, boolean | number[]>;
type Rule = GameChoices["options"][number];

/** The optional rules that a rule set has; those of balancing are left out where it comes from bids. */
export const offered = ({ options }: GameChoices, rules: string, bidding: boolean): Rule[] =>
  (options ?? []).filter((o) => (o.rules?.includes(rules) ?? true) && !(bidding && Array.isArray(o.usual)));

/** Those that are not as usual. */
export const changedIn = (options: GameChoices, rules: string, bidding: boolean, chosen: Chosen): Rule[] =>
  offered(options, rules, bidding).filter(
    (o) => chosen[o.id] !== undefined && String(chosen[o.id]) !== String(o.usual),
  );

/** What is sent to the server of them. */
export const sentOf = (changed: Rule[], chosen: Chosen): Chosen =>
  Object.fromEntries(changed.map((o) => [o.id, chosen[o.id] ?? (o.usual as boolean | number[])]));

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
