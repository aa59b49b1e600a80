/** What wins, told when a game has just begun, before any tip. */

import type { Game } from "../game/game.svelte";
import { learning } from "../lessons/learning.svelte";
import { prefs } from "../shared/prefs.svelte";

export class Briefing {
  readonly #game: Game;

  /** To be made by the component that shows it. */
  constructor(game: Game) {
    this.#game = game;
    // On a phone the hand would lie over what wins, and over the front.
    $effect(() => {
      if (this.on) game.screen.sheet = "";
    });
  }

  /** What came of bids is told to both players at once. A phone held across has room for none of it. */
  readonly on = $derived.by(() => {
    const { position, chronicle, id } = this.#game;
    const { pkg, mine } = position;
    const bid = pkg?.seat && chronicle.log.some((line) => line.type === "SidesSettled");
    if (!pkg || !(mine || bid) || prefs.across) return false;
    if (pkg.lesson || pkg.game.sandbox || pkg.game.scenario === "position") return false;
    const turns = new Set(chronicle.log.filter((line) => line.type === "TurnBegan").map((line) => line.event.turn));
    return turns.size < 2 && (bid ? !learning.knows(id) : learning.tells(id));
  });

  readonly understood = (): void => {
    learning.brief(this.#game.id);
    this.#game.screen.offerCards(this.#game.position);
  };
}
