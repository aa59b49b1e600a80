/** Which verbs are played by which kind of click. */
import type { Action, Verb } from "../wire/types";

/** Verbs that take a unit and a place (or a path) and are played by clicking the place. */
export const TO_PLACE = new Set<Verb>([
  "MoveUnit",
  "PlaceUnit",
  "ReplaceUnit",
  "DetrainUnit",
  "RetreatUnit",
  "AdvanceUnit",
]);
/** Verbs upon a unit that a click on the unit plays at once: picking, not spending. */
export const PICK = new Set<Verb>(["AssignAttacker", "LoseStep", "ShatterUnit", "ChooseUnit", "PlaceCadre"]);
export const HEX_VERBS = new Set<Verb>([
  "DeclareTarget",
  "PlaceCounterblow",
  "BeginBattle",
  "AddTarget",
  "MarkCounterblow",
  "ChooseHex",
]);
export const CARD_PICK = new Set<Verb>(["Discard", "PayCard", "ChooseCard"]);

/** The actions by some field of theirs; those without it are left out. */
export function group<K>(actions: Action[], key: (a: Action) => K | undefined): Map<K, Action[]> {
  const map = new Map<K, Action[]>();
  for (const a of actions) {
    const k = key(a);
    if (k === undefined || k === null) continue;
    const list = map.get(k);
    if (list) list.push(a);
    else map.set(k, [a]);
  }
  return map;
}
