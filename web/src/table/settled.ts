/** What came of the bids for sides, told to both players by name. */
import { SIDES } from "../i18n/words";
import type { LogLine, Side } from "../wire/types";
import { t } from "./texts";

/** The sentence for a log that tells of bids; empty for any other. */
export function settled(log: readonly LogLine[], nameOf: (side: Side) => string): string {
  const event = log.map((line) => line.event).find((one) => one.type === "SidesSettled");
  if (!event) return "";
  const [host, guest] = event.bids;
  const names = { axis: nameOf("axis"), soviet: nameOf("soviet") };
  if (host.side !== guest.side) return t("bids.came-apart", names);
  const n = Math.max(host.steps, guest.steps);
  // Whoever plays the side that both wanted won the bidding, or the throw of the die.
  const args = { winner: names[host.side], side: SIDES[host.side], n };
  return host.steps === guest.steps
    ? t("bids.came-tie", args)
    : t("bids.came-higher", { ...args, less: Math.min(host.steps, guest.steps) });
}
