/** What is shown of a passage: the part that answers, its words marked, and what belongs to another edition named so. */

import type { Hit, Search } from "./search";

/** Letters of an excerpt, about. */
const ROOM = 700;
const EDITIONS = /digital[ -]0\.1|digital|living|classic|deluxe/gi;
/** Whom the name of an edition also covers: a set that is not named follows another one. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  digital_0_1: ["digital_0_1", "digital"],
  living: ["living", "deluxe"],
};
/** Where a sentence begins with the name of an edition. */
const SENTENCE = /(?<=^|[.;:!?]\s+)(?=(?:Digital|Living|Classic|Deluxe)\b)/;

export interface Excerpt {
  html: string;
  /** Whether some of the passage is left out. */
  cut: boolean;
}
/** What the marks of editions say. */
export interface EditionWords {
  own: string;
  other: string;
}

/** The editions that a text names, as the game names rule sets. */
const named = (text: string): string[] =>
  [...text.matchAll(EDITIONS)].map(([name]) => name.toLowerCase().replace(/[ -]0\.1/, "_0_1"));

/** Whether what is said of these editions holds in a game of the rule set. */
export function holds(editions: readonly string[], rules: string): boolean {
  return editions.some((one) => (FOLLOWS[rules] ?? [rules]).includes(one));
}

function label(nodes: readonly Node[], editions: readonly string[], rules: string, words: EditionWords): void {
  const [first] = nodes;
  if (!first?.parentNode) return;
  const own = holds(editions, rules);
  const span = document.createElement("span");
  span.className = `edition ${own ? "own" : "other"}`;
  const sign = document.createElement("b");
  sign.className = "sign";
  sign.textContent = own ? words.own : words.other;
  first.parentNode.insertBefore(span, first);
  span.append(sign, " ", ...nodes);
}

/** Marks in a box where editions differ what each of them says: from its name to the next one. */
function labelBox(box: Element, rules: string, words: EditionWords): void {
  for (const paragraph of box.querySelectorAll("p")) {
    let [piece, editions]: [Node[], string[]] = [[], []];
    const pieces: [Node[], string[]][] = [];
    for (const node of [...paragraph.childNodes]) {
      const begins = node instanceof Element && node.localName === "em" ? named(node.textContent) : [];
      if (begins.length) {
        if (editions.length) pieces.push([piece, editions]);
        [piece, editions] = [[], begins];
      }
      piece.push(node);
    }
    if (editions.length) pieces.push([piece, editions]);
    for (const [nodes, of] of pieces) label(nodes, of, rules, words);
  }
}

/** Marks sentences that begin with the name of an edition. */
function labelSentences(body: Element, rules: string, words: EditionWords): void {
  for (const paragraph of body.querySelectorAll("p")) {
    for (const node of [...paragraph.childNodes].filter((one) => one instanceof Text)) {
      const parts = node.data.split(SENTENCE);
      if (parts.length === 1 && !named(node.data.slice(0, 12)).length) continue;
      const texts = parts.map((one) => document.createTextNode(one));
      node.replaceWith(...texts);
      for (const text of texts) {
        const editions = named(/^[^.:,]*(?:, (?:digital|living|classic|deluxe)[^.:,]*)*/i.exec(text.data)?.[0] ?? "");
        if (/^(?:Digital|Living|Classic|Deluxe)\b/.test(text.data)) label([text], editions, rules, words);
      }
    }
  }
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Marks the words that were found, and says how many different ones there are. */
function mark(element: Element, search: Search, marks: ReadonlySet<string>): number {
  const found = new Set<string>();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement?.closest(".sign, code")) continue;
    const parts: (string | Element)[] = [];
    let at = 0;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      const stem = search.marked(word, marks);
      if (stem === null) continue;
      found.add(stem);
      const sign = document.createElement("mark");
      sign.textContent = word;
      parts.push(text.data.slice(at, index), sign);
      at = index + word.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(at));
  }
  return found.size;
}

/** The pieces that a passage can be cut into: paragraphs, lines of lists, rows of tables. */
function pieces(body: Element): Element[] {
  return [...body.children].flatMap((one) => {
    const rows = one.querySelectorAll("tbody > tr");
    if (rows.length) return [...rows];
    return one.localName === "ul" || one.localName === "ol" ? [...one.children] : [one];
  });
}

/** Makes a passage ready to be shown beneath a question in a game of a rule set; without one no edition is named. */
export function excerpt(hit: Hit, search: Search, rules: string | null, words: EditionWords): Excerpt {
  const { body } = new DOMParser().parseFromString(hit.passage.html, "text/html");
  if (rules) {
    for (const box of body.querySelectorAll("blockquote")) labelBox(box, rules, words);
    if (hit.passage.book === "rulings") labelSentences(body, rules, words);
  }
  for (const place of body.querySelectorAll("[data-section]")) {
    place.removeAttribute("data-section");
    place.removeAttribute("tabindex");
  }
  const all = pieces(body).map((element, at) => ({
    element,
    at,
    size: element.textContent.length,
    // What this edition plays otherwise is part of the answer.
    marks: mark(element, search, hit.marks) + (element.querySelector(".edition.own") ? 2 : 0),
  }));
  const size = all.reduce((sum, one) => sum + one.size, 0);
  if (size <= ROOM * 1.3) return { html: body.innerHTML, cut: false };
  let room = ROOM;
  const kept = new Set<Element>();
  for (const one of all.toSorted((a, b) => b.marks - a.marks || a.at - b.at)) {
    if (kept.size && one.size > room) continue;
    kept.add(one.element);
    room -= one.size;
    if (room <= 0) break;
  }
  for (const { element } of all) if (!kept.has(element)) element.remove();
  for (const one of [...body.children])
    if (!one.textContent.trim() || (one.querySelector("thead") && !one.querySelector("tbody > tr"))) one.remove();
  return { html: body.innerHTML, cut: true };
}
