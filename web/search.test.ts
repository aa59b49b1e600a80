import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { excerpt, holds } from "./src/search/excerpt";
import { searchIn } from "./src/search/library";
import { type Asked, LANGUAGES, measured } from "./src/search/measured";
import { stemmer } from "./src/search/polish";
import { fold, tongueOf } from "./src/search/tongues";

const ROOT = `${import.meta.dirname}/..`;
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, "utf8");

test("forms of a Polish word have one stem", () => {
  for (const forms of ["jednostka jednostki jednostce jednostek", "karta karty kart", "wsparcie wsparcia wsparciem"]) {
    const words = forms.split(" ").map((one) => stemmer(fold(one)));
    expect(new Set(words).size, words.join(" ")).toBe(1);
  }
});

test("a Russian noun that ends like a participle has one stem", async () => {
  const { stem } = await tongueOf("ru");
  for (const forms of ["размен размена разменом размене", "обмен обмена обменом"])
    expect(new Set(forms.split(" ").map(stem)).size, forms).toBe(1);
});

test("signs of letters are folded, and the Russian й is a letter of its own", () => {
  expect(fold("Lücke węzeł été Straße ещё йод")).toBe("lucke wezel ete strasse еще йод");
});

describe("the search", () => {
  const first = async (language: (typeof LANGUAGES)[number], question: string) =>
    (await searchIn(language)).find(question)[0]?.passage.id;

  test.each([
    ["en", "10.6.3", "10.6.3"],
    ["en", "C-28", "C-28"],
    ["en", "card 18a", "18A"],
    ["en", "retreet over a lake", "10.7.5"],
    ["de", "Stapelgrenzen", "8.4.1"],
    ["de", "Kontrolzone", "8.5"],
    ["fr", "zone de controle", "8.5"],
    ["pl", "strefa kontroli", "8.5"],
    ["ru", "зона контроля", "8.5"],
    ["en", "who goes first?", "4.2"],
    ["en", "what does rule 10.8.1 say?", "10.8.1"],
    ["en", "what does card 7 do?", "7A"],
    ["de", "wer fängt an?", "4.2"],
    ["fr", "qui commence ?", "4.2"],
    ["pl", "kto zaczyna?", "4.2"],
    ["ru", "кто начинает?", "4.2"],
  ] as const)("%s: %s leads to %s", async (language, question, id) => {
    expect(await first(language, question)).toBe(id);
  });

  test.each(LANGUAGES)("the examples of the panel are answered (%s)", async (language) => {
    const said: Record<string, string> = JSON.parse(read(`web/src/i18n/${language}/ask.json`));
    expect(await first(language, said["ask.example-3"] ?? "")).toBe("10.7.5");
    expect(await first(language, said["ask.example-4"] ?? "")).toBe("8.4.1");
  });

  test.each(LANGUAGES)("what is asked for is a passage (%s)", async (language) => {
    const ids = new Set((await searchIn(language)).passages.map((one) => one.id));
    const { asked } = (await tongueOf(language)).words;
    expect(Object.keys(asked).filter((id) => !ids.has(id))).toEqual([]);
  });

  test("a section and the one above it stand together", async () => {
    const ids = (await searchIn("en")).find("room on the train").map((one) => one.passage.id);
    expect(ids.slice(0, 2)).toEqual(["9.1.2", "9.1"]);
  });

  test("a card is found by what it does where a card is asked for", async () => {
    const search = await searchIn("en");
    expect(search.find("is there a card that lets me spy on his cards?")[0]?.passage.id).toBe("25S");
    expect(search.find("how do I bring back a dead army?")[0]?.passage.book).toBe("rules");
  });

  test("a search for every word finds only what has them all", async () => {
    const search = await searchIn("en");
    const hits = search.find("strategic reserve detrain", true);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every((one) => one.whole)).toBe(true);
    expect(search.find("xylophone quartet", true)).toEqual([]);
    expect(search.find("how is it?")).toEqual([]);
  });
});

describe("what is shown of a passage", () => {
  const words = { own: "here", other: "elsewhere" };
  test("its words are marked, and what another edition says is named so", async () => {
    const search = await searchIn("en");
    const hit = search.find("sea coast supply port").find((one) => one.passage.id === "6.2");
    if (!hit) throw new Error("6.2 is not found");
    const { html } = excerpt(hit, search, "digital", words);
    expect(html).toContain("<mark>coast</mark>");
    expect(html).toMatch(/class="edition own"><b class="sign">here<\/b> <em>Digital:/);
    expect(html).toMatch(/class="edition other"><b class="sign">elsewhere<\/b> <em>Classic:/);
    expect(excerpt(hit, search, null, words).html).not.toContain("edition");
  });

  test("a long passage is cut to the part that answers", async () => {
    const search = await searchIn("en");
    const hit = search.find("who arrives near Bucharest").find((one) => one.passage.id === "13.5");
    if (!hit) throw new Error("13.5 is not found");
    const { html, cut } = excerpt(hit, search, "deluxe", words);
    expect(cut).toBe(true);
    expect(html).toContain("<mark>Bucharest</mark>");
    expect(html.length).toBeLessThan(hit.passage.html.length / 2);
  });

  test.each<[Language, string]>([
    ["en", "suply"],
    ["de", "Versorgnug"],
    ["fr", "ravitaillment"],
    ["pl", "zaopatrzeine"],
    ["ru", "снабжнеие"],
    ["es", "abastecimeinto"],
  ])("%s: a slip of the keyboard finds what was meant: %s", async (language, typed) => {
    expect((await searchIn(language)).find(typed)[0]?.passage.id).toBe("6");
  });

  test("an edition follows the one that it goes back to", () => {
    expect(holds(["digital"], "digital_0_1")).toBe(true);
    expect(holds(["digital_0_1"], "digital")).toBe(false);
    expect(holds(["deluxe"], "living")).toBe(true);
  });
});

/** Questions of players, of which those that are not kept aside were known when the search was made. */
test("players find what they ask for", { timeout: 60_000 }, async () => {
  let [all, first, three] = [0, 0, 0];
  for (const language of LANGUAGES) {
    const questions: Asked[] = JSON.parse(read(`bench/questions/rules.${language}.json`));
    const open = questions.filter((one) => !one.kept_aside);
    const { answers } = await measured(language, open, read);
    all += open.length;
    first += answers.filter(({ place }) => place === 1).length;
    three += answers.filter(({ place }) => place > 0 && place <= 3).length;
  }
  expect(first / all).toBeGreaterThanOrEqual(0.84);
  expect(three / all).toBeGreaterThanOrEqual(0.94);
});
