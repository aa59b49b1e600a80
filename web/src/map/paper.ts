/** The map on paper: what a browser prints of a table is one page with the map, by day (styles/print.css). */

import { flushSync } from "svelte";
import type { Screen } from "../game/screen.svelte";
import { prefs } from "../shared/prefs.svelte";
import { mapIn, seasonIn, sheetAt } from "./map-art";

/** What the map's scale was before it was printed. */
let before = 1;

/** Changes to what is printed, and back; at once, since the browser does not wait. On paper nothing is seen from far. */
export function onPaper(on: boolean, screen: Screen): void {
  flushSync(() => {
    prefs.putOnPaper(on);
    if (on) before = screen.scale;
    screen.scale = on ? 1 : before;
  });
}

/** Prints the map, once the drawing of it by day is there. */
export async function printMap(): Promise<void> {
  const day = document.querySelector<HTMLImageElement>("[data-day]");
  if (day) {
    day.loading = "eager";
    // Without a server it is printed as far as it is here.
    await mapIn(sheetAt(false), seasonIn(day.dataset.season))
      .then((address) => {
        day.src = address;
        return day.decode();
      })
      .catch(() => undefined);
  }
  print();
}
