import { expect, test } from "vitest";
import { at, within } from "./base";

test("a path of a site that has its host to itself stays as it is", () => {
  expect(at("/")).toBe("/");
  expect(at("/g/one?s=4")).toBe("/g/one?s=4");
  expect(within("/g/one")).toBe("/g/one");
});

test("a path of a site that is at a path of its host is under that, and comes back from there", () => {
  for (const path of ["/", "/g/one", "/join/one/secret"]) {
    expect(at(path, "/wargames/")).toBe(`/wargames${path}`);
    expect(within(at(path, "/wargames/"), "/wargames/")).toBe(path);
  }
  expect(within("/wargames2/g/one", "/wargames/")).toBe("/wargames2/g/one");
});
