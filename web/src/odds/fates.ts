/** What a result of a battle does, in the reader's language. */

import { coded, i18n, listed } from "../i18n/i18n.svelte";
import type { Names } from "../i18n/refusal";
import { RESULT } from "../i18n/words";
import type { Consequence } from "../wire/types";
import { t } from "./texts";

/** What a result does to whom: the server's English, or in another language the fates one by one. */
export function fatesOf(names: Names, found: Consequence | undefined): string {
  if (!found || i18n.language === "en") return found?.text ?? "";
  const { fates, choice } = found;
  const parts: string[] = [];
  if (choice.length)
    parts.push(
      t("odds.fate-choice", {
        units: listed(
          choice.map((u) => names.unitName(u)),
          "disjunction",
        ),
      }),
    );
  const kinds = new Map<string, string[]>();
  for (const { unit, fate, why } of fates) {
    if (choice.includes(unit)) continue;
    const kind = why === "retreat" || why === "retreats" ? `${fate}-${why}` : fate;
    kinds.set(kind, [...(kinds.get(kind) ?? []), names.unitName(unit)]);
  }
  for (const [kind, units] of kinds) parts.push(coded(`odds.fate-${kind}`, kind, { units: listed(units) }));
  return parts.length ? `${parts.join("; ")}.` : (RESULT[found.result]?.text ?? "");
}
