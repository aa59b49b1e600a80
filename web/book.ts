/**
 * The books of the game (docs/rules.md, rulings.md, glossary.md, and their translations in docs/de and so on), cut at
 * their headings and made into HTML by the build: the page fetches a chapter when it is wanted, in the reader's language.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";
import { BOOKS, type Book, type Section } from "./src/search/books.ts";
import { lines, passagesOf } from "./src/search/passages.ts";

/** A part of a Markdown file: a heading, and what stands below it up to the next one. */
export interface Part {
  id: string;
  level: number;
  title: string;
  source: string;
}

const safe = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** A rule number in running text becomes a link that the sheet catches; versions such as 0.1 are none. */
const NUMBER = /(?<![\w.:/#-])([1-9]\d?(?:\.\d{1,2}){1,2})(?![\w:.]*\d)(?!\s?(?:%|MP|VP))/g;
const link = (rule: string, words: string): string => `<a href="#rule-${rule}" data-rule="${rule}">${words}</a>`;

/** A line of rule ids, such as `[SHF-6]`: for those who read the source. */
const IDS = /^`\[[\w, -]+\]`$/gm;

const markdown = new Marked({
  renderer: {
    html: ({ text }) => safe(text),
    code: ({ text }) => `<pre>${safe(text)}</pre>`,
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
      return safe(token.text).replace(NUMBER, (rule: string) => link(rule, rule));
    },
    /** Of links there are those to other rules; what leads out of the rulebook is only named. */
    link({ href, text }) {
      const rule = /^#(\d+)/.exec(href)?.[1];
      return rule ? link(rule, safe(text)) : safe(text);
    },
    /** A wide table scrolls in its frame; the frame takes the focus, so that the keyboard can scroll it. */
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: "td" | "th"): string =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const titles = header.map((cell) => cell.text).filter(Boolean);
      const head = titles.length ? `<thead>${row(header, "th")}</thead>` : "";
      const name = safe(titles.join(", "));
      return `<div class="wrap" role="group" aria-label="${name}" tabindex="0"><table>${head}<tbody>${rows
        .map((cells) => row(cells, "td"))
        .join("")}</tbody></table></div>`;
    },
  },
});

const html = (source: string): string => markdown.parse(source.replace(IDS, ""), { async: false });

