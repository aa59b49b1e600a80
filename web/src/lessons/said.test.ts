import { expect, test } from "vitest";
import { hexesIn } from "./said";

test("the hexes that a text names, each once; no other numbers", () => {
  const texts = ["Send 4th Army to 1308, then 9th Army (1306).", "Goes by 1206; rule 8.5.3 of 1943?", "1308."];
  expect(hexesIn(texts)).toEqual(["1308", "1306", "1206", "1943"]);
});
