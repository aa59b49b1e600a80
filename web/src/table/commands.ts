/** What keys do that concerns more than one thing on the table. */

import type { Game } from "../game/game.svelte";
import { cursorOf } from "../map/cursor.svelte";
import { sketchOf } from "../map/sketch.svelte";
import { onMap } from "../wire/ids";
import type { UnitId } from "../wire/types";

/** Esc: closes what is open, one level; with nothing open, puts down what is in hand. */
export function back(game: Game): void {
  const { screen, chronicle, selection } = game;
  if (screen.checking) screen.checked(false);
  else if (screen.reporting) screen.reporting = false;
  else if (screen.help) screen.help = false;
  else if (screen.menu) screen.menu = false;
  else if (screen.listing) screen.listing = false;
  else if (screen.info) screen.info = null;
  else if (chronicle.digest) chronicle.dismiss();
  else if (sketchOf(game).on) sketchOf(game).back();
  else if (selection.card !== null) selection.card = null;
  else if (screen.sheet) screen.sheet = "";
  else if (selection.forked) selection.forked = null;
  else selection.select(null);
}

/** Takes the next (or previous) unit that can act in hand, by its place on the map. */
export function nextUnit(game: Game, by: 1 | -1): void {
  const { position, selection, plan, screen } = game;
  const idle = [...position.byUnit.keys()].filter((u) => !plan.held.has(u));
  const fresh = idle.filter((u) => !position.units.get(u)?.moved);
  const able = fresh.length ? fresh : idle;
  able.sort((a, b) => order(game, a) - order(game, b) || a.localeCompare(b));
  if (able.length === 0) return;
  const at = selection.unit ? able.indexOf(selection.unit) : -1;
  const next = able[(at + by + able.length + (at < 0 && by < 0 ? 1 : 0)) % able.length];
  if (!next) return;
  selection.select(next);
  const hex = position.units.get(next)?.at;
  if (hex && onMap(hex)) {
    screen.look(hex);
    void cursorOf(game).go(hex);
  } else screen.tab = "phase";
}

/** Row by row from the north, in a row from the west; what is off the map last. */
function order({ position }: Game, unit: UnitId): number {
  const p = position.geo?.centre.get(position.units.get(unit)?.at ?? "");
  return p ? Math.round(p.y / 50) * 10000 + p.x : 1e9;
}
