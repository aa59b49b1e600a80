/** How far the computer is with one decision, on one bar. */

import type { Thinking } from "../wire/types";

/** Where on the bar a stage begins and ends: most players weigh the enemy's answer after they have planned their moves. */
const PARTS: Partial<Record<Thinking["stage"], readonly [number, number]>> = { moves: [0, 0.5], answer: [0.5, 1] };

/** What is shown of the same decision after what was shown before: the bar never goes back. */
export function further(before: Thinking | null, now: Thinking): Thinking {
  const [from, to] = PARTS[now.stage] ?? [0, 1];
  return { stage: now.stage, share: Math.max(before?.share ?? 0, from + (to - from) * now.share) };
}
