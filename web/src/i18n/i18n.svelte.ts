/**
 * The client's words in the reader's language: `t("home.title")`, `t("tray.can-move", { n: 3 })`.
 *
 * English is the source; each of its catalogues comes with the code that says its texts (`says`). Another language is
 * fetched when it is chosen.
 * What a message is, and how names take the forms that it asks for, is in `message.ts`.
 */
import { browser } from "../storage/storage";
import type { Key } from "./en";
import common from "./en/common.json";
import label from "./en/label.json";
import words from "./en/words.json";
import type { Family } from "./families";
import TABLE from "./languages.json";
import { type Catalogue, type Format, fill, inForm, type Message, type Told, translated } from "./message";

export type { Key } from "./en";

export type Args = Record<string, string | number | Told>;

export type Language = keyof typeof TABLE;
/** Each language by its own name, as a reader who knows no other looks for it. */
export const LANGUAGES = Object.fromEntries(Object.entries(TABLE).map(([code, { name }]) => [code, name])) as Readonly<
  Record<Language, string>
>;

/** The English that has come so far. */
const en: Catalogue = { ...common, ...label, ...words };

const OTHERS = import.meta.glob<{ default: Catalogue }>("./*/catalogue.ts");
const STORED = "language";

function known(code: string | null | undefined): Language | null {
  const base = code?.toLowerCase().split("-")[0] ?? "";
  return base in LANGUAGES ? (base as Language) : null;
}

/** The first of the browser's languages that there is a catalogue for. */
export function browserLanguage(): Language {
  for (const code of navigator.languages) {
    const language = known(code);
    if (language) return language;
  }
  return "en";
}

const stored = (): Language | null => known(browser.recall(STORED));

class I18n {
  /** What the reader chose; `auto` follows the browser. */
  choice = $state<Language | "auto">(stored() ?? "auto");
  language = $state<Language>("en");
  catalogue = $state.raw<Catalogue>(en);
  #plural = new Intl.PluralRules("en");

  /** Fetches the catalogue of the chosen language; without it (no network) the page stays as it was. */
  async load(): Promise<void> {
    const wanted = this.choice === "auto" ? browserLanguage() : this.choice;
    const fetch = OTHERS[`./${wanted}/catalogue.ts`];
    try {
      this.catalogue = wanted === "en" || !fetch ? en : translated((await fetch()).default);
      this.#plural = new Intl.PluralRules(wanted);
      this.language = wanted;
    } catch {
      return;
    }
    document.documentElement.lang = wanted;
  }

  async choose(choice: Language | "auto"): Promise<void> {
    this.choice = choice;
    if (choice === "auto") browser.forget(STORED);
    else browser.keep(STORED, choice);
    await this.load();
  }

  /** Another page of this browser has chosen a language: this one follows it. */
  follow(): void {
    browser.follow(STORED, () => {
      this.choice = stored() ?? "auto";
      void this.load();
    });
  }

  /** The text of a message with its holes filled; undefined when the catalogue has none. */
  say(key: string, args: Record<string, unknown> | undefined, format?: Format): string | undefined {
    const message = this.catalogue[key];
    return message === undefined ? undefined : fill(message, args, this.#plural, format);
  }
}

const ENGLISH = new Intl.PluralRules("en");

export const i18n = new I18n();

/** A text of the client. Call it where it is shown, not in a constant: it follows the language. */
export function t(key: Key, args?: Args): string {
  return i18n.say(key, args) ?? fill(en[key] ?? key, args, ENGLISH);
}

/** The keys of some catalogues, and of those that are everybody's. */
type Own<C> = Extract<Key, (C extends unknown ? keyof C : never) | `${"common" | "words"}.${string}`>;

/** `t`, held to some catalogues, whose English it brings: the `texts.ts` of a folder names those of its own. */
export function says<C extends Catalogue[]>(...catalogues: C): (key: Own<C[number]>, args?: Args) => string {
  Object.assign(en, ...catalogues);
  return t;
}

/** The text of a code of the server, out of a closed list; `tools/check_catalogues.py` finds a code without one. */
export function coded(family: Family, code: string, args?: Record<string, unknown>): string {
  const key = family + code;
  return i18n.say(key, args) ?? fill(english(key), args, ENGLISH);
}

/** The name of a code of the server, in the form that a sentence asks for. */
export function named(family: Family, code: string, form?: string): string {
  const own = i18n.catalogue[family + code];
  return own === undefined ? inForm(english(family + code)) : inForm(own, form);
}

/** The English message of a key; a key without one is an error while the client is worked on, else it is shown itself. */
function english(key: string): Message {
  const message = en[key];
  if (message === undefined && import.meta.env.DEV) throw new Error(`no text has the key ${key}`);
  return message ?? key;
}

/** Whether a code has words. */
export const isWorded = (family: Family, code: string): boolean => family + code in en;

/** A text of the server's data: its English comes with it, and only the other languages have it in their catalogues. */
export const served = (key: string, english: string, args?: Record<string, unknown>, format?: Format): string =>
  i18n.say(key, args, format) ?? english;

/** The same of a name, in the form that a sentence asks for. */
export function servedName(key: string, english: string, form?: string): string {
  const own = i18n.catalogue[key];
  return own === undefined ? english : inForm(own, form);
}

/** Names in a row: "Riga, Minsk and Kiev". */
export function listed(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(i18n.language, { type }).format(items);
}
