import { expect, test } from "vitest";
import { codeIn, eyesIn, stepIn, tidy } from "./address";

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
  ["/join/abc/Zx-_9.", "/join/abc/Zx-_9"],
  ["/g/abc).", "/g/abc"],
  ["/t/abc%29", "/t/abc"],
  ["/p/abc%E2%80%9C,", "/p/abc"],
  ["/", "/"],
])("%s is %s", (path, plain) => {
  expect(tidy(path)).toBe(plain);
});

test("a code ends where its link ends", () => {
  expect(codeIn("#Ab_cD")).toBe("Ab_cD");
  expect(codeIn("#Ab_cD>).")).toBe("Ab_cD");
  expect(codeIn("")).toBe("");
});
