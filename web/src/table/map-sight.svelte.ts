/** The reader's hold on the map: its view once it is drawn, and whether the counters are lifted off it. */

import type { PanZoom } from "../map/panzoom";

export class MapSight {
  view = $state<PanZoom | null>(null);
  hidden = $state(false);
}
