/** The names of the reader's language in an order, which the server reads in English. */

import type { Position } from "../game/position.svelte";
import { i18n } from "../i18n/i18n.svelte";
import { placeIn, unitIn } from "../i18n/names";
import type { BoardFacts } from "../wire/types";

interface Names {
  pattern: RegExp;
  english: Map<string, string>;
}
const kept = new WeakMap<object, { language: string; names: Names }>();
const plain = (name: string): string => name.toLowerCase().replaceAll("’", "'");

/** Whole names of units and places are told in English; two that are called alike in the other language stay as they are. */
export function inEnglish(text: string, position: Position): string {
  if (i18n.language === "en" || !position.board) return text;
  const { pattern, english } = namesOf(position, position.board);
  return text.replace(pattern, (name) => english.get(plain(name)) || name);
}

function namesOf(position: Position, board: BoardFacts): Names {
  const known = kept.get(board);
  if (known?.language === i18n.language) return known.names;
  const english = new Map<string, string>();
  const add = (own: string, name: string) => {
    const before = english.get(plain(own));
    english.set(plain(own), before === undefined || before === name ? name : "");
  };
  for (const { id, name } of [...board.map.hexes, ...board.map.areas]) if (name) add(placeIn(id, name), name);
  const borne = [...position.unitFacts.values()].flatMap((unit) =>
    [unit.front, unit.back].flatMap((face, i) =>
      face ? [{ own: unitIn(unit.id, i, face.name), name: face.name, nation: unit.nation }] : [],
    ),
  );
  for (const { own, name, nation } of borne) {
    // Armies of two nations may share a name in English only: then the nation says which one is meant.
    const namesake = borne.some((one) => one.name === name && one.own !== own);
    add(own, namesake ? `${nation} ${name}` : name);
  }
  const longest = [...english.keys()].sort((a, b) => b.length - a.length);
  const any = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]")).join("|");
  const names = { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu"), english };
  kept.set(board, { language: i18n.language, names });
  return names;
}
