/** Where battles are fought together, one press answers the rest of the other side's turn, by the careful set. */

import type { Game } from "../game/game.svelte";
import { filled, forTheTurn, holding, inForce, type Part } from "../orders/parts";
import { api } from "../shared/api";
import { toasts } from "../shared/toasts.svelte";
import type { StandingOrders } from "../wire/types";

/** The moment to propose it: a question of the other side's turn that orders could have answered, and no sheet yet. */
export function proposesSheet({ position: { pkg, view, mine, past } }: Pick<Game, "position">): boolean {
  if (!pkg?.order || !pkg.orders || !view || !mine || past) return false;
  return pkg.game.options.simultaneous_battles === true && view.phasing !== pkg.seat && !inForce(pkg.orders, view);
}

/** Has the rest of the turn answered so; what is said of single battles still counts before it. */
export async function answerTheTurn(game: Pick<Game, "id" | "position" | "talk">): Promise<void> {
  await give(game, (orders, careful) => ({ ...careful, battles: orders.battles }));
}

/** Has one part of the turn answered for the rest of it, and nothing else. */
export async function answerPart(game: Pick<Game, "id" | "position" | "talk">, part: Part): Promise<void> {
  await give(game, (orders, careful) => filled(orders, careful, part));
}

async function give(
  game: Pick<Game, "id" | "position" | "talk">,
  answers: (orders: StandingOrders, careful: StandingOrders) => StandingOrders,
): Promise<void> {
  const { pkg, view } = game.position;
  if (!pkg?.orders || !view) return;
  try {
    const { careful } = (await api.options()).orders;
    await api.order(game.id, forTheTurn(pkg.orders, answers(holding(pkg.orders, view), careful), view));
    await game.talk.refresh();
  } catch (error) {
    toasts.say(game.talk.said(error));
  }
}
