/** The one sentence that says what is asked: shown in the tray, read aloud, and mirrored to the page's title. */

import type { Game } from "../game/game.svelte";
import { coded, i18n } from "../i18n/i18n.svelte";
import { eventTitle } from "../i18n/names";
import { SIDE, SIDES } from "../i18n/words";
import type { Side } from "../wire/types";
import { t } from "./texts";

/** The server's question in the reader's language. */
export function question(game: Game): string {
  const prompt = game.view?.prompt;
  if (!prompt) return "";
  // The server says it in English, with the names of the moment; elsewhere the code's own sentence is said.
  if (i18n.language === "en") return prompt.text;
  const args = { ...prompt.args } as Record<string, string | number>;
  if (args.title) args.title = eventTitle(game.board?.cards ?? [], String(args.title));
  if (args.side) args.side = SIDE[args.side as Side];
  const which = args.case ? `${prompt.code}.${args.case}` : prompt.code;
  return coded(`prompt.${which}`, prompt.text, args);
}

export function promptOf(game: Game): string {
  const view = game.view;
  if (!view) return "";
  if (game.handOver) return t("tray.hand-over", { side: SIDES[game.handOver] });
  if (game.forks.length) return t("tray.fork", { place: game.placeName(game.forked ?? ""), n: game.forks.length });
  if (game.mine || view.outcome) return question(game);
  if (game.pkg?.thinking) return t("tray.thinking");
  const text = question(game);
  if (text) return text;
  return view.actor === "axis" || view.actor === "soviet"
    ? t("tray.waiting-for", { side: SIDES[view.actor] })
    : t("tray.waiting-for-dice");
}
