/** The words of the client: labels of phases, types, results. Sentences about the position come from the server. */

import type { ByPlace } from "../wire/ids";
import type { Action, Face, Hex, Odds, PlaceId, Side, UnitFacts, UnitView, Verb } from "../wire/types";
import { coded, type Key, t } from "./i18n.svelte";
import type { Told } from "./message";

/** Words by the server's ids (a code, with something `before` it), each read from the catalogue when it is shown. */
function worded<P extends string, K extends Ids<`words.${P}-`>, F extends string = "">(
  kind: P,
  codes: readonly K[],
  before?: F,
): Record<`${F}${K}`, string> & Record<string, string> {
  const words = {} as Record<string, string>;
  for (const code of codes) {
    const id = `${before ?? ""}${code}`;
    Object.defineProperty(words, id, { enumerable: true, get: () => t(`words.${kind}-${code}` as Key) });
  }
  return words as Record<`${F}${K}`, string> & Record<string, string>;
}
/** The codes that the catalogue has words for: what stands after a beginning of its keys. */
type Ids<Beginning extends string> = After<Key, Beginning>;
type After<One, Beginning extends string> = One extends `${Beginning}${infer Id}` ? Id : never;

export const SIDE = worded("side", ["axis", "soviet"]);
export const SIDES = worded("sides", ["axis", "soviet"]);
export const other = (side: Side): Side => (side === "axis" ? "soviet" : "axis");

export const terrainName = (terrain: string): string => coded("words.terrain-", terrain);

/** A hex as it is spoken: its number first, as one finds it, then its name. */
export function placeLabel(
  game: { hexFacts: ByPlace<Hex>; placeName(id: PlaceId | ""): string },
  id: PlaceId | "",
): string {
  const hex = game.hexFacts.get(id);
  return hex ? (hex.name ? `${id} ${hex.name}` : id) : game.placeName(id);
}

export const WEATHER = worded("weather", ["clear", "mud", "snow", "long_winter"]);

/** The stations of a player turn, in order, as the track shows them. */
const STATIONS = ["victory", "cards", "supply", "organization", "movement", "combat", "removal", "detraining"] as const;
export const PHASES: { id: string; readonly label: string; readonly what: string }[] = STATIONS.map((id) => ({
  id,
  get label() {
    return t(`words.phase-${id}`);
  },
  get what() {
    return t(`words.what-${id}`);
  },
}));
/** The non-phasing side's counterblows are a step inside the Combat phase. */
export const station = (phase: string): string => (phase === "counterblows" ? "combat" : phase);
export const phaseLabel = (phase: string): string => coded("words.phase-", phase);

export const TYPE = worded("type", [
  "infantry",
  "armor",
  "mechanized",
  "shock",
  "regional",
  "fort",
  "cadre",
  "volkssturm",
  "garrison",
  "reserve",
  "marker",
]);

export const NATION = worded("nation", [
  "german",
  "finnish",
  "rumanian",
  "hungarian",
  "italian",
  "soviet",
  "polish",
  "yugoslav",
]);

/** A result of a battle: its name, what it means, and what it asks for while nobody has carried it out. */
export const RESULT: Record<string, { readonly word: string; readonly text: string; readonly due: string }> =
  Object.fromEntries(
    (["NE", "CA", "CB", "EX", "DR", "DS", "DD"] as const).map((code) => [
      code,
      {
        get word() {
          return t(`words.result-${code}`);
        },
        get text() {
          return t(`words.means-${code}`);
        },
        get due() {
          return t(`words.due-${code}`);
        },
      },
    ]),
  );

export const BOX = worded(
  "box",
  ["rail", "shattered", "destroyed", "surrendered", "cadres", "track", "delayed", "pending", "removed"],
  "box:",
);

