/** What the keys of the outlook do; the table of keys is `shortcuts.json`. */

import type { Game } from "../game/game.svelte";
import type { Tab } from "../game/screen.svelte";
import { labOf } from "../lab/lab.svelte";
import { prefs } from "../shared/prefs.svelte";
import { layers } from "./layers.svelte";

export function outlookCommands(game: Game): Record<string, () => void> {
  const tab = (id: Tab) => () => {
    if (prefs.phone) game.screen.sheet = game.screen.sheet === id ? "" : id;
    else {
      if (!prefs.panel) prefs.toggle("panel");
      game.screen.tab = id;
    }
  };
  return {
    threat: () => layers.toggle("threat"),
    "supply-then": () => layers.toggle("coming"),
    objectives: () => layers.toggle("objectives"),
    lab: () => labOf(game).toggle(),
    calendar: tab("calendar"),
    boxes: tab("boxes"),
    victory: () => game.screen.turnTo("victory"),
  };
}

/** Esc: closes what the outlook has opened, one level; false when there is nothing. */
export function outlookBack(game: Game): boolean {
  if (game.screen.book) game.screen.book = null;
  else if (layers.open) layers.open = false;
  else return false;
  return true;
}
