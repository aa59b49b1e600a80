/** The words of the client: labels of phases, types, results. Sentences about the position come from the server. */
import { coded, t } from "../i18n/i18n.svelte";
import type { Action, Face, Hex, Side, UnitFacts, UnitView } from "./types";

export const SIDE: Record<Side, string> = { axis: "Axis", soviet: "Soviet" };
export const SIDES: Record<Side, string> = { axis: "the Axis", soviet: "the Soviets" };
export const other = (side: Side): Side => (side === "axis" ? "soviet" : "axis");

export const terrainName = (terrain: string): string => coded(`hex.terrain-${terrain}`, terrain.replace(/_/g, " "));

/** A hex as it is spoken: its number first, as one finds it, then its name. */
export function placeLabel(game: { hexFacts: Map<string, Hex>; placeName(id: string): string }, id: string): string {
  const hex = game.hexFacts.get(id);
  return hex ? (hex.name ? `${id} ${hex.name}` : id) : game.placeName(id);
}

export const WEATHER: Record<string, string> = { clear: "Clear", mud: "Mud", snow: "Snow", long_winter: "Long winter" };

/** The stations of a player turn, in order, as the track shows them. */
export const PHASES: { id: string; label: string; what: string }[] = [
  { id: "victory", label: "Victory", what: "Victory points are counted and the winning conditions looked at." },
  { id: "cards", label: "Cards", what: "Discard down, then draw." },
  { id: "supply", label: "Supply", what: "Units that cannot trace supply are marked." },
  { id: "organization", label: "Organization", what: "Improve, place, replace and reorganize units by paying cards." },
  { id: "movement", label: "Movement", what: "Each unit may move once, or entrain." },
  { id: "combat", label: "Combat", what: "Declare targets, answer counterblows, fight the battles one by one." },
  { id: "removal", label: "Removal", what: "Units still cut off are eliminated; markers come off." },
  { id: "detraining", label: "Detraining", what: "Units in the rail box return to the map." },
];
/** The non-phasing side's counterblows are a step inside the Combat phase. */
export const station = (phase: string): string => (phase === "counterblows" ? "combat" : phase);
export const phaseLabel = (phase: string): string =>
  phase === "counterblows"
    ? "Counterblows"
    : (PHASES.find((p) => p.id === phase)?.label ?? phase.charAt(0).toUpperCase() + phase.slice(1));

export const TYPE: Record<string, string> = {
  infantry: "infantry",
  armor: "armour",
  mechanized: "mechanized infantry",
  shock: "shock army",
  regional: "regional troops",
  fort: "fortress",
  cadre: "cadre",
  volkssturm: "Volkssturm",
  garrison: "garrison",
  reserve: "reserve",
  marker: "marker",
};

export const NATION: Record<string, string> = {
  german: "German",
  finnish: "Finnish",
  rumanian: "Rumanian",
  hungarian: "Hungarian",
  italian: "Italian",
  soviet: "Soviet",
  polish: "Polish",
  yugoslav: "Yugoslav",
};

export const RESULT: Record<string, { word: string; text: string }> = {
  NE: { word: "no effect", text: "Nothing happens." },
  CA: { word: "counter\u00adattack", text: "The defender may counterattack with the same units." },
  CB: { word: "counter\u00adblow", text: "A counterblow marker goes on one attacking hex." },
  EX: { word: "exchange", text: "Each side loses one step." },
  DR: { word: "retreat", text: "The defenders retreat two hexes." },
  DS: { word: "shattered", text: "The defenders retreat and are shattered." },
  DD: { word: "destroyed", text: "The defenders retreat and lose a step each." },
};

export const BOX: Record<string, string> = {
  "box:rail": "Rail",
  "box:shattered": "Shattered",
  "box:destroyed": "Destroyed",
  "box:surrendered": "Surrendered",
  "box:cadres": "Cadres",
  "box:track": "Turn track",
  "box:delayed": "Reinforcements",
  "box:pending": "Not in the war yet",
  "box:removed": "Out of the game",
};

