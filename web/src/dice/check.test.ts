import { describe, expect, it } from "vitest";
import type { ChanceRecord } from "../wire/types";
import { faults } from "./check";

const FACES = [1, 2, 3, 4, 5, 6].map((face) => `die ${face}`);
/** A record as the server makes it: secret 00 01 … 1f, two dice after a seed, worked out by docs/check_dice.py. */
const RECORD: ChanceRecord = {
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
    expect(faults(RECORD, RECORD.commitment, "5e".repeat(32))).toEqual([]);
  });
  it("finds a die that should have fallen otherwise", () => {
    const [first, second] = RECORD.lots ?? [];
    const lots = [first, { ...second, came: second?.came === "die 1" ? "die 2" : "die 1" }] as ChanceRecord["lots"];
    expect(faults({ ...RECORD, lots }, "", "")).toEqual([{ fault: "lot", ply: 9 }]);
  });
  it("finds a lot that was left out", () => {
    const lots = RECORD.lots?.slice(1) ?? [];
    expect(faults({ ...RECORD, lots }, "", "")).toEqual([{ fault: "missing", ply: 9 }]);
  });
  it("finds another secret, another commitment and a seed that was dropped", () => {
    expect(faults({ ...RECORD, commitment: "00".repeat(32) }, "", "")).toEqual([{ fault: "secret" }]);
    expect(faults(RECORD, "00".repeat(32), "")).toEqual([{ fault: "commitment" }]);
    expect(faults(RECORD, "", "0d".repeat(32))).toEqual([{ fault: "seed" }]);
  });
  it("waits for the end", () => {
    expect(() => faults({ ...RECORD, secret: null, lots: null }, "", "")).toThrow("not over");
  });
});
