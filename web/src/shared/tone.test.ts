import { expect, test } from "vitest";
import { toneOf, toneOfShift } from "./tone";

test("a retreat of the defenders is good for the attacker and bad for them", () => {
  expect(toneOf("DR", "axis", "axis")).toBe("good");
  expect(toneOf("DR", "axis", "soviet")).toBe("bad");
  expect(toneOf("CA", "soviet", "axis")).toBe("good");
});

test("an exchange is neither, for anybody", () => {
  expect([toneOf("EX", "axis", "axis"), toneOf("NE", "axis", "soviet")]).toEqual(["even", "even"]);
});

test("who watches sees the odds with the attacker's eyes", () => {
  expect(toneOf("DS", "soviet", null)).toBe("good");
});

test("a shift to the right helps the attacker alone", () => {
  expect(toneOfShift(2, "axis", "axis")).toBe("good");
  expect(toneOfShift(2, "axis", "soviet")).toBe("bad");
  expect(toneOfShift(-1, "axis", "soviet")).toBe("good");
  expect(toneOfShift(0, "axis", "soviet")).toBe("even");
});
