/** The map on paper: what a browser prints of a table is one page with the map, by day (styles/print.css). */

import { flushSync } from "svelte";
import { prefs } from "../shared/prefs.svelte";
import { mapIn, sheetAt } from "./map-art";

/** Changes to what is printed, and back; at once, since the browser does not wait. */
export function onPaper(on: boolean): void {
  flushSync(() => prefs.putOnPaper(on));
}

/** Prints the map, once the drawing of it by day is there. */
export async function printMap(): Promise<void> {
  const day = document.querySelector<HTMLImageElement>("[data-day]");
  if (day) {
    day.loading = "eager";
    // Without a server it is printed as far as it is here.
    await mapIn(sheetAt(false))
      .then((address) => {
        day.src = address;
        return day.decode();
      })
      .catch(() => undefined);
  }
  print();
}
