/** Works out the dice and deals of a finished game again (docs/dice.md). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Kept } from "../game/seed";
import type { ChanceRecord, Lot, Seed, Side } from "../wire/types";

/**
 * What is wrong with a record. `seed`: the one that this browser gave is not in it, or is another. Between two people
 * also: `seal`, a seed that does not fit its seal; `theirs`, another seal than this browser saw before it showed its own
 * seed; `early`, lots that did not wait for both seeds.
 */
export type Fault = "commitment" | "secret" | "missing" | "lot" | "seed" | "seal" | "theirs" | "early";

/** A fault, and the step of the game that it is at, if it is at one. */
export interface Found {
  fault: Fault;
  ply?: number;
}

/** Which of its options a lot is: HMAC-SHA256 of its number and the seeds given by then, modulo their number. */
function outcome(secret: Uint8Array, seeds: readonly Seed[], { number, options }: Lot): string | undefined {
  const words = [String(number), ...seeds.filter((each) => each.seed && each.since <= number).map((each) => each.seed)];
  const digest = hmac(sha256, secret, utf8ToBytes(words.join(" ")));
  return options[Number(BigInt(`0x${bytesToHex(digest)}`) % BigInt(options.length))];
}

const SIDES: readonly Side[] = ["axis", "soviet"];

/** The sides without whose seed a game between two people went on: its dice are not proven. */
export const unproven = ({ version, seeds }: ChanceRecord): Side[] =>
  version < 2 ? [] : SIDES.filter((side) => !seeds.some((each) => each.side === side && each.seed));

/** The faults of the seals of a game between two people. */
function sealed(record: ChanceRecord, mine: Kept | null): Fault[] {
  const { seeds, first } = record;
  const found: Fault[] = [];
  const unfit = seeds.some(({ seed, seal }) => seed && bytesToHex(sha256(hexToBytes(seed))) !== seal);
  if (unfit || seeds.length > 2 || new Set(seeds.map(({ side }) => side)).size < seeds.length) found.push("seal");
  const seals = mine ? seeds.filter(({ seal }) => seal !== bytesToHex(sha256(hexToBytes(mine.seed)))) : [];
  const other = seals.some(({ seed, seal }) => seed && seal !== mine?.theirs);
  if (other || (mine?.theirs && !seals.some(({ seal }) => seal === mine.theirs))) found.push("theirs");
  if (seeds.some((each) => each.since !== first)) found.push("early");
  return found;
}

/** The faults of the record of a game that is over; `mine` is what this browser kept of it. */
export function faults(record: ChanceRecord, mine: Kept | null): Found[] {
  const { secret: revealed, lots } = record;
  if (revealed === null || lots === null) throw new Error("the game is not over");
  const found: Found[] = [];
  const secret = hexToBytes(revealed);
  // Whoever shows the seals in another order has not chosen it: it is theirs.
  const two = record.version > 1;
  const seeds = two ? record.seeds.toSorted((a, b) => ((a.seal ?? "") < (b.seal ?? "") ? -1 : 1)) : record.seeds;
  if (mine && mine.commitment !== record.commitment) found.push({ fault: "commitment" });
  if (bytesToHex(sha256(secret)) !== record.commitment) found.push({ fault: "secret" });
  if (mine && !seeds.some((each) => each.seed === mine.seed)) found.push({ fault: "seed" });
  if (two) found.push(...sealed(record, mine).map((fault) => ({ fault })));
  // A browser that has sealed its seed has a part in a record with seals.
  else if (mine?.theirs) found.push({ fault: "theirs" });
  lots.forEach((lot, place) => {
    if (lot.number !== record.first + place) found.push({ fault: "missing", ply: lot.ply });
    if (outcome(secret, seeds, lot) !== lot.came) found.push({ fault: "lot", ply: lot.ply });
  });
  return found;
}
