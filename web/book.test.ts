import { expect, test } from "vitest";
import { cards, chapters, digest, parts, read, sections, texts } from "./book";
import { placeOf } from "./src/search/outlines";
import { lines } from "./src/search/passages";

const ENGLISH =
  "# Book\nWords.\n\n## 1 First\n`[SHF-6]`\n\nSee 10.6.3 and <b>, Digital 0.1.\n\n### 1.1 Part\nOld.\n\n## Last\nEnd.\n";
const GERMAN = "# Buch\nWörter.\n\n## 1 Erstes\nSiehe 10.6.3.\n\n### 1.1 Teil\nAlt.\n";
const of = (source: string) => Object.fromEntries(parts(source).map((part) => [part.id, digest(part.source)]));

test("a book is cut at its headings; one without a number is found by the one before it", () => {
  expect(parts(ENGLISH).map(({ id, level, title }) => [id, level, title])).toEqual([
    ["+1", 1, "Book"],
    ["1", 2, "1 First"],
    ["1.1", 3, "1.1 Part"],
    ["1.1+1", 2, "Last"],
  ]);
});

test("numbers of rules are links, and neither HTML nor the ids of the code are shown", () => {
  const [, first] = sections(ENGLISH, ENGLISH, of(ENGLISH));
  expect(first?.html).toBe(
    '<p>See <a href="#rule-10.6.3" data-rule="10.6.3">10.6.3</a> and &lt;b&gt;, Digital 0.1.</p>\n',
  );
});

test("a section says whether it is translated, stale, or missing", () => {
  const told = { ...of(ENGLISH), "1.1": "0" };
  const found = sections(ENGLISH, GERMAN, told);
  expect(found.map(({ title, standing }) => [title, standing])).toEqual([
    ["Buch", "translated"],
    ["1 Erstes", "translated"],
    ["1.1 Teil", "stale"],
    ["Last", "english"],
  ]);
});

test("line breaks make no section stale", () => {
  expect(digest("## 1 A\n\none two\n")).toBe(digest("## 1 A\none\ntwo"));
  expect(digest("## 1 A\none")).not.toBe(digest("## 1 A\ntwo"));
  // tests/test_translated_pages.py has the same figure.
  expect(digest("## 1 A\n\none\u00a0two\n")).toBe("62ff335a");
});

test("chapters begin at their level, and a rule is found in the chapter of the nearest one above it", () => {
  const found = chapters(sections(ENGLISH, null, {}).slice(1), 2);
  expect(found.map((chapter) => chapter.map((section) => section.id))).toEqual([["1", "1.1"], ["1.1+1"]]);
  const outline = found.map((chapter) => ({
    id: "",
    title: "",
    ids: chapter.map((section) => section.id),
    fetch: () => Promise.reject(new Error("not wanted here")),
  }));
  expect(placeOf("1.1.7", outline)).toEqual({ chapter: 0, section: "1.1" });
  expect(placeOf("9", outline)).toBeNull();
});

test("the passages are there as text for the server, by the ids of the search", () => {
  const found = texts("de");
  const byId = new Map(found.map((one) => [`${one.book} ${one.id}`, one]));
  expect(byId.size).toBe(found.length);
  expect(byId.get("rules 8.4.1")?.title).toMatch(/^8\.4\.1 /);
  expect(byId.get("cards 19A")?.text).toContain("Kontrollzonen");
  expect(found.every(({ text }) => text && !/<\w|&\w+;/.test(text))).toBe(true);
});

test("of our HTML the words are left, each block on a line of its own", () => {
  const table =
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2 &lt; 3</td></tr></tbody></table>";
  expect(lines(`<p>One\ntwo (<a href="#">8.4</a>).</p><ul>\n<li>x</li>\n<li>y</li></ul>${table}`)).toBe(
    "One two (8.4).\n- x\n- y\nA | B\n1 | 2 < 3",
  );
});

test("a language without books has all of them in English, marked, with the same numbers", () => {
  for (const book of ["rules", "rulings", "glossary", "cards"] as const) {
    const [own, english] = [read("xx", book).flat(), read("en", book).flat()];
    expect(own.map((one) => [one.id, one.html])).toEqual(english.map((one) => [one.id, one.html]));
    expect(new Set(own.map((one) => one.standing))).toEqual(new Set(["english"]));
  }
  expect(cards("pl").every((one) => one.standing === "translated")).toBe(true);
  expect(texts("xx")).toEqual(texts("en"));
});
