import { expect, test } from "vitest";
import { EMBLEMS } from "./emblems";

test("no two families look alike", () => {
  const drawn = Object.values(EMBLEMS).map(({ body, line, dot }) => `${body} ${line} ${dot}`);
  expect(drawn.length).toBe(12);
  expect(new Set(drawn).size).toBe(drawn.length);
});
