import { expect, test } from "vitest";
import { eyesIn, stepIn, tidy } from "./address";

test.each([
  ["?s=412", 412],
  ["?s=0&as=axis", 0],
  ["?s=abc", null],
  ["?s=-5", null],
  ["?s=", null],
  ["?s=1e3", null],
  ["?s=4.5", null],
  ["?as=axis", null],
  ["", null],
])("the step of %s is %s", (search, step) => {
  expect(stepIn(search)).toBe(step);
});

test("eyes that there are not are nobody's", () => {
  expect(eyesIn("?s=4&as=soviet")).toBe("soviet");
  expect(eyesIn("?s=4&as=me")).toBeNull();
  expect(eyesIn("?s=4")).toBeNull();
});

test.each([
  ["/edit/", "/edit"],
  ["/g/abc//", "/g/abc"],
  ["/edit", "/edit"],
  ["/", "/"],
])("%s is %s", (path, plain) => {
  expect(tidy(path)).toBe(plain);
});
