/**
 * Messages and names. A message is text with `{holes}`, or one text for each plural form of its `n`. A name is text too, or
 * the forms that the sentences of its language ask for: `{ "nom": "Kiew", "in": "in Kiew", "to": "nach Kiew" }`.
 *
 * A hole names an argument, after a colon its type and after a period the form of the name: `{hex:place.in}`. After a
 * question mark stand the words that agree with it, by gender: `{unit:unit?m=rozbity|f=rozbita}`. Those that agree with a
 * number, where it is not the `n` or not the only one, are chosen by its plural form: `{points?one=point|other=points}`.
 */

/** The forms of a name, `nom` when it stands alone. `gender` is no text: m, f, n, or pl for more than one thing. */
export interface Name {
  nom: string;
  [form: string]: string;
}
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>> | Name;
export type Catalogue = Readonly<Record<string, Message>>;

/** How a text begins that is not translated yet (`MARK` in `data/languages.py`). */
const MARK = "[en] ";
const isMarked = (text: Message): boolean =>
  typeof text === "string" ? text.startsWith(MARK) : Object.values(text).some((one) => one?.startsWith(MARK));

/** A catalogue without the texts that are not translated yet: they are shown in English. */
export const translated = (all: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => !isMarked(text)));

/** A name that a sentence puts into the form it needs. */
export type Told = (form?: string) => string;
/** What an argument is called in a hole of this type, in this form. */
export type Format = (value: unknown, type: string, form?: string) => string;

/** Groups: argument, type, form, words that agree. The server reads the same (`explain/sentences/telling.py`). */
const HOLE = /\{(\w+)(?::(\w+))?(?:\.(\w+)|\?([^{}]*))?\}/g;

/** The full stop of a sentence that ends with a title which cries: "Na Berlin!." */
const AFTER_A_CRY = /(?<=[!?])\.(?=\s|$)/g;

/** A name in one of its forms. Without that form it stays as it is, and is an error while the client is worked on. */
export function inForm(name: Message, form = "nom"): string {
  const forms: Record<string, string | undefined> = typeof name === "string" ? { nom: name } : name;
  const text = forms[form];
  if (text === undefined && form !== "gender" && import.meta.env.DEV)
    throw new Error(`${forms.nom} has no form ${form}`);
  return text ?? (form === "gender" ? "" : (forms.nom ?? ""));
}

/** A message with its holes filled. */
export function fill(
  message: Message,
  args: Record<string, unknown> | undefined,
  rules: Intl.PluralRules,
  format?: Format,
): string {
  const text = textOf(message, args, rules);
  if (!args) return text;
  const filled = text.replace(HOLE, (hole, name: string, type?: string, form?: string, agreeing?: string) => {
    const value = args[name];
    const say = (form?: string): string => {
      if (typeof value === "function") return (value as Told)(form);
      if (form && type && !format && import.meta.env.DEV) throw new Error(`${hole} needs a name that bends: told()`);
      if (typeof value === "number" && !Number.isInteger(value)) return broken(value, rules);
      return type && format && name in args ? format(value, type, form) : String(value ?? hole);
    };
    if (agreeing === undefined) return say(form);
    return agreed(agreeing, type ? say("gender") : rules.select(Number(value)));
  });
  return filled.replace(AFTER_A_CRY, "");
}

/** A broken number as the language of the plural rules writes it: with a comma in most. */
const broken = (value: number, rules: Intl.PluralRules): string =>
  new Intl.NumberFormat(rules.resolvedOptions().locale).format(value);

function textOf(message: Message, args: Record<string, unknown> | undefined, rules: Intl.PluralRules): string {
  if (typeof message === "string") return message;
  if ("nom" in message) return inForm(message);
  return message[rules.select(Number(args?.n ?? 0))] ?? message.other ?? "";
}

/** The words for a gender or a plural form, out of "m=rozbity|f=rozbita"; those for `other`, or the first, if it has none. */
function agreed(words: string, form: string): string {
  const choices = words.split("|").map((choice) => choice.split("="));
  const of = (wanted: string) => choices.find(([one]) => one === wanted);
  return (of(form) ?? of("other") ?? choices[0])?.[1] ?? "";
}
