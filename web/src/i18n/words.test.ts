import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { facts, positionOf, unit } from "../game/samples";
import type { Action, Reason } from "../wire/types";
import { i18n, listed, t } from "./i18n.svelte";
import { counterName, placeIn, unitIn, viewIn } from "./names";
import { refusal, told } from "./refusal";
import { ago, answered, placeLabel, primaryLabel, SIDE, shortName, sizeSign, strengthText, unitWords } from "./words";

describe("names on counters", () => {
  test.each([
    ["4th Panzer Army", "4th Pz"],
    ["1st Byelorussian Front", "1st Byelo"],
    ["5th Guards Tank", "5 Gds Tank"],
    ["Panzergrenadier", "PzGr"],
  ])("%s is %s", (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  test("the strength of a fort stands in brackets, none is a dash", () => {
    expect(strengthText({ strength: 5, move: 3, paren: false } as never)).toBe("5-3");
    expect(strengthText({ strength: 0, move: 3 } as never)).toBe("–-3");
    expect(strengthText({ strength: 2, move: 0, paren: true } as never)).toBe("(2)");
  });

  test("armies have four crosses, Soviet fronts say so, small bodies have no sign", () => {
    expect(sizeSign(facts("G11", "axis", ""), { type: "armor" } as never)).toBe("XXXX");
    expect(sizeSign(facts("G11", "axis", ""), { type: "cadre" } as never)).toBe("XX");
    expect(sizeSign(facts("S_W", "soviet", ""), { type: "infantry" } as never)).toBe(t("words.front"));
    expect(sizeSign(facts("S_W", "soviet", ""), { type: "fort" } as never)).toBe("");
  });
});

test("a counter is told with everything that it shows", () => {
  const shown = unit("G11", "1211", { type: "infantry", strength: 5, move: 3, unsupplied: true } as never);
  expect(unitWords(shown, facts("G11", "axis", "1st Army"), () => "Kiev 1211", true)).toBe(
    "1st Army, German infantry, 5-3, full strength, in Kiev 1211, unsupplied, can act",
  );
});

test("a hex is spoken number first, an area by its name", () => {
  const position = positionOf();
  expect(placeLabel(position, "1211")).toBe("1211 Kiev");
  expect(placeLabel(position, "1311")).toBe("1311");
  expect(placeLabel(position, "FINLAND")).toBe("Finland");
});

test("the way on says what ends: by the question, the step, the phase, or plainly", () => {
  const done: Action = { type: "Done" };
  expect(primaryLabel(done, "movement", "", "move")).toBe(t("words.done-move"));
  expect(primaryLabel(done, "detraining", "", "unheard-of")).toBe(t("words.done-detraining"));
  expect(primaryLabel(done, "unheard-of", "", "")).toBe(t("words.verb-Done"));
  expect(primaryLabel({ type: "Pass" }, "movement", "", "")).toBe(t("words.verb-Pass"));
});

test("who may cancel what the enemy did allows it, and does not merely play no event", () => {
  const label = (...said: string[]) => primaryLabel({ type: "Pass" }, "combat", "", answered({ code: "window", said }));
  expect(label("window.played")).toBe(t("words.done-window_answer"));
  expect(label("window.play")).toBe(t("words.done-window"));
});

test("times are told in round numbers", () => {
  const now = Date.parse("1941-06-22T12:00:00Z");
  expect(ago("1941-06-22T11:59:50Z", now)).toBe(t("words.now"));
  expect(ago("1941-06-22T11:20:00Z", now)).toBe(t("words.minutes-ago", { n: 40 }));
  expect(ago("1941-06-20T12:00:00Z", now)).toBe(t("words.days-ago", { n: 2 }));
  expect(ago(undefined)).toBe("");
});

describe("in another language", () => {
  beforeEach(() => i18n.choose("de"));
  afterEach(() => i18n.choose("en"));

  test("words, plural forms and lists follow it", async () => {
    expect(SIDE.axis).toBe("Achse");
    expect(listed(["A", "B", "C"])).toBe("A, B und C");
    await i18n.choose("pl");
    const forms = [1, 2, 5].map((n) => t("phase.open-move", { n }));
    expect(new Set(forms.map((text) => text.replace(/\d/, ""))).size).toBe(3);
  });

  test("names of the data are translated, unknown ones stay", () => {
    expect(placeIn("1211", "Kiev")).toBe("Kiew");
    expect(placeIn("9999", "Nowhere")).toBe("Nowhere");
    expect(counterName("G1Pz", 0, "1st Panzer")).not.toBe("");
    const own = viewIn({ units: [{ id: "G4Pz", name: "4th Panzer" }] } as never)?.units[0];
    expect(own).toMatchObject({ name: unitIn("G4Pz", 0, "4th Panzer") });
  });

  test("places take the form that a sentence asks for, with a city or without", () => {
    const position = positionOf();
    expect(position.placeName("1211", "in")).toBe("in Kiew 1211");
    expect(position.placeName("1311", "in")).toBe("in Feld 1311");
    expect(position.placeName("1311")).toBe("1311");
    expect(position.placeName("box:rail", "to")).toBe("in die Bahnbox");
    expect(told("places", ["1211", "1311"], position)("in")).toBe("in Kiew 1211 und in Feld 1311");
    expect(told("places", ["1211", "1311"], position)("gender")).toBe("pl");
    expect(told("unit", "G4Pz", position)()).toBe(unitIn("G4Pz", 0, "4th Panzer"));
    expect(told("side", "axis")()).toBe("Achse");
  });

  test("where no game knows a place or a unit, the catalogue does", () => {
    expect(told("place", "2117")()).toBe("Stalingrad 2117");
    expect(told("place", "1311")("in")).toBe("in Feld 1311");
    expect(told("place", "FINLAND")()).toBe("Finnland");
    expect(told("unit", "S_BRY")()).toBe("Brjansker Front");
    expect(told("grounds", [["city", -1]])()).toContain("−1");
  });

  test("a refusal is told by its code with the names of the game, in English by the server", async () => {
    const reason = {
      code: "enemy-there",
      rule: "8.1",
      text: "An enemy stands in Kiev.",
      remedy: "Go elsewhere.",
      args: { hex: "1211" },
    } as unknown as Reason;
    const german = refusal(reason, positionOf());
    expect(german).toContain("1211");
    expect(german).not.toContain("An enemy");
    await i18n.choose("en");
    expect(refusal(reason, positionOf())).toBe("An enemy stands in Kiev. Go elsewhere.");
    await i18n.choose("de");
    expect(refusal({ ...reason, code: "unheard-of" })).toBe("An enemy stands in Kiev. Go elsewhere.");
  });
});
