import { describe, expect, it } from "vitest";
import { CHOICES, changed, NOTHING } from "./standing";

describe("standing orders", () => {
  it("offer every order, and asking first", () => {
    expect(CHOICES.map(({ name }) => name).sort()).toEqual(
      Object.keys(NOTHING)
        .filter((name) => !["version", "battles", "once"].includes(name))
        .sort(),
    );
    expect(CHOICES.every(({ ways }) => ways[0] === "ask")).toBe(true);
  });
  it("change one at a time, and keep what it says besides", () => {
    const orders = changed(changed(NOTHING, "strikes", "strike"), "losses", "armor");
    expect(orders.strikes).toEqual({ ...NOTHING.strikes, do: "strike" });
    expect(orders).toEqual({ ...NOTHING, strikes: orders.strikes, losses: "armor" });
  });
});
