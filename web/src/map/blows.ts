/** Counterblows: hexes that must be attacked, whether the other side paid for it or a battle left it so. */

import type { MapId, View } from "../wire/types";

/** Whether a hex has a counterblow marker. */
export const struck = (view: View | null | undefined, hex: MapId): boolean =>
  view?.counterblows.includes(hex) === true || view?.counterblow_results.includes(hex) === true;
