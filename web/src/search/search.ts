/** The search in the books: a question in a reader's words, and the passages that answer it. */

import MiniSearch, { type Query } from "minisearch";
import type { Book } from "./books";
import { type Passage, plain } from "./passages";
import { meantBy } from "./slips";
import { fold, type Tongue } from "./tongues";

export interface Hit {
  passage: Passage;
  score: number;
  /** Stems of the words that were found in it, to be marked. */
  marks: ReadonlySet<string>;
  /** Whether every word that says something was found. */
  whole: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:[:.][\p{N}]+)*/gu;
/** How much what stands in a field, or in a book, says. */
export const WEIGHT = {
  title: 2,
  above: 1,
  text: 1,
  asked: 2,
  said: 0.6,
  slip: 0.6,
  part: 0.5,
  covered: 1,
  more: 0.5,
  named: 0.5,
  card: 2,
  phrase: 1.5,
  small: 0.2,
  alike: 2.5,
  beyond: 0.45,
  other: 0.8,
  family: 0.45,
};
export const BOOK: Record<Book, number> = { rules: 1, rulings: 0.75, glossary: 0.7, cards: 0.8 };
/** A question that is the number of a passage. */
const NUMBER = /^(?:C-?\s?(\d+)|(?:\p{L}+\s)?(\d{1,2})\s?([AS])|(?:\p{L}+\s)?(\d{1,2}(?:\.\d{1,2}){1,2}))\??$/iu;
/** A card by its number in a longer question, of which the half may be named. */
const CARD =
  /(?:cards?|cartes?|kart\p{L}*|карт\p{L}*)\s(?:(?:nr|no|n°|№|numer|номер)\.?\s?)?(\d{1,2})\s?([AS])?(?![\p{L}\d:.])/iu;
/** A rule or a ruling by its number in a longer question. */
const WITHIN = /(?<![\p{L}\d.:])(?:C-(\d+)|(\d{1,2}(?:\.\d{1,2}){1,2}))(?![\p{L}\d])/u;

interface Entry {
  id: number;
  title: string;
  above: string;
  text: string;
  asked: string;
}
/** A way to ask for a passage, as the words of it. */
interface Phrase {
  id: number;
  words: ReadonlySet<string>;
  weight: number;
}
/** How much alike a question and a phrase have to be to count. */
const LEAST = 0.3;
/** How much alike they have to be if the question has small words only. */
const LEAST_SMALL = 0.7;
/** A word of a question: all terms of the index that stand for it, and how well. */
type Meant = Map<string, number>;

/** Whether one of two sections of the rulebook stands right above the other. */
const isAbove = (one: Passage, other: Passage): boolean =>
  one.book === "rules" && other.book === "rules" && other.id.startsWith(`${one.id}.`);

/** A section and the one above it stand together where both answer nearly as well. */
function together(hits: readonly Hit[]): Hit[] {
  const [first, ...rest] = hits;
  if (!first) return [];
  const near = rest.find(
    (one) =>
      one.score >= WEIGHT.family * first.score &&
      (isAbove(one.passage, first.passage) || isAbove(first.passage, one.passage)),
  );
  return near ? [first, near, ...rest.filter((one) => one !== near)] : [...hits];
}

export class Search {
  readonly passages: readonly Passage[];
  readonly #tongue: Tongue;
  readonly #stop: ReadonlySet<string>;
  /** The stems of `#stop`. */
  readonly #small: ReadonlySet<string>;
  readonly #say: ReadonlyMap<string, readonly string[]>;
  readonly #index: MiniSearch<Entry>;
  readonly #known = new Map<string, number>();
  /** The words of the books as they stand there; none before somebody types one wrong. */
  #whole: readonly string[] | null = null;
  /** What was typed wrong, and the stem of what was meant. */
  readonly #meantBy = new Map<string, string | null>();
  /** The words that players say, some of which stand in no book. */
  readonly #spoken: ReadonlySet<string>;
  readonly #parts = new Map<string, readonly string[]>();
  readonly #titles: readonly ReadonlySet<string>[];
  readonly #phrases: readonly Phrase[];
  /** In how many phrases a word stands. */
  readonly #asking = new Map<string, number>();

