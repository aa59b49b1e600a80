/** The keys of the table: what each command of their list does, and when a press is one. */

import { askOf } from "../ask/ask.svelte";
import { enterAll, entering } from "../game/advances";
import type { Game } from "../game/game.svelte";
import { cursorOf } from "../map/cursor.svelte";
import { printMap } from "../map/paper";
import { sketchOf } from "../map/sketch.svelte";
import { ordersOf } from "../orders/orders.svelte";
import { outlookBack, outlookCommands } from "../outlook/outlook-keys";
import { fight, goOn } from "../phase/checklist";
import { replayKey } from "../replay/replay-keys";
import { announcer } from "../shared/announce.svelte";
import { byPointer, commandOf, keyName, lettersFree, SHORTCUTS, single } from "../shared/keys";
import { prefs } from "../shared/prefs.svelte";
import type { MapId, UnitId } from "../wire/types";
import { back, nextUnit } from "./commands";
import { informAbout } from "./inform";
import type { MapSight } from "./map-sight.svelte";
import { t } from "./texts";

/** Moves the hex cursor, or the map when no hex has the focus. */
async function walk(game: Game, sight: MapSight, way: string): Promise<void> {
  const pan = { left: [90, 0], right: [-90, 0], up: [0, 90], down: [0, -90] }[way];
  const focus = document.activeElement;
  if (byPointer(focus) || !focus?.closest("[role=application]")) {
    if (pan) sight.view?.pan(pan[0] ?? 0, pan[1] ?? 0);
    return;
  }
  const next = cursorOf(game).next(way);
  if (!next) announcer.say(t("table.edge"));
  else {
    await cursorOf(game).go(next);
    focusMap();
  }
}
export function focusMap(): void {
  document.querySelector<SVGElement>("[data-cursor]")?.focus({ preventScroll: true });
}
async function step(game: Game, by: 1 | -1): Promise<void> {
  nextUnit(game, by);
  await cursorOf(game).renew();
  focusMap();
}
function card(game: Game, index: number): void {
  const die = game.position.actions.find((a) => a.type === "Rolled" && a.value === index + 1);
  if (die) return void game.talk.act(die);
  const number = game.position.ownCards[index];
  if (number === undefined) return;
  if (game.position.byCard.get(number)?.every((a) => a.type !== "PlayEvent")) game.clicks.card(number);
  else game.selection.card = game.selection.card === number ? null : number;
}
/** Details of what the keyboard is on: the counter with the focus, the hex with the cursor, the unit in hand. */
function inform(game: Game): void {
  if (informAbout(game, document.activeElement)) return;
  const on = document.activeElement?.closest<SVGElement>("[data-unit], [data-cursor]");
  const unit =
    (on?.dataset.unit as UnitId | undefined) ?? (on ? undefined : (game.selection.hoverUnit ?? game.selection.unit));
  const hex = (on?.dataset.hex as MapId | undefined) ?? game.selection.hoverHex;
  if (unit) void game.clicks.inform("unit", unit);
  else if (hex) void game.clicks.inform("hex", hex);
}

/** The key of the way on only leads to a button that gives something up: there the next press gives it up. */
function meet(game: Game): void {
  const way = document.querySelector<HTMLElement>("[data-testid=primary]");
  if (document.activeElement === way) goOn(game);
  else way?.focus();
}

/** Presses a button of the question, as a click would: one that does not answer yet does nothing. */
function press(selector: string): void {
  document.querySelector<HTMLElement>(`[data-testid=tray] ${selector}:not(:disabled)`)?.click();
}

type Commands = Record<string, (key: string) => void>;

