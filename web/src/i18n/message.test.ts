import { describe, expect, test } from "vitest";
import { fill, inForm, type Name } from "./message";

const RULES = new Intl.PluralRules("pl");
const FRONT: Name = { nom: "Front Zachodni", gen: "Frontu Zachodniego", gender: "m" };
const NAMES: Record<string, Name> = { S_W: FRONT, G4Pz: { nom: "4. Armia Pancerna", gender: "f" } };
const format = (value: unknown, _: string, form?: string): string => inForm(NAMES[String(value)] ?? "", form);

describe("a name", () => {
  test("that is plain text has one form, one with forms the form that is asked for", () => {
    expect(inForm("Tallinn")).toBe("Tallinn");
    expect(inForm(FRONT)).toBe("Front Zachodni");
    expect(inForm(FRONT, "gen")).toBe("Frontu Zachodniego");
  });

  test("without the form that is asked for is an error while one works on the client", () => {
    expect(() => inForm(FRONT, "ins")).toThrow("Front Zachodni has no form ins");
    expect(() => inForm("Tallinn", "gen")).toThrow("Tallinn has no form gen");
    expect(inForm("Tallinn", "gender")).toBe("");
  });
});

describe("a hole", () => {
  test("is filled by a word, by a name of its type, or by a name in a form", () => {
    expect(fill("{n} x {unit}", { n: 2, unit: "S_W" }, RULES, format)).toBe("2 x S_W");
    expect(fill("{unit:unit}", { unit: "S_W" }, RULES, format)).toBe("Front Zachodni");
    expect(fill("atak {unit:unit.gen}", { unit: "S_W" }, RULES, format)).toBe("atak Frontu Zachodniego");
  });

  test("whose title cries takes the full stop after it away", () => {
    expect(fill("{card}. {n}.", { card: "Na Berlin!", n: 1 }, RULES)).toBe("Na Berlin! 1.");
  });

  test("writes a broken number as its language does, and leaves whole ones alone", () => {
    expect(fill("{n} s, {hex}", { n: 7.4, hex: 1409 }, RULES)).toBe("7,4 s, 1409");
    expect(fill("{n} s", { n: 7.4 }, new Intl.PluralRules("en"))).toBe("7.4 s");
  });

  test("that nothing is given for stays, and so do braces that are no hole", () => {
    expect(fill("{unit:unit.gen} {x y}", {}, RULES, format)).toBe("{unit:unit.gen} {x y}");
  });

  test("takes a name that puts itself into the form", () => {
    const told = (form?: string): string => inForm(FRONT, form);
    expect(fill("{unit:unit.gen}", { unit: told }, RULES)).toBe("Frontu Zachodniego");
    expect(fill("{unit:unit}", { unit: told }, RULES)).toBe("Front Zachodni");
  });

  test("that asks for a form is not content with plain text", () => {
    expect(() => fill("{place:place.in}", { place: "Kiew" }, RULES)).toThrow("needs a name that bends");
    expect(fill("{place:place}", { place: "Kiew" }, RULES)).toBe("Kiew");
  });

  test("may hold the words that agree with a name, one for each gender", () => {
    const text = "{unit:unit} {unit:unit?m=rozbity|f=rozbita|n=rozbite|pl=rozbite}";
    expect(fill(text, { unit: "S_W" }, RULES, format)).toBe("Front Zachodni rozbity");
    expect(fill(text, { unit: "G4Pz" }, RULES, format)).toBe("4. Armia Pancerna rozbita");
    expect(fill(text, { unit: "nobody" }, RULES, format)).toBe(" rozbity");
  });
});

test("words that agree with a number are those of its plural form, whatever the message counts by", () => {
  const text = "{n} x {points} {points?one=punkt|few=punkty|many=punktów}";
  expect([1, 3, 5].map((points) => fill(text, { n: 2, points }, RULES))).toEqual([
    "2 x 1 punkt",
    "2 x 3 punkty",
    "2 x 5 punktów",
  ]);
  const english = "{points} {points?one=victory point|other=victory points}";
  const rules = new Intl.PluralRules("en");
  expect(fill(english, { points: 1 }, rules)).toBe("1 victory point");
  expect(fill(english, { points: 0 }, rules)).toBe("0 victory points");
  expect(fill("{points?one=point|other=points}", { points: 1_000_000 }, new Intl.PluralRules("fr"))).toBe("points");
});

test("a message with plural forms is counted by n, a name with forms is said as it stands alone", () => {
  const message = { one: "{n} pole", few: "{n} pola", many: "{n} pól", other: "{n} pola" };
  expect([1, 3, 5].map((n) => fill(message, { n }, RULES))).toEqual(["1 pole", "3 pola", "5 pól"]);
  expect(fill(FRONT, undefined, RULES)).toBe("Front Zachodni");
});