  constructor(passages: readonly Passage[], tongue: Tongue) {
    this.passages = passages;
    this.#tongue = tongue;
    const { words } = tongue;
    this.#stop = new Set(words.stop.split(/\s+/).map(fold));
    this.#small = new Set([...this.#stop].map((one) => tongue.stem(one)));
    this.#say = new Map(
      Object.entries(words.say).map(([said, meant]) => [this.#stems(said).join(" "), this.#stems(meant)]),
    );
    const entries = passages.map((one, id): Entry => {
      const asked = words.asked[one.id] ?? "";
      return { id, title: one.title, above: one.above, text: plain(one.html), asked };
    });
    if (tongue.compounds)
      for (const one of entries)
        for (const word of this.#stems(`${one.title} ${one.text} ${one.asked}`))
          this.#known.set(word, (this.#known.get(word) ?? 0) + 1);
    this.#index = new MiniSearch<Entry>({
      fields: ["title", "above", "text", "asked"],
      tokenize: (text) => this.#stems(text).flatMap((word) => [word, ...this.#apart(word)]),
      processTerm: (term) => term,
      searchOptions: { tokenize: (text) => [text], processTerm: (term) => term },
    });
    this.#index.addAll(entries);
    this.#spoken = new Set([...this.#say.keys()].flatMap((said) => said.split(" ")));
    this.#titles = entries.map((one) => new Set(this.#stems(one.title).filter((word) => !/\d/.test(word))));
    for (const word of this.#terms()) this.#known.set(word, this.#known.get(word) ?? 1);
    this.#phrases = this.#phrased(entries);
  }

  /** The ways to ask for each passage (those of `asked`, apart by semicolons, and its title), with what each weighs. */
  #phrased(entries: readonly Entry[]): Phrase[] {
    const found = entries.flatMap(({ id, title, asked }) =>
      [title, ...asked.split(";")].map((one) => ({ id, words: new Set(this.#stems(one, true)) })),
    );
    for (const { words } of found) for (const one of words) this.#asking.set(one, (this.#asking.get(one) ?? 0) + 1);
    return found
      .filter(({ words }) => words.size > 0)
      .map((one) => ({ ...one, weight: [...one.words].reduce((sum, word) => sum + this.#says(word), 0) }));
  }

  /** How much a word of a phrase says: a small word little, a rare one the most. */
  #says(word: string): number {
    if (this.#small.has(word)) return WEIGHT.small;
    return 1 / (1 + 0.25 * Math.log(this.#asking.get(word) ?? 1));
  }

  /** How much alike a question and the ways to ask for each passage are: 0 to 1. */
  #alike(question: string): Map<number, number> {
    const words = [...new Set(this.#read(question, true))].map((word) => {
      const meant = new Map((this.#say.get(word) ?? []).map((one) => [one, WEIGHT.said]));
      for (const part of this.#apart(word)) meant.set(part, WEIGHT.part);
      if (this.#isSlip(word))
        for (const { marks } of this.#hits(word, false)) for (const one of marks) meant.set(one, WEIGHT.slip);
      return { meant: meant.set(word, 1), weight: this.#says(word) };
    });
    const all = words.reduce((sum, { weight }) => sum + weight, 0);
    const least = this.#stems(question).length ? LEAST : LEAST_SMALL;
    const found = new Map<number, number>();
    for (const phrase of this.#phrases) {
      let both = 0;
      for (const { meant, weight } of words) {
        let best = 0;
        for (const [one, how] of meant) if (how > best && phrase.words.has(one)) best = how;
        both += best * weight;
      }
      const alike = both / (both + WEIGHT.beyond * (all - both) + (1 - WEIGHT.beyond) * (phrase.weight - both));
      if (alike >= least && alike > (found.get(phrase.id) ?? 0)) found.set(phrase.id, alike);
    }
    return found;
  }

  *#terms(): Iterable<string> {
    const index = this.#index.toJSON().index;
    for (const [word] of index) yield word;
  }

  /** The stems of the words of a text: of those that say something, or of all. */
  #stems(text: string, all = false): string[] {
    const found: string[] = [];
    for (const [word] of text.toLowerCase().matchAll(WORD)) {
      const bare = fold(word);
      if (!all && (this.#stop.has(bare) || (bare.length < 2 && !/\d/.test(bare)))) continue;
      found.push(/\d/.test(word) ? bare : this.#tongue.stem(bare));
    }
    return found;
  }

  /** The words of the books that say something, the most frequent first. */
  #counted(): string[] {
    const found = new Map<string, number>();
    for (const { id, title, html } of this.passages)
      for (const [word] of `${title} ${plain(html)} ${this.#tongue.words.asked[id] ?? ""}`
        .toLowerCase()
        .matchAll(WORD)) {
        const bare = fold(word);
        if (!/\d/.test(bare) && !this.#stop.has(bare)) found.set(bare, (found.get(bare) ?? 0) + 1);
      }
    return [...found].sort(([, one], [, other]) => other - one).map(([word]) => word);
  }

  /** The stems of a question: a word that stands nowhere gives way to the one of the books that was meant. */
  #read(question: string, all = false): string[] {
    return [...question.toLowerCase().matchAll(WORD)].flatMap(([word]) =>
      this.#stems(word, all).map((stem) => {
        if (!this.#isSlip(stem) || this.#spoken.has(stem) || this.#apart(stem).length) return stem;
        const bare = fold(word);
        if (!this.#meantBy.has(bare)) {
          this.#whole ??= this.#counted();
          const meant = meantBy(bare, this.#whole);
          this.#meantBy.set(bare, meant && this.#tongue.stem(meant));
        }
        return this.#meantBy.get(bare) ?? stem;
      }),
    );
  }

  /** The words that a word is put together from; none where it is not. */
  #apart(word: string): readonly string[] {
    if (!this.#tongue.compounds || word.length < 8) return [];
    const found = this.#parts.get(word) ?? this.#split(word);
    this.#parts.set(word, found);
    return found;
  }

  #split(word: string): string[] {
    for (let at = word.length - 4; at >= 4; at -= 1) {
      const last = word.slice(at);
      if (!this.#known.has(last)) continue;
      const first = word.slice(0, at);
      const stem = [first, first.replace(/(?:s|n|en|es|e)$/, "")].find((one) => this.#known.has(one));
      if (stem) return [stem, last];
      const more = this.#apart(first);
      if (more.length) return [...more, last];
    }
    return [];
  }

  /** What each word of a question stands for. */
  #meant(question: string): Meant[] {
    const words = this.#read(question);
    const found: Meant[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const pair = words[at + 1] ? this.#say.get(`${words[at]} ${words[at + 1]}`) : undefined;
      const word = words[at] ?? "";
      const meant: Meant = new Map([[word, 1]]);
      if (pair) {
        meant.set(words[at + 1] ?? "", 1);
        at += 1;
      }
      for (const one of pair ?? this.#say.get(word) ?? []) meant.set(one, Math.max(meant.get(one) ?? 0, WEIGHT.said));
      const parts = this.#known.has(word) && !this.#tongue.compounds ? [] : this.#apart(word);
      for (const part of parts) meant.set(part, Math.max(meant.get(part) ?? 0, WEIGHT.part));
      found.push(meant);
    }
    return found;
  }

  /** The passages that answer a question, the best first; `every`: only those that hold all its words. */
  find(question: string, every = false): Hit[] {
    const asksForCard = new RegExp(this.#tongue.words.card, "iu").exec(question)?.[0];
    // A card does not say that it is one.
    const said = this.#meant(asksForCard ? question.replace(asksForCard, " ") : question);
    const words = said.length ? said : this.#meant(question);
    const card = asksForCard ? WEIGHT.card : WEIGHT.other;
    const numbered = this.#numbered(question.trim());
    const alike = every
      ? new Map<number, number>()
      : this.#alike(words === said && asksForCard ? question.replace(asksForCard, " ") : question);
    const scores = new Map<number, { score: number; words: number; marks: Set<string> }>();
    const typed = /[\p{L}\p{N}]$/u.test(question);
    words.forEach((meant, n) => {
      const best = new Map<number, { score: number; marks: string[] }>();
      for (const [term, weight] of meant) {
        for (const { id, score, marks } of this.#hits(term, every && typed && n === words.length - 1)) {
          const before = best.get(id);
          const marked = [...(before?.marks ?? []), ...marks];
          const [least = 0, most = 0] = [before?.score ?? 0, score * weight].sort((a, b) => a - b);
          best.set(id, { score: most + WEIGHT.more * least, marks: marked });
        }
      }
      for (const [id, { score, marks }] of best) {
        const found = scores.get(id) ?? { score: 0, words: 0, marks: new Set<string>() };
        found.score += score;
        found.words += 1;
        for (const one of marks) found.marks.add(one);
        scores.set(id, found);
      }
    });
    for (const id of alike.keys()) if (!scores.has(id)) scores.set(id, { score: 0, words: 0, marks: new Set() });
    const meant = new Set(words.flatMap((one) => [...one.keys()]));
    const hits = [...scores].flatMap(([id, { score, words: found, marks }]): Hit[] => {
      const passage = this.passages[id];
      if (!passage) return [];
      const covered = (found / Math.max(1, words.length)) ** WEIGHT.covered;
      const weight = BOOK[passage.book] * (passage.book === "cards" ? card : 1);
      const named = 1 + WEIGHT.named * this.#likeness(id, meant);
      return [{ passage, score: score * covered * named * weight, marks, whole: found === words.length }];
    });
    const most = hits.reduce((best, { score }) => Math.max(best, score), 0) || 1;
    const like = new Map([...alike].map(([id, one]) => [this.passages[id], one]));
    for (const one of hits) {
      const weight = one.passage.book === "cards" ? card ** 0.5 : BOOK[one.passage.book];
      one.score += most * WEIGHT.phrase * weight * (like.get(one.passage) ?? 0) ** WEIGHT.alike;
    }
    const sorted = together(hits.filter((one) => !every || one.whole).sort((a, b) => b.score - a.score));
    return [...numbered, ...sorted.filter((one) => !numbered.some((other) => other.passage === one.passage))];
  }

  /** How much of a passage's title is in a question, and of the question in the title: 0 to 1. */
  #likeness(id: number, meant: ReadonlySet<string>): number {
    const title = this.#titles[id] ?? new Set();
    const both = [...title].filter((one) => meant.has(one)).length;
    return (2 * both) / Math.max(1, title.size + meant.size);
  }

  /** Whether a word stands nowhere and may be a slip of the keyboard. */
  #isSlip(word: string): boolean {
    return !this.#known.has(word) && !this.#small.has(word) && word.length > 3 && !/\d/.test(word);
  }

  /** Where a term stands; one that stands nowhere is looked for as a slip of the keyboard. */
  #hits(term: string, begun: boolean): { id: number; score: number; marks: string[] }[] {
    const slip = this.#isSlip(term);
    const query: Query = {
      queries: [term],
      combineWith: "OR",
      fuzzy: slip ? (term.length > 6 ? 2 : 1) : false,
      prefix: begun || (slip && term.length > 4),
      boost: { title: WEIGHT.title, above: WEIGHT.above, text: WEIGHT.text, asked: WEIGHT.asked },
      weights: { fuzzy: WEIGHT.slip, prefix: WEIGHT.slip },
    };
    return this.#index.search(query).map(({ id, score, match }) => ({ id, score, marks: Object.keys(match) }));
  }

  /** The passage that a question names by its number. */
  #numbered(question: string): Hit[] {
    const [, ruling, card, side, rule] = NUMBER.exec(question) ?? [];
    const [, number = card, half = side] = CARD.exec(question) ?? [];
    const [, point = ruling, section = rule] = WITHIN.exec(question) ?? [];
    const sides = half ? [half.toUpperCase()] : ["A", "S"];
    const ids = point ? [`C-${point}`] : number ? sides.map((one) => `${number}${one}`) : [section];
    return this.passages
      .filter((one) => ids.includes(one.id))
      .map((passage) => ({ passage, score: Number.POSITIVE_INFINITY, marks: new Set<string>(), whole: true }));
  }

  /** Whether a line has a word of a question in it. */
  touches(question: string, line: string): boolean {
    const words = new Set(this.#stems(line).flatMap((word) => [word, ...this.#apart(word)]));
    return this.#meant(question).some((meant) => [...meant.keys()].some((one) => words.has(one)));
  }

  /** The stem by which a word of a passage was found; null for one that was not. */
  marked(word: string, marks: ReadonlySet<string>): string | null {
    const [stem] = this.#stems(word);
    if (stem === undefined) return null;
    return [stem, ...this.#apart(stem)].find((one) => marks.has(one)) ?? null;
  }
}