/** A document cut at its headings. */
export function parts(source: string): Part[] {
  const found: Part[] = [];
  let [numbered, after] = ["", 0];
  for (const part of source.split(/^(?=#{1,4} )/m)) {
    const head = /^(#{1,4}) (.*)\n?/.exec(part);
    if (!head) continue;
    const title = head[2] ?? "";
    const number = /^([\dP]+(?:\.\d+)*)\b/.exec(title)?.[1];
    [numbered, after] = number ? [number, 0] : [numbered, after + 1];
    const level = (head[1] ?? "#").length;
    found.push({ id: number ?? `${numbered}+${after}`, level, title, source: part });
  }
  return found;
}

/** What tells whether an English section is still the one that was translated (`tools/translated_pages.py`). */
export const digest = (source: string): string =>
  createHash("sha256").update(source.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 8);

/** The sections of a book in a language: the English ones where it lacks them, and each says how it stands. */
export function sections(english: string, translated: string | null, of: Readonly<Record<string, string>>): Section[] {
  const theirs = new Map(parts(translated ?? "").map((part) => [part.id, part]));
  return parts(english).map((part) => {
    const own = theirs.get(part.id);
    const { title, source } = own ?? part;
    const standing = !own ? "english" : of[part.id] === digest(part.source) ? "translated" : "stale";
    return { id: part.id, level: part.level, title, html: html(source.replace(/^.*\n?/, "")), standing };
  });
}

/** The sections of a book by its chapters: those before the first one are not shown. */
export function chapters(all: readonly Section[], from: number): Section[][] {
  const found: Section[][] = [];
  for (const section of all) {
    if (section.level <= from) found.push([]);
    found.at(-1)?.push(section);
  }
  return found;
}

const DOCS = `${import.meta.dirname}/../docs`;
const text = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** A half of a card: its number with A or S, title, and what it does. */
function card(number: string, side: string, title: string, told: readonly string[]): Section {
  const id = `${number}${side === "axis" ? "A" : "S"}`;
  return {
    id,
    level: 3,
    title: `${id} ${title}`,
    html: told.map((one) => `<p>${safe(one)}</p>`).join("\n"),
    standing: "translated",
  };
}

/** The halves of the cards as the game tells them: in English by its data, in another language by the texts of the page. */
export function cards(language: string): Section[] {
  if (language === "en") {
    const source = text(`${DOCS}/../src/noretreat/data/cards.toml`) ?? "";
    return source.split("[[cards]]").flatMap((one) => {
      const number = /^number = (\d+)/m.exec(one)?.[1];
      const halves = number ? [...one.matchAll(/^(axis|soviet) = (.*)$/gm)] : [];
      return halves.map(([, side, row]) => {
        const value = (name: string): string =>
          JSON.parse(new RegExp(`\\b${name} = ("(?:[^"\\\\]|\\\\.)*")`).exec(row ?? "")?.[1] ?? '""');
        return card(number ?? "", side ?? "", value("title"), [value("text"), value("good")]);
      });
    });
  }
  const told: Record<string, string> = JSON.parse(
    text(`${import.meta.dirname}/src/i18n/${language}/cards.json`) ?? "{}",
  );
  return cards("en").map((english) => {
    const side = english.id.endsWith("A") ? "axis" : "soviet";
    const number = english.id.slice(0, -1);
    const own = ["title", "text", "good"].map((name) => told[`card.${number}.${side}.${name}`] ?? "[en] ");
    // A half is shown in one language: in English until all of it is translated.
    if (own.some((one) => one.startsWith("[en] "))) return { ...english, standing: "english" };
    return card(number, side, own[0] ?? "", own.slice(1));
  });
}

/** Gives each row of a table of rulings its number, and each of the glossary its place, so that it can be gone to. */
function numbered(all: readonly Section[]): Section[] {
  let row = 0;
  const mark = (_: string, ruling?: string): string => {
    row += 1;
    return `<tr data-section="${ruling ?? `G-${row}`}" tabindex="-1">`;
  };
  return all.map((one) => ({ ...one, html: one.html.replace(/<tr>(?=<td>(?:(C-\d+)<)?)/g, mark) }));
}

/** The chapters of a book as the page has them. */
export function read(language: string, book: Book): Section[][] {
  if (book === "cards") return [cards(language)];
  const english = text(`${DOCS}/${book}.md`) ?? "";
  const [own, of] = [text(`${DOCS}/${language}/${book}.md`), text(`${DOCS}/${language}/of.json`)];
  const found =
    language === "en"
      ? sections(english, english, Object.fromEntries(parts(english).map((part) => [part.id, digest(part.source)])))
      : sections(english, own, JSON.parse(of ?? "{}")[book] ?? {});
  // Of the rulebook neither its title nor its contents are shown: the page has chapters to press.
  return book === "rules"
    ? chapters(found, 2).filter(([first]) => /^[\dP]/.test(first?.title ?? ""))
    : chapters(numbered(found), 1);
}

/** The languages that there are: the books of one without any are in English. */
const LANGUAGES = Object.keys(JSON.parse(text(`${import.meta.dirname}/src/i18n/languages.json`) ?? "{}"));

/** The passages of all books in a language as plain text, by the ids of the search, for the server (`server/model/books.py`). */
export function texts(language: string, chaptersOf = read): { book: Book; id: string; title: string; text: string }[] {
  return BOOKS.flatMap((book) => passagesOf(book, chaptersOf(language, book).flat())).map(
    ({ book, id, title, html }) => ({ book, id, title, text: lines(html) }),
  );
}

const NAME = /^virtual:book\/(\w\w)(?:\/(\w+)\/(\d+))?$/;

/** The name of the file of a part of the books, or of what its search needs of a language; null for other modules. */
export function fileOf(id: string | null): string | null {
  const needs = /\/search\/words\/(\w\w)\.json$|\/stemmers\/dist\/(\w\w)\.js$/.exec(id ?? "");
  if (needs) return needs[1] ? `words-${needs[1]}` : `stems-${needs[2]}`;
  const found = NAME.exec(id?.replace(/^\0/, "") ?? "");
  return found ? ["book", ...found.slice(1).filter(Boolean)].join("-") : null;
}

/** Serves `virtual:book/de`, the outline of the books in a language, from which each chapter can be fetched. */
export function books(): Plugin {
  const kept = new Map<string, Section[][]>();
  const chaptersOf = (language: string, book: Book): Section[][] => {
    const found = kept.get(`${language} ${book}`) ?? read(language, book);
    kept.set(`${language} ${book}`, found);
    return found;
  };
  const outline = (language: string, book: Book): string =>
    chaptersOf(language, book)
      .map((chapter, n) => {
        const told = { id: chapter[0]?.id, title: chapter[0]?.title, ids: chapter.map((section) => section.id) };
        return `{ ...${JSON.stringify(told)}, fetch: () => import("virtual:book/${language}/${book}/${n}") }`;
      })
      .join(",\n");
  return {
    name: "books",
    buildStart: () => kept.clear(),
    generateBundle() {
      for (const language of LANGUAGES)
        this.emitFile({
          type: "asset",
          fileName: `books/${language}.json`,
          source: JSON.stringify(texts(language, chaptersOf)),
        });
    },
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language, book, nth] = (id.startsWith("\0") && NAME.exec(id.slice(1))) || [];
      if (!language) return null;
      if (book) return `export default ${JSON.stringify(chaptersOf(language, book as Book)[Number(nth)])};`;
      return `export default { ${BOOKS.map((name) => `${name}: [${outline(language, name)}]`).join(", ")} };`;
    },
  };
}