/** What each command of the table of keys does. */
function commandsOf(game: Game, sight: MapSight): Commands {
  const orders = ordersOf(game);
  return {
    primary: () => {
      if (game.position.declines && !game.plan.order) meet(game);
      else goOn(game);
    },
    attack: () => void fight(game),
    yes: () => {
      const { active, declines } = game.position;
      if (active && declines) void game.talk.act(active);
    },
    no: () => press("[data-declines]"),
    rest: () => press(document.querySelector("[data-rest=proposed]") ? "[data-rest=proposed]" : "[data-rest]"),
    propose: () => void game.advice.declare(),
    ...outlookCommands(game),
    back: () => {
      if (orders.on) orders.close();
      else if (askOf(game).on && !game.screen.book) askOf(game).close();
      else if (!outlookBack(game)) back(game);
    },
    undo: () => void game.talk.undo(),
    redo: () => void game.talk.redo(),
    restart: () => void game.talk.restart(),
    hold: () => {
      if (game.selection.unit && game.position.isOwn(game.selection.unit)) game.plan.hold(game.selection.unit);
      void step(game, 1);
    },
    whole: () => {
      const [only, another] = entering(game.position).keys();
      if (only && !another) return void enterAll(game.position, game.talk, only);
      const on = document.activeElement?.closest<SVGElement>("[data-unit], [data-cursor]");
      const hex =
        game.position.units.get((on?.dataset.unit as UnitId | undefined) ?? game.selection.unit ?? "")?.at ??
        (on?.dataset.hex as MapId | undefined) ??
        game.selection.hoverHex;
      if (hex) void game.stack.take(hex).then(focusMap);
    },
    report: () => {
      game.screen.reporting = true;
    },
    next: () => void step(game, 1),
    previous: () => void step(game, -1),
    lists: () => game.screen.list(),
    card: (key) => card(game, Number(key) - 1),
    left: () => void walk(game, sight, "left"),
    right: () => void walk(game, sight, "right"),
    up: () => void walk(game, sight, "up"),
    down: () => void walk(game, sight, "down"),
    "north-west": () => void walk(game, sight, "north-west"),
    "north-east": () => void walk(game, sight, "north-east"),
    "south-west": () => void walk(game, sight, "south-west"),
    "south-east": () => void walk(game, sight, "south-east"),
    info: () => inform(game),
    "zoom-in": () => sight.view?.zoom(1.25),
    "zoom-out": () => sight.view?.zoom(0.8),
    home: () => sight.view?.home(),
    fit: () => sight.view?.fit(),
    zones: () => prefs.turnZones(),
    supply: () => prefs.toggle("supply"),
    control: () => prefs.toggle("control"),
    trails: () => prefs.toggle("trails"),
    grid: () => prefs.toggle("numbers"),
    draw: () => sketchOf(game).toggle(),
    hide: () => {
      sight.hidden = true;
    },
    orders: () => {
      if (!game.position.watching) orders.open();
    },
    print: () => void printMap(),
    repeat: () => announcer.repeat(),
    ask: () => askOf(game).open(),
    help: () => {
      game.screen.help = true;
    },
  };
}

/** Whether a press on this element is a key of the table, and not the element's own. */
function isFree(name: string, command: string, on: HTMLElement): boolean {
  if (single(name) && !(prefs.letters && lettersFree(document.activeElement))) return false;
  if (name === "Enter" && !byPointer(on) && on.closest("button, a, [role=button], summary")) return false;
  // A list that scrolls, a row of tabs: there the arrows are not ours.
  if (
    !byPointer(on) &&
    SHORTCUTS.find((s) => s.id === command)?.group === "map" &&
    on.closest("[role=tablist], .scroll")
  )
    return false;
  return on.closest("[role=application]") !== null || !/^(Home|End|Page)/.test(name);
}

/** Listens to the keys of a game. */
export function keyboard(game: Game, sight: MapSight): (e: KeyboardEvent) => void {
  const commands = commandsOf(game, sight);
  return (e) => {
    const on = e.target as HTMLElement;
    // Below a sheet nothing hears a key, wherever the focus is.
    if (on.closest("input, select, textarea") || e.altKey || game.position.handOver) return;
    if (document.querySelector("dialog[open]")) return;
    if (replayKey(game, e)) {
      e.preventDefault();
      return;
    }
    const name = keyName(e);
    const command = commandOf(name, prefs.hexKeys);
    const run = command ? commands[command] : undefined;
    if (!command || !run || !isFree(name, command, on)) return;
    // A key that is held down gives up one thing, not the next as well.
    if (e.repeat && (command === "no" || command === "rest")) return;
    // Enter too: else the same press would go on to the button that has the focus in the sheet which it opens.
    e.preventDefault();
    run(name);
  };
}
