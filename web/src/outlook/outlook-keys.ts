/** What the keys of foresight do; the table of keys is `shortcuts.json`. */

import type { Game, Tab } from "../game/game.svelte";
import { labOf } from "../lab/lab.svelte";
import { prefs } from "../shared/prefs.svelte";
import { layers } from "./layers.svelte";
import { outlookOf } from "./outlook.svelte";

export function outlookCommands(game: Game): Record<string, () => void> {
  const tab = (id: Tab) => () => {
    if (prefs.phone) game.sheet = game.sheet === id ? "" : id;
    else {
      if (!prefs.panel) prefs.toggle("panel");
      game.tab = id;
    }
  };
  return {
    threat: () => layers.toggle("threat"),
    "supply-then": () => layers.toggle("coming"),
    objectives: () => layers.toggle("objectives"),
    lab: () => labOf(game).toggle(),
    calendar: tab("calendar"),
    boxes: tab("boxes"),
    victory: () => outlookOf(game).open("victory"),
  };
}

/** Esc: closes what foresight has opened, one level; false when there is nothing. */
export function outlookBack(game: Game): boolean {
  const outlook = outlookOf(game);
  if (outlook.sheet) outlook.open(outlook.sheet);
  else if (layers.open) layers.open = false;
  else return false;
  return true;
}
