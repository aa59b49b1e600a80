/** What a scenario asks for in points, as far as a curve can show it. */

import type { Reason, Side } from "../wire/types";

export interface PointsGoal {
  side: Side;
  n: number;
  /** It is the scenario's only goal: whoever keeps the side from it wins. */
  only: boolean;
}

/** The goal that is points and nothing else, out of what wins; none where a goal asks for more, or for something else. */
export function goalOf(aim: Reason | null | undefined): PointsGoal | null {
  if (aim?.code !== "info-aim-goals") return null;
  const goals = aim.args.goals as Reason[][];
  const points = goals.find(([part, ...more]) => part?.code === "info-goal-points" && !more.length)?.[0];
  return points ? { side: aim.args.side as Side, n: Number(points.args.n), only: goals.length === 1 } : null;
}
