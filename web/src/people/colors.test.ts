import { expect, test } from "vitest";
import { colorOf } from "./colors";

test("a chosen color stays, gray too", () => {
  expect(colorOf("Anna", "gold")).toBe("gold");
  expect(colorOf("Anna", "gray")).toBe("gray");
});

test("whoever has chosen none has one by name, always the same, and nobody without a name", () => {
  const names = ["Anna", "Boris", "Clara", "Dmitri", "Émile", "Фёдор"];
  const colors = names.map((name) => colorOf(name, ""));
  expect(colors).not.toContain("gray");
  expect(new Set(colors).size).toBeGreaterThan(3);
  expect(names.map((name) => colorOf(name, ""))).toEqual(colors);
  expect(colorOf("", "")).toBe("gray");
});
