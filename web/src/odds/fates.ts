/** What a result of a battle does, in the reader's language. */

import { begun, type Names, refusal } from "../i18n/refusal";
import type { Consequence } from "../wire/types";

/** What a result does to whom, a sentence for each kind of fate. */
export const fatesOf = (names: Names, found: Consequence | undefined): string =>
  (found?.said ?? []).map((one) => begun(refusal(one, names))).join(" ");
