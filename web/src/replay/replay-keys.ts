/** The keys of a replay and of a sandbox; tried before those of the game. Returns whether the key was one of them. */

import type { Game } from "../game/game.svelte";
import { keyName, lettersFree, single } from "../shared/keys";
import { prefs } from "../shared/prefs.svelte";
import { leaveSandbox, replayOf } from "./replay.svelte";

const MOVES: Record<string, ["step" | "phase" | "turn", 1 | -1]> = {
  ArrowLeft: ["step", -1],
  ArrowRight: ["step", 1],
  "Shift+ArrowLeft": ["phase", -1],
  "Shift+ArrowRight": ["phase", 1],
  "Control+ArrowLeft": ["turn", -1],
  "Control+ArrowRight": ["turn", 1],
};

export function replayKey(game: Game, e: KeyboardEvent): boolean {
  const name = keyName(e);
  const free = !single(name) || (prefs.letters && lettersFree(document.activeElement));
  if (
    !free ||
    replayOf(game).branching ||
    game.screen.menu ||
    game.screen.help ||
    game.screen.listing ||
    game.screen.info
  )
    return false;
  return replayOf(game).on ? looking(game, name, e) : playing(game, name);
}

function looking(game: Game, name: string, e: KeyboardEvent): boolean {
  const replay = replayOf(game);
  const on = e.target as HTMLElement;
  // Whoever walks the map with the hex cursor keeps the arrows for it.
  const walking = document.activeElement?.matches("[role=application] :focus-visible") ?? false;
  const move = MOVES[name];
  if (move && !walking && !on.closest("[role=tablist]")) {
    void replay.move(...move);
    return true;
  }
  // Where W E A D Z X walk from hex to hex, what they did before is on Shift.
  const letter = name.replace("Shift+", "");
  const digit = /^[1-8]$/.test(name);
  if (digit) replay.speed = Number(name);
  else if (name === "Home" && !walking) void replay.go(replay.first);
  else if (name === "End" && !walking) void replay.go(replay.last);
  else if (name === " " && !on.closest("button, summary, a") && !walking) toggle(game);
  else if (walking && prefs.hexKeys && single(name)) return false;
  else if (letter === "b") replay.bookmarks.writing = replay.ply;
  else if (letter === "y") void replay.link();
  else if (letter === "x") void replay.sandbox();
  else if (letter === "e") replay.edit();
  else if (letter === "g" && replay.shown?.goes_on) replay.branching = true;
  else if (name === "r" || name === "Backspace" || (name === "Escape" && nothingOpen(game))) leave(game);
  else return false;
  return true;
}

function playing(game: Game, name: string): boolean {
  if (name === "r") void replayOf(game).open();
  else if (name === "Backspace" && game.position.pkg?.game.sandbox) leaveSandbox(game);
  else return false;
  return true;
}

/** Moves the focus from the bar back to the map. */
function leave(game: Game): void {
  const onBar = document.activeElement?.closest("[data-keys]") != null;
  replayOf(game).leave();
  if (onBar) document.querySelector<SVGElement>("[data-cursor]")?.focus({ preventScroll: true });
}

function toggle(game: Game): void {
  if (replayOf(game).playing) replayOf(game).pause();
  else replayOf(game).play();
}

const nothingOpen = (game: Game): boolean =>
  game.selection.card === null &&
  !game.screen.sheet &&
  game.selection.unit === null &&
  replayOf(game).bookmarks.writing === null;
