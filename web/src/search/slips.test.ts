import { expect, test } from "vitest";
import { meantBy, slips } from "./slips";

test.each([
  ["supply", "supply", 0],
  ["suply", "supply", 1],
  ["supplly", "supply", 1],
  ["suplpy", "supply", 1],
  ["sopply", "supply", 1],
  ["retreat", "supply", 3],
  ["sup", "supply", 3],
])("between %s and %s there are %i slips, or too many", (one, other, n) => {
  expect(slips(one, other, 2)).toBe(n);
  expect(slips(other, one, 2)).toBe(n);
});

test("the nearest word that begins alike was meant, the first of several", () => {
  expect(meantBy("ravitaillment", ["ravitaillent", "ravitaillement", "ravitailler"])).toBe("ravitaillent");
  expect(meantBy("ravitaillment", ["ravitaillement", "ravitaillent"])).toBe("ravitaillement");
  expect(meantBy("supplly", ["apply", "supple", "supply"])).toBe("supply");
});

test("short words and far ones were meant as they are", () => {
  expect(meantBy("mudd", ["mud", "muddy"])).toBeNull();
  expect(meantBy("tankz", ["blank", "turns"])).toBeNull();
});
