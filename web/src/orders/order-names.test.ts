import { afterEach, describe, expect, test } from "vitest";
import { BOARD, facts, positionOf } from "../game/samples";
import { i18n, LANGUAGES, type Language } from "../i18n/i18n.svelte";
import type { UnitFacts } from "../wire/types";
import { formsOfWord, inEnglish } from "./order-names";
import COMMANDS from "./order-words.json";

const named = (id: string, name: string): UnitFacts => ({ ...facts(id, "soviet", name) });
/** A board with the West Front and the Bryansk Front. */
function position() {
  const found = positionOf();
  found.board = { ...BOARD, units: [...BOARD.units, named("S_W", "West"), named("S_BRY", "Bryansk")] };
  return found;
}
const words = (text: string) => text.replace(/\s+/g, " ").replace(" .", ".");

afterEach(() => i18n.choose("en"));

describe("an order in the reader's language", () => {
  test.each<[Language, string, string]>([
    ["de", "Panzer 1 und Armee 17 greifen die Westfront an.", "Panzer 1 and army 17 attack West."],
    ["de", "Feld 810 greift Feld 811 an.", "hex 810 attack hex 811."],
    ["de", "alle -> Kiew", "all -> Kiev"],
    ["fr", "Panzer 1 et armée 17 attaquent le Front de l'Ouest.", "Panzer 1 and army 17 attack West."],
    ["fr", "Hexagone 810 attaque hexagone 811.", "hex 810 attack hex 811."],
    ["pl", "Panzer 1 i armia 17 atakują Front Zachodni.", "Panzer 1 and army 17 attack West."],
    ["pl", "Pole 810 atakuje pole 811.", "hex 810 attack hex 811."],
    ["ru", "Танковая 1 и армия 17 атакуют часть Западный фронт.", "panzer 1 and army 17 attack unit West."],
    ["ru", "Гекс 810 атакует гекс 811.", "hex 810 attack hex 811."],
    ["de", "Brjansk > 1207; Bewegung beenden", "Bryansk > 1207; end movement"],
    ["de", "Beende die Kampfphase", "end combat"],
    ["fr", "Briansk > 1207 ; terminer le mouvement", "Bryansk > 1207 ; end movement"],
    ["pl", "Briańsk > 1207; koniec ruchu", "Bryansk > 1207; end movement"],
    ["ru", "Брянск > 1207; закончить движение", "Bryansk > 1207; end movement"],
    ["es", "Briansk > 1207; terminar el movimiento", "Bryansk > 1207; end movement"],
    ["en", "Panzer 1 and Army 17 attack unit West.", "Panzer 1 and Army 17 attack unit West."],
  ])("%s: %s", async (language, typed, read) => {
    await i18n.choose(language);
    expect(words(inEnglish(typed, position()).english)).toBe(read);
  });

  test("what was typed stays as it was, but for what is replaced", async () => {
    await i18n.choose("de");
    const typed = "Armee 17 > 1107\ndie Westfront und Armee 6 > Kiew; fertig";
    const found = inEnglish(typed, position());
    const at = found.english.indexOf("West");
    expect(typed.slice(found.own(at))).toMatch(/^Westfront/);
    expect(typed.slice(found.own(found.english.indexOf("Kiev")))).toMatch(/^Kiew/);
    expect(typed.slice(found.own(found.english.length))).toBe("");
    expect(found.changed(found.english)).toBe(typed);
    expect(found.changed(found.english.slice(found.english.indexOf("\n") + 1))).toBe(
      "die Westfront und Armee 6 > Kiew; fertig",
    );
    const other = found.english.replace("West", "Bryansk");
    expect(found.changed(other)).toBe(typed.replace("Westfront", "Bryansk"));
    expect(found.changed(found.english.replace("Kiev", "Kharkov"))).toBe(typed.replace("Kiew", "Kharkov"));
    expect(found.changed(`${found.english}; done`)).toBe(`${typed}; done`);
  });

  test.each(Object.keys(LANGUAGES) as Language[])("%s: no word means two things", async (language) => {
    await i18n.choose(language);
    const forms = [...COMMANDS, "all", "and", "army", "card", "hex", "panzer", "the", "to", "unit"].flatMap(
      formsOfWord,
    );
    expect(forms.every(Boolean)).toBe(true);
    expect(new Set(forms.map((form) => form.toLowerCase())).size).toBe(forms.length);
  });
});