/** Buttons for actions upon a unit, a hex, a card or nothing: verb and, for some, the object's name. */
export const VERB: Record<string, string> = {
  Done: "Done",
  Pass: "Pass",
  Discard: "Discard",
  PayCard: "Pay with this card",
  PlayEvent: "Play event",
  ChooseCard: "Choose",
  ChooseUnit: "Choose",
  ChooseHex: "Choose",
  ChooseOption: "",
  ImproveUnit: "Improve",
  UpgradeUnit: "Upgrade free",
  UnfortifyUnit: "Unfortify",
  PlaceUnit: "Place",
  ReplaceUnit: "Replace",
  ReorganizeUnit: "Reorganize",
  MoveUnit: "Move",
  EntrainUnit: "Entrain",
  DetrainUnit: "Detrain",
  MarkReserve: "Mark as Strategic Reserve",
  ShatterUnit: "Shatter",
  DeclareTarget: "Attack",
  PlaceCounterblow: "Counterblow at",
  BeginBattle: "Fight at",
  AddTarget: "Add target",
  AssignAttacker: "Attack with",
  CommitSupport: "Commit support",
  Counterattack: "Counterattack",
  MarkCounterblow: "Counterblow marker on",
  LoseStep: "Lose a step",
  PlaceCadre: "Place cadre",
  RetreatUnit: "Retreat",
  AdvanceUnit: "Advance",
  Rolled: "Roll",
  Dealt: "Draw",
};

/** A verb as the head of a list. */
export const verbTitle = (type: string): string => VERB[type] || humanize(type);

/** Prompt code, or failing that phase -> what the primary button says when it ends or declines something. */
const DONE: Record<string, string> = {
  declare: "No more targets",
  counterblow: "No more counterblows",
  compose: "Attack",
  support: "No support",
  window: "No event",
  cadre: "No cadre",
  counterattack: "Let it pass",
  advance: "Stay",
  reserve: "No reserve",
  place: "Placement done",
  placement: "Placement done",
  flip: "On to placement",
  reorganize: "Reorganization done",
  move: "End movement",
  movement: "End movement",
  detrain: "End detraining",
  detraining: "End detraining",
  retreat: "Done",
};

/** What the primary button says. */
export function primaryLabel(action: Action, phase: string, step: string, code: string): string {
  const plain = action.type === "Pass" ? "Pass" : "Done";
  return DONE[code] ?? DONE[step] ?? (action.type === "Done" ? DONE[phase] : undefined) ?? plain;
}

export function humanize(text: string): string {
  const plain = text.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function supportName(side: Side): string {
  return side === "axis" ? "Blitz" : "Shock";
}

/** Short name that fits on a counter. */
export function shortName(name: string): string {
  return name
    .replace(/Panzergrenadier/, "PzGr")
    .replace(/Panzer\b/, "Pz")
    .replace(/Byelorussian/, "Byelo")
    .replace(/ Army\b/, "")
    .replace(/ Front\b/, "")
    .replace(/Kampfgruppe/, "KG")
    .replace(/Fortified/, "Fort.")
    .replace(/Volkssturm/, "Volks")
    .replace(/(\d) Guards/, "$1 Gds")
    .replace(/th Guards/, " Gds");
}

/** The size sign above the symbol: armies are XXXX, Soviet fronts say so; small bodies have none. */
export function sizeSign(unit: UnitFacts, face: Pick<Face, "type">): string {
  if (["fort", "regional", "garrison", "volkssturm", "marker", "reserve"].includes(face.type)) return "";
  if (face.type === "cadre") return unit.side === "axis" ? "XX" : "XXX";
  if (unit.nation === "soviet") return face.type === "armor" ? "XXXX" : "FRONT";
  return "XXXX";
}

export function strengthText(face: Pick<Face, "strength" | "move" | "paren">): string {
  const strength = face.strength === 0 ? "–" : String(face.strength);
  if (face.paren) return `(${strength})`;
  return `${strength}-${face.move}`;
}

/** The accessible name of a counter: everything the counter shows, in words. */
export function unitWords(view: UnitView, facts: UnitFacts, place: string, canAct: boolean): string {
  const parts = [
    `${view.name}, ${NATION[facts.nation] ?? facts.nation} ${TYPE[view.type] ?? view.type}`,
    strengthText(view),
    view.max_steps > 1 ? (view.steps >= view.max_steps ? "full strength" : "reduced") : "one step",
    `in ${place}`,
  ];
  if (view.unsupplied) parts.push("unsupplied");
  if (view.disorganized) parts.push("disorganized");
  if (view.cut_off) parts.push("would be out of supply");
  if (view.reserve) parts.push("strategic reserve");
  if (view.moved) parts.push("has moved");
  if (canAct) parts.push("can act");
  return parts.join(", ");
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function ago(iso: string | undefined, now = Date.now()): string {
  if (!iso) return "";
  const minutes = Math.round((now - Date.parse(iso)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${plural(hours, "hour")} ago`;
  return `${plural(Math.round(hours / 24), "day")} ago`;
}

/** The rules of a game in one line: as usual, or how it differs from the usual one. */
export function rulesLine(game: { rules_title?: string; differences?: string[] }): string {
  return game.differences?.length
    ? t("common.rules-unlike", { list: game.differences.join("; ") })
    : t("common.rules-usual", { rules: game.rules_title ?? "" });
}
