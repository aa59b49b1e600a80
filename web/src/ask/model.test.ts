import { expect, test } from "vitest";
import type { ModelLine } from "../wire/types";
import { blocksOf } from "./model.svelte";

test("an answer is put together from its lines as they come", () => {
  const lines: ModelLine[] = [
    { sources: [{ key: "8.4.1", book: "rules", id: "8.4.1" }] },
    { left_out: true },
    { text: "One.", begins: "paragraph", cites: ["8.4.1"] },
    { text: "Two.", cites: ["F1"] },
    { left_out: true },
    { text: "Three.", begins: "item", cites: ["8.4.1"] },
    { end: "whole" },
  ];
  expect(blocksOf(lines)).toEqual([
    { item: false, parts: [null] },
    { item: false, parts: [{ text: "One.", cites: ["8.4.1"] }, { text: "Two.", cites: ["F1"] }, null] },
    { item: true, parts: [{ text: "Three.", cites: ["8.4.1"] }] },
  ]);
  expect(blocksOf([])).toEqual([]);
});
