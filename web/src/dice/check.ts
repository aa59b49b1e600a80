/** Works out the dice and deals of a finished game again (docs/dice.md). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChanceRecord, Lot, Seed } from "../wire/types";

/** What is wrong with a record; `seed`: the one that this browser gave is not in it, or is another. */
export type Fault = "commitment" | "secret" | "missing" | "lot" | "seed";

/** A fault, and the step of the game that it is at, if it is at one. */
export interface Found {
  fault: Fault;
  ply?: number;
}

/** Which of its options a lot is: HMAC-SHA256 of its number and the seeds given by then, modulo their number. */
function outcome(secret: Uint8Array, seeds: readonly Seed[], { number, options }: Lot): string | undefined {
  const words = [String(number), ...seeds.filter((each) => each.since <= number).map((each) => each.seed)];
  const digest = hmac(sha256, secret, utf8ToBytes(words.join(" ")));
  return options[Number(BigInt(`0x${bytesToHex(digest)}`) % BigInt(options.length))];
}

/** The faults of the record of a game that is over; `committed` and `seed` are what this browser kept of it. */
export function faults(record: ChanceRecord, committed: string, seed: string): Found[] {
  const { secret: revealed, lots, seeds } = record;
  if (revealed === null || lots === null) throw new Error("the game is not over");
  const found: Found[] = [];
  const secret = hexToBytes(revealed);
  if (committed && committed !== record.commitment) found.push({ fault: "commitment" });
  if (bytesToHex(sha256(secret)) !== record.commitment) found.push({ fault: "secret" });
  if (seed && !seeds.some((each) => each.seed === seed)) found.push({ fault: "seed" });
  lots.forEach((lot, place) => {
    if (lot.number !== record.first + place) found.push({ fault: "missing", ply: lot.ply });
    if (outcome(secret, seeds, lot) !== lot.came) found.push({ fault: "lot", ply: lot.ply });
  });
  return found;
}
