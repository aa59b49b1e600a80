/** The one sentence that says what is asked: shown in the tray, read aloud, and mirrored to the page's title. */

import { i18n } from "../i18n/i18n.svelte";
import { begun, sentence, told } from "../i18n/refusal";
import { SIDE, SIDES } from "../i18n/words";
import type { Side } from "../wire/types";
import type { Position } from "./position.svelte";
import { waitOf } from "./seed";
import type { Selection } from "./selection.svelte";
import { t } from "./texts";

/** The server's question in the reader's language. */
export function question(position: Position): string {
  const prompt = position.view?.prompt;
  if (!prompt) return "";
  // The server says it in English; elsewhere the sentences that it names are said.
  if (i18n.language === "en") return prompt.text;
  return prompt.said.map((name) => begun(sentence(`prompt.${name}`, prompt.text, prompt.args, position))).join(" ");
}

/** What is asked of a real table: a die, a card from the pile, or one of the hand that chance picks. */
function chance(position: Position): string {
  const side = SIDES[position.seat ?? "axis"];
  if (position.actions.some((a) => a.type === "Rolled")) return begun(t("game.own-die", { side }));
  const held = position.actions.every((a) => a.card && position.ownCards.includes(a.card));
  return begun(t(held ? "game.own-discard" : "game.own-card", { side }));
}

export function promptOf(position: Position, selection: Selection): string {
  const view = position.view;
  if (!view) return "";
  if (position.handOver) return t("prompt.hand-over", { side: SIDES[position.handOver] });
  if (selection.forks.length)
    return t("prompt.fork", { place: told("place", selection.forked ?? "", position), n: selection.forks.length });
  if (position.asksChance) return chance(position);
  if (view.prompt.code === "chance" && position.pkg && waitOf(position.pkg)) return t("game.dice-wait");
  const { puzzle } = position.pkg ?? {};
  if (puzzle && puzzle.state !== "open") return t("game.puzzle-over");
  const waited = view.prompt.code === "wait" ? (view.prompt.args.side as Side) : null;
  if (waited && position.pkg?.game.seats[waited].kind === "open") return t("game.nobody-there", { side: SIDE[waited] });
  if (position.mine || view.outcome) return question(position);
  if (position.thinking) return t(`prompt.thinking-${position.thinking.stage}`);
  return position.pkg?.thinking ? t("prompt.thinking") : question(position);
}
