/** Whose gain a result or a shift is: told from the reader's own side, so that a loss of one's own never looks like a gain. */

import type { Side } from "../wire/types";

export type Tone = "good" | "bad" | "even";

/** What a tone is told by besides its color. */
export const SIGN: Record<Tone, string> = { good: "▲", bad: "▼", even: "◆" };

const FOR_THE_ATTACKER: Record<string, Tone> = { DR: "good", DS: "good", DD: "good", CA: "bad", CB: "bad" };
const TURNED: Record<Tone, Tone> = { good: "bad", bad: "good", even: "even" };

/** The tone of a result of the attacker's for the reader at `seat`; who only watches sees it with the attacker's eyes. */
export function toneOf(result: string, attacker: Side, seat: Side | null): Tone {
  return seenBy(FOR_THE_ATTACKER[result] ?? "even", attacker, seat);
}

/** The tone of a shift by so many columns: to the right helps the attacker. */
export function toneOfShift(columns: number, attacker: Side, seat: Side | null): Tone {
  return seenBy(columns > 0 ? "good" : columns < 0 ? "bad" : "even", attacker, seat);
}

const seenBy = (tone: Tone, attacker: Side, seat: Side | null): Tone =>
  seat === null || seat === attacker ? tone : TURNED[tone];
