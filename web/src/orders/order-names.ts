/** The words and names of the reader's language in an order, which the server reads in English. */

import type { Position } from "../game/position.svelte";
import { coded, i18n } from "../i18n/i18n.svelte";
import { formsOf, formsOfUnit } from "../i18n/names";
import type { BoardFacts } from "../wire/types";
import COMMANDS from "./order-words.json";

/** Words of an order that are no commands. */
const OTHERS = ["all", "and", "army", "card", "hex", "panzer", "the", "to", "unit"];

interface Names {
  pattern: RegExp;
  english: Map<string, string>;
}
const kept = new WeakMap<object, { catalogue: object; names: Names }>();
const plain = (name: string): string => name.toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");

/** A word of orders in the reader's language: all its forms, the one to show first. */
export const formsOfWord = (word: string): string[] => coded("orders.word-", word.replaceAll(" ", "-")).split("|");

/** Words and whole names are told in English; names that two things bear in the other language stay as they are. */
export function inEnglish(text: string, position: Position): string {
  if (i18n.language === "en" || !position.board) return text;
  const { pattern, english } = namesOf(position, position.board);
  return text.replace(pattern, (name) => english.get(plain(name)) || name);
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
