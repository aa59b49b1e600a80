import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { ChanceRecord } from "../wire/types";
import { faults, unproven } from "./check";

const FACES = [1, 2, 3, 4, 5, 6].map((face) => `die ${face}`);
/** A record as the server makes it: secret 00 01 … 1f, two dice after a seed, worked out by docs/check_dice.py. */
const RECORD: ChanceRecord = {
  version: 1,
  game: "abc",
  commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  first: 0,
  seeds: [{ side: "axis", seed: "5e".repeat(32), since: 1 }],
  secret: Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join(""),
  lots: [
    { number: 0, ply: 4, options: FACES, came: "die 4" },
    { number: 1, ply: 9, options: FACES, came: "die 2" },
  ],
};

describe("the check of the dice", () => {
  it("finds nothing wrong with an honest game", () => {
    expect(faults(RECORD, { commitment: RECORD.commitment, seed: "5e".repeat(32) })).toEqual([]);
  });
  it("finds a die that should have fallen otherwise", () => {
    const [first, second] = RECORD.lots ?? [];
    const lots = [first, { ...second, came: second?.came === "die 1" ? "die 2" : "die 1" }] as ChanceRecord["lots"];
    expect(faults({ ...RECORD, lots }, null)).toEqual([{ fault: "lot", ply: 9 }]);
  });
  it("finds a lot that was left out", () => {
    const lots = RECORD.lots?.slice(1) ?? [];
    expect(faults({ ...RECORD, lots }, null)).toEqual([{ fault: "missing", ply: 9 }]);
  });
  it("finds another secret, another commitment and a seed that was dropped", () => {
    expect(faults({ ...RECORD, commitment: "00".repeat(32) }, null)).toEqual([{ fault: "secret" }]);
    expect(faults(RECORD, { commitment: "00".repeat(32), seed: "5e".repeat(32) })).toEqual([{ fault: "commitment" }]);
    expect(faults(RECORD, { commitment: RECORD.commitment, seed: "0d".repeat(32) })).toEqual([{ fault: "seed" }]);
  });
  it("waits for the end", () => {
    expect(() => faults({ ...RECORD, secret: null, lots: null }, null)).toThrow("not over");
  });
});

describe("the check of the dice of two", () => {
  const [AXIS, SOVIET] = ["5e".repeat(32), "0d".repeat(32)];
  const [BY_AXIS, BY_SOVIET] = [AXIS, SOVIET].map((seed) => bytesToHex(sha256(hexToBytes(seed))));
  const TWO: ChanceRecord = {
    ...RECORD,
    version: 2,
    seeds: [
      { side: "soviet", seed: SOVIET, since: 0, seal: BY_SOVIET },
      { side: "axis", seed: AXIS, since: 0, seal: BY_AXIS },
    ],
    lots: [
      { number: 0, ply: 1, options: FACES, came: "die 2" },
      { number: 1, ply: 2, options: FACES, came: "die 4" },
    ],
  };
  const MINE = { commitment: RECORD.commitment, seed: AXIS, theirs: BY_SOVIET };

  it("finds nothing wrong with an honest game, in whatever order the seeds come", () => {
    expect(faults(TWO, MINE)).toEqual([]);
    expect(faults({ ...TWO, seeds: TWO.seeds.toReversed() }, MINE)).toEqual([]);
    expect(unproven(TWO)).toEqual([]);
  });
  it("finds a seed that was chosen after the other one was known", () => {
    const chosen = "0e".repeat(32);
    const seal = bytesToHex(sha256(hexToBytes(chosen)));
    const seeds = TWO.seeds.map((each) => (each.side === "soviet" ? { ...each, seed: chosen } : each));
    expect(faults({ ...TWO, seeds, lots: [] }, MINE)).toEqual([{ fault: "seal" }]);
    const resealed = seeds.map((each) => (each.side === "soviet" ? { ...each, seal } : each));
    expect(faults({ ...TWO, seeds: resealed, lots: [] }, MINE)).toEqual([{ fault: "theirs" }]);
    expect(faults({ ...TWO, version: 1, lots: [] }, MINE)).toEqual([{ fault: "theirs" }]);
  });
  it("finds dice that were thrown before both seeds were known", () => {
    const seeds = TWO.seeds.map((each) => ({ ...each, since: 1 }));
    expect(faults({ ...TWO, seeds, lots: [] }, MINE)).toEqual([{ fault: "early" }]);
  });
  it("says whose seed is missing", () => {
    const seeds = TWO.seeds.map((each) => (each.side === "soviet" ? { ...each, seed: "", given_up: true } : each));
    expect(unproven({ ...TWO, seeds })).toEqual(["soviet"]);
    expect(unproven(RECORD)).toEqual([]);
  });
});
