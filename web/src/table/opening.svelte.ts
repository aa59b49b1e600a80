/** The first look at the map of a game that is opened. */

import type { Game } from "../game/game.svelte";
import { learning } from "../lessons/learning.svelte";
import { replayOf } from "../replay/replay.svelte";
import { prefs } from "../shared/prefs.svelte";
import { settings } from "../shared/settings.svelte";
import type { Briefing } from "./briefing.svelte";
import type { MapSight } from "./map-sight.svelte";

/**
 * Takes the first look anew, in the room that is left, until what lies over much of the map is gone. To be called by the
 * component that holds the map.
 */
export function lookAsGameOpens(
  game: Game,
  briefing: Briefing,
  sight: MapSight,
  stage: () => HTMLElement | null,
): void {
  const { position, screen } = game;
  const replay = replayOf(game);
  const spread = $derived(position.actions.length > 0 && position.actions.every((a) => a.card !== undefined));
  const tip = $derived(briefing.on || prefs.across || replay.on ? null : learning.tip(position));
  const covered = $derived(position.handOver !== null);
  const over = $derived(`${briefing.on} ${tip?.prompt} ${screen.sheet} ${spread} ${covered} ${screen.ready}`);
  let opening = true;
  $effect(() => {
    const on = stage();
    const { view } = sight;
    if (!over || !view || !on || !opening || settings.all.holdsMap) return;
    opening = briefing.on || tip !== null || screen.sheet !== "" || spread || covered || !screen.ready;
    view.lookAgain();
    // When the cards have come to rest.
    const gliding = on.getAnimations({ subtree: true }).filter((one) => one instanceof CSSTransition);
    if (gliding.length) void Promise.allSettled(gliding.map((one) => one.finished)).then(() => sight.view?.lookAgain());
  });
}