/** Buttons for actions upon a unit, a hex, a card or nothing: verb and, for some, the object's name. */
export const VERB = worded("verb", [
  "Done",
  "Pass",
  "Defer",
  "Discard",
  "PayCard",
  "PlayEvent",
  "ChooseCard",
  "ChooseUnit",
  "ChooseHex",
  "ChooseOption",
  "ImproveUnit",
  "UpgradeUnit",
  "UnfortifyUnit",
  "PlaceUnit",
  "ReplaceUnit",
  "ReorganizeUnit",
  "MoveUnit",
  "EntrainUnit",
  "DetrainUnit",
  "MarkReserve",
  "LayExtension",
  "ShatterUnit",
  "DeclareTarget",
  "PlaceCounterblow",
  "BeginBattle",
  "AddTarget",
  "AssignAttacker",
  "CommitSupport",
  "Counterattack",
  "MarkCounterblow",
  "LoseStep",
  "PlaceCadre",
  "RetreatUnit",
  "AdvanceUnit",
  "Rolled",
  "Dealt",
] satisfies Verb[]);

/** A verb as the head of a list. */
export const verbTitle = (type: Verb): string => VERB[type] ?? type;

/** Prompt code, or failing that phase -> what the primary button says when it ends or declines something. */
const DONE = worded("done", [
  "declare",
  "counterblow",
  "compose",
  "support",
  "window",
  "window_answer",
  "cadre",
  "exile_cadre",
  "counterattack",
  "advance",
  "reserve",
  "place",
  "placement",
  "flip",
  "reorganize",
  "move",
  "movement",
  "detrain",
  "detraining",
  "retreat",
  "event",
  "event_move",
  "free_counterblow",
  "take_off_counterblow",
  "local_support",
  "paratroops",
  "rebuild",
  "detrain_reserve",
  "from_box",
  "join_planned",
]);

/** What the primary button says. */
/** Sentences of a window that ask whether what the enemy did is allowed. */
const ANSWERS = new Set(["window.played", "window.paid", "window.discarded", "window.step"]);

/** The question as the primary button answers it: its code, or that of a window in which one cancels or allows. */
export const answered = (prompt: { code: string; said: string[] }): string =>
  prompt.said.some((name) => ANSWERS.has(name)) ? "window_answer" : prompt.code;

export function primaryLabel(action: Action, phase: string, step: string, code: string): string {
  const plain = VERB[action.type === "Pass" ? "Pass" : "Done"] ?? "";
  return DONE[code] ?? DONE[step] ?? (action.type === "Done" ? DONE[phase] : undefined) ?? plain;
}

/** The odds of a battle: the column that it is fought on, or the result that comes without a die. */
export const oddsInWords = ({ automatic, column }: Pick<Odds, "automatic" | "column">): string =>
  automatic ? (RESULT[automatic]?.word ?? automatic) : column;

export const SUPPORT = { axis: "blitz", soviet: "shock" } as const;
export const supportName = (side: Side): string => t(`words.${SUPPORT[side]}`);

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
  if (unit.nation === "soviet") return face.type === "armor" ? "XXXX" : t("words.front");
  return "XXXX";
}

export function strengthText(face: Pick<Face, "strength" | "move" | "paren">): string {
  const strength = face.strength === 0 ? "–" : String(face.strength);
  if (face.paren) return `(${strength})`;
  return `${strength}-${face.move}`;
}

/** The accessible name of a counter: everything the counter shows, in words. */
export function unitWords(view: UnitView, facts: UnitFacts, place: Told, canAct: boolean): string {
  const whole = view.max_steps > 1 && view.steps >= view.max_steps;
  const parts = [
    t("words.unit", { name: view.name, nation: NATION[facts.nation] ?? "", type: TYPE[view.type] ?? view.type }),
    strengthText(view),
    t(view.max_steps > 1 ? (whole ? "words.whole" : "words.reduced") : "words.one-step"),
    t("words.in", { place }),
  ];
  if (view.unsupplied) parts.push(t("words.unsupplied"));
  if (view.disorganized) parts.push(t("words.disorganized"));
  if (view.cut_off) parts.push(t("words.cut-off"));
  if (view.reserve) parts.push(t("words.strategic-reserve"));
  if (view.moved) parts.push(t("words.moved"));
  if (canAct) parts.push(t("words.able"));
  return parts.join(", ");
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function ago(iso: string | undefined, now = Date.now()): string {
  if (!iso) return "";
  const minutes = Math.round((now - Date.parse(iso)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return t("words.now");
  if (minutes < 60) return t("words.minutes-ago", { n: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 36) return t("words.hours-ago", { n: hours });
  return t("words.days-ago", { n: Math.round(hours / 24) });
}
