/** Where battles are fought together, one press answers the rest of the other side's turn, by the careful set. */

import type { Game } from "../game/game.svelte";
import { api } from "../shared/api";
import { toasts } from "../shared/toasts.svelte";
import type { StandingOrders } from "../wire/types";

/** The moment to propose it: a question of the other side's turn that orders could have answered, and no sheet yet. */
export function proposesSheet({ position: { pkg, view, mine, past } }: Pick<Game, "position">): boolean {
  if (!pkg?.order || !pkg.orders || !view || !mine || past) return false;
  const { once } = pkg.orders;
  const given = once?.turn === view.turn && once.phasing === view.phasing;
  return pkg.game.options.simultaneous_battles === true && view.phasing !== pkg.seat && !given;
}

/** Has the rest of the turn answered so; what is said of single battles still counts before it. */
export async function answerTheTurn(game: Pick<Game, "id" | "position" | "talk">): Promise<void> {
  const { pkg, view } = game.position;
  if (!pkg?.orders || !view) return;
  try {
    const { version: _, own: __, once: ___, ...careful } = (await api.options()).orders.careful;
    const once = {
      ...careful,
      battles: pkg.orders.battles,
      turn: view.turn,
      phasing: view.phasing,
      phase: null,
    } as StandingOrders["once"];
    await api.order(game.id, { ...pkg.orders, once });
    await game.talk.refresh();
  } catch (error) {
    toasts.say(game.talk.said(error));
  }
}
