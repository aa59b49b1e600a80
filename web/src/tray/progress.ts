/** How far a step has come, in one sentence under the question. */

import type { Game } from "../game/game.svelte";
import { paidCards } from "../phase/ledger";
import { movesOf } from "../phase/moves";
import { prefs } from "../shared/prefs.svelte";
import type { Bill, CardNumber } from "../wire/types";
import { t } from "./texts";

const battles = (game: Game): number => game.position.actions.filter((a) => a.type === "BeginBattle").length;

/** Code of the question -> its progress. */
const TELLERS: Record<string, (game: Game) => string> = {
  move: (game) => {
    const moves = movesOf(game);
    const [n, held, moved] = [moves.can.length, moves.held.length, moves.done.length];
    const all = held ? t("tray.progress-move-held", { n, moved, held }) : t("tray.progress-move", { n, moved });
    // Whoever has begun to move has moved, and can still go on.
    return moves.begun ? `${all} ${t("tray.progress-begun", { n: moves.begun })}` : all;
  },
  declare: (game) => {
    const limit = game.position.view?.targets_limit ?? 0;
    const n = limit - (game.position.view?.targets_left ?? 0);
    const single = game.position.pkg?.undo.targets?.length;
    if (!single) return t("tray.progress-declare", { n, limit });
    return t(prefs.phone ? "tray.progress-declare-tap" : "tray.progress-declare-back", { n, limit });
  },
  next_battle: (game) => allocation(game),
  compose: (game) => allocation(game),
  fight_planned: (game) => t("tray.progress-battles", { n: battles(game) }),
  commit_next: (game) => t("tray.progress-commit", { n: battles(game) }),
  apply_next: (game) => t("tray.progress-apply", { n: battles(game) }),
  pay: (game) => bill(game),
  discard: (game) => bill(game),
  event: (game) => eventText(game),
  choose: (game) => eventText(game),
};

/** What the card of the question says: who has to choose for it need not know it by heart. */
function eventText(game: Game): string {
  const [card, side] = String(game.position.view?.prompt.args.half ?? "").split("-");
  return game.position.half(Number(card) as CardNumber, side === "soviet" ? "soviet" : "axis")?.text ?? "";
}

function allocation(game: Game): string {
  const rows = game.plan.answer?.rows ?? [];
  if (rows.length === 0) return "";
  const battle = game.position.view?.battle;
  const done = rows.filter(
    (r) => game.plan.on(r.hex).length > 0 || (battle?.targets.includes(r.hex) && battle.attackers.length > 0),
  );
  return t("tray.progress-allocation", { n: done.length, all: rows.length });
}

function bill(game: Game): string {
  const { cards, due } = game.marks;
  if (cards.length) return t("game.marked", { n: cards.length, due });
  const n = Number(game.position.view?.prompt.args.n ?? 0);
  return n ? t("tray.progress-bill", { n, hand: game.position.view?.hand?.length ?? 0 }) : "";
}

/** What the phase will cost when it ends, where it is paid all at once. */
function owed({ cards: n, replacing }: Bill, hand: number): string {
  if (n === 0) return t("tray.progress-owed-nothing", { hand });
  return replacing ? t("tray.progress-owed-replacing", { n, hand, replacing }) : t("tray.progress-owed", { n, hand });
}

export function progressOf(game: Game): string {
  const view = game.position.view;
  if (!view || !game.position.mine || game.position.handOver) return "";
  const told = TELLERS[view.prompt.code]?.(game);
  if (told !== undefined) return told;
  if (view.bill) return owed(view.bill, view.hand?.length ?? 0);
  if (view.phase === "organization") {
    return t("tray.progress-organization", {
      n: paidCards(game.chronicle.log, game.position.seat),
      hand: view.hand?.length ?? 0,
    });
  }
  return "";
}
