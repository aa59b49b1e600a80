/** Looking for a finished game by what its card says: name, players, scenario, result, year of the war. */

import { gameName, outcomeIn, scenarioName } from "../i18n/games";
import { monthsIn } from "../i18n/names";
import type { ListedGame, Side } from "../wire/types";
import { t } from "./texts";

/** Letters that no accent makes of others. */
const ALIKE: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** A text in lower case and without accents, as it is compared. */
export const plainly = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøđßæœı]/g, (letter) => ALIKE[letter] ?? letter);

function saidOf(row: ListedGame): string {
  const side: Side | undefined = row.owned.length === 1 ? row.owned[0] : undefined;
  const winner = row.outcome?.winner;
  return [
    gameName(row),
    scenarioName(row),
    ...Object.values(row.people).map((one) => one.name),
    ...Object.values(row.seats).map((one) => (one.kind === "computer" ? t("home.against-computer") : "")),
    winner && side ? t(winner === side ? "home.won" : "home.lost") : "",
    row.outcome ? outcomeIn(row.outcome) : t("home.over"),
    row.months ? `${monthsIn(row.months)} ${row.year ?? ""}` : "",
  ].join(" ");
}

/** Whether all the words that are looked for stand on a game's card. */
export function fits(row: ListedGame, sought: string): boolean {
  const words = plainly(sought).split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  const said = plainly(saidOf(row));
  return words.every((word) => said.includes(word));
}
