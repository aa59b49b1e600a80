import { expect, test } from "vitest";
import { pointsIn } from "./told";

test("points are written with halves, tie-breaks also with quarters", () => {
  expect([0, 0.5, 1, 2.5, 1.25].map(pointsIn)).toEqual(["0", "½", "1", "2½", "1.25"]);
});
