/** The words and names of the reader's language in an order, which the server reads in English. */

import type { Position } from "../game/position.svelte";
import { coded, i18n } from "../i18n/i18n.svelte";
import { counterName, formsOf, formsOfUnit } from "../i18n/names";
import type { BoardFacts } from "../wire/types";
import PHASES from "./order-phases.json";
import COMMANDS from "./order-words.json";
import { t } from "./texts";

/** Words of an order that are no commands. */
const OTHERS = ["all", "and", "army", "card", "hex", "panzer", "the", "to", "unit"];
/** A name on a counter that can be told from a number and a letter. */
const SAYS_SOMETHING = /\p{L}{3}/u;

interface Names {
  pattern: RegExp;
  english: Map<string, string>;
}
const kept = new WeakMap<object, { catalogue: object; names: Names }>();
const plain = (name: string): string => name.toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");

/** A word of orders in the reader's language: all its forms, the one to show first. */
export const formsOfWord = (word: string): string[] => coded("orders.word-", word.replaceAll(" ", "-")).split("|");

/** A piece of a text that another one stands for: where either begins and ends. */
interface Piece {
  from: number;
  to: number;
  own: number;
  end: number;
}

/** A text as it was typed, and as it is told to the server: in English. */
export class Translation {
  readonly english: string;
  readonly #text: string;
  readonly #pieces: readonly Piece[];

  constructor(text: string, english: string, pieces: readonly Piece[] = []) {
    this.#text = text;
    this.english = english;
    this.#pieces = pieces;
  }

  /** Where a place of the English text stands in the typed one. */
  own(at: number): number {
    const piece = this.#pieces.findLast(({ from }) => from <= at);
    if (!piece) return at;
    return at < piece.to ? piece.own : piece.end + at - piece.to;
  }

  /** How many typed characters stand for the one in this place of the English text: a word is taken whole. */
  length(at: number): number {
    const piece = this.#pieces.find(({ from, to }) => from <= at && at < to);
    return piece ? piece.end - piece.own : 1;
  }

  /** The typed text, changed in the place in which an English one differs from what was told. */
  changed(next: string): string {
    const { english } = this;
    const most = Math.min(english.length, next.length);
    let head = 0;
    while (head < most && english[head] === next[head]) head += 1;
    let tail = 0;
    while (tail < most - head && english.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
    // No word is taken apart that another one stands for.
    const around = (at: number) => this.#pieces.find(({ from, to }) => from < at && at < to);
    head = around(head)?.from ?? head;
    tail = english.length - (around(english.length - tail)?.to ?? english.length - tail);
    const after = this.#pieces.find(({ to }) => to === english.length - tail)?.end ?? this.own(english.length - tail);
    return this.#text.slice(0, this.own(head)) + next.slice(head, next.length - tail) + this.#text.slice(after);
  }
}

/** Words and whole names are told in English; names that two things bear in the other language stay as they are. */
export function inEnglish(text: string, position: Position): Translation {
  if (i18n.language === "en" || !position.board) return new Translation(text, text);
  const { pattern, english } = namesOf(position, position.board);
  const pieces: Piece[] = [];
  let longer = 0;
  const told = text.replace(pattern, (name, at: number) => {
    const word = english.get(plain(name)) || name;
    pieces.push({ from: at + longer, to: at + longer + word.length, own: at, end: at + name.length });
    longer += word.length - name.length;
    return word;
  });
  return new Translation(text, told, pieces);
}

/** The ways to end a phase by its name: "Bewegung beenden", "koniec ruchu". */
const endings = (): [string, string][] =>
  PHASES.flatMap((phase) =>
    coded("orders.phase-", phase)
      .split("|")
      .flatMap((name) => t("orders.end-phase", { phase: name }).split("|"))
      .map((own): [string, string] => [own, `end ${phase}`]),
  );

/** What the counters bear, shorter than the names of the log, where one unit alone bears it: "Brjansk". */
function onCounters(position: Position): Map<string, string> {
  const found = new Map<string, string>();
  for (const unit of position.unitFacts.values())
    for (const [i, face] of [unit.front, unit.back].entries()) {
      const own = face ? plain(counterName(unit.id, i, face.name)) : "";
      if (face && SAYS_SOMETHING.test(own))
        found.set(own, found.has(own) && found.get(own) !== face.name ? "" : face.name);
    }
  return found;
}

function namesOf(position: Position, board: BoardFacts): Names {
  const known = kept.get(board);
  if (known?.catalogue === i18n.catalogue) return known.names;
  const english = new Map<string, string>();
  const add = (own: string, name: string) => {
    const before = english.get(plain(own));
    english.set(plain(own), before === undefined || before === name ? name : "");
  };
  for (const { id, name } of [...board.map.hexes, ...board.map.areas])
    if (name) for (const own of formsOf(`place.${id}`, name)) add(own, name);
  const borne = [...position.unitFacts.values()].flatMap((unit) =>
    [unit.front, unit.back].flatMap((face, i) =>
      face ? [{ forms: formsOfUnit(unit.id, i, face.name), name: face.name, nation: unit.nation }] : [],
    ),
  );
  for (const { forms, name, nation } of borne) {
    // Armies of two nations may share a name in English only: then the nation says which one is meant.
    const namesake = borne.some((one) => one.name === name && one.forms[0] !== forms[0]);
    for (const own of forms) add(own, namesake ? `${nation} ${name}` : name);
  }
  for (const word of [...COMMANDS, ...OTHERS])
    for (const own of formsOfWord(word)) if (!english.has(plain(own))) add(own, word === "the" ? " " : word);
  for (const [own, name] of [...endings(), ...onCounters(position)])
    if (!english.has(plain(own))) english.set(plain(own), name);
  const longest = [...english.keys()].sort((a, b) => b.length - a.length);
  const any = longest
    .map((name) =>
      name
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
        .replaceAll("'", "['’]")
        .replaceAll(" ", "\\s+"),
    )
    .join("|");
  const names = { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu"), english };
  kept.set(board, { catalogue: i18n.catalogue, names });
  return names;
}
