import { expect, test } from "vitest";
import { ON_COUNTERS, ON_HEXES, ON_THE_SHEET } from "./signs";

const SOURCES = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
const LISTED: readonly string[] = [...ON_COUNTERS, ...ON_HEXES, ...ON_THE_SHEET];

test("every sign that a component draws is listed, so that the sheet of signs explains it", () => {
  const drawn = Object.entries(SOURCES).flatMap(([file, text]) =>
    [...text.matchAll(/data-sign=(?:"([^"]+)"|\{([^}]*)\})/g)].flatMap(([, name, choice = ""]) =>
      (name ? [name] : [...choice.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one)).map((sign) => ({ file, sign })),
    ),
  );
  expect(drawn.length).toBeGreaterThan(35);
  expect(drawn.filter(({ sign }) => !LISTED.includes(sign))).toEqual([]);
});
