/** The keyboard: one table of what each key does (`shortcuts.json`), read by the screen and by the sheet of keys. */
import table from "./shortcuts.json";

interface Shortcut {
  id: string;
  keys: string[];
  group: string;
}
export const SHORTCUTS: readonly Shortcut[] = table;
export const GROUPS = ["decide", "map", "show"] as const;

const COMMAND = new Map(SHORTCUTS.flatMap((s) => s.keys.map((key) => [key, s.id] as const)));

/** The six directions on the letters around S, for those who choose them; what they did before moves to Shift. */
export const HEX_KEYS: Readonly<Record<string, string>> = {
  w: "north-west",
  e: "north-east",
  a: "left",
  d: "right",
  z: "south-west",
  x: "south-east",
};

/** A letter or a digit of another script, as a Russian, Greek, Hebrew or Arabic keyboard has them. */
const FOREIGN = /^(?!\p{Script=Latin})[\p{L}\p{Nd}\p{M}]$/u;
const PLACES: Readonly<Record<string, string>> = { Period: ".", Slash: "/", Minus: "-", Equal: "=" };

/** What the key at this place bears on an English keyboard; undefined for one that bears nothing of ours. */
function byPlace(code: string): string | undefined {
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? PLACES[code];
}

/** The character of a key, in small letters; where the keyboard has no Latin letters, the one at the key's place. */
export function keyOf(e: KeyboardEvent): string {
  const foreign = FOREIGN.test(e.key) && !/^\d$/.test(e.key);
  const key = (foreign ? byPlace(e.code) : undefined) ?? e.key;
  return key.length === 1 ? key.toLowerCase() : key;
}

/** How the table names the key that was pressed: `n`, `Shift+s`, `Control+z`, `ArrowUp`, `?`. */
export function keyName(e: KeyboardEvent): string {
  const key = keyOf(e);
  const letter = key.length === 1 && key !== key.toUpperCase();
  const shift = e.shiftKey && (letter || e.key.length > 1) ? "Shift+" : "";
  return `${e.ctrlKey || e.metaKey ? "Control+" : ""}${shift}${key}`;
}

/** Whether a key is one that a screen reader or a voice may need for itself: a character without Ctrl. */
export const single = (name: string): boolean => name.replace("Shift+", "").length === 1;

/** What a key does; undefined for a key that is none of ours. */
export function commandOf(name: string, hexKeys: boolean): string | undefined {
  if (hexKeys) {
    const way = HEX_KEYS[name];
    if (way) return way;
    const letter = name.replace("Shift+", "");
    if (name !== letter && letter in HEX_KEYS) return COMMAND.get(name) ?? COMMAND.get(letter);
  }
  return COMMAND.get(name);
}

/** What a pointer gave the focus to: no reader of the page went there with the keyboard. */
let pointed: Element | null = null;

/** Notes which focus a pointer gave; to be called once. */
export function mindPointer(): void {
  let pressed = false;
  const focus = (): void => {
    pointed = pressed ? document.activeElement : null;
  };
  const options = { capture: true };
  addEventListener("pointerdown", () => (pressed = true), options);
  addEventListener("keydown", () => (pressed = false), options);
  addEventListener("focusin", focus, options);
  // A button that had the focus before it was clicked; what gets the focus later, the pointer has not given it.
  addEventListener(
    "click",
    (e) => {
      if (e.detail > 0) focus();
      pressed = false;
    },
    options,
  );
}

/** Whether the element has the focus only because it was clicked: then keys are ours, as if nothing had it. */
export const byPointer = (focus: Element | null): boolean => focus !== null && focus === pointed;

/**
 * Whether single characters are free for us: the focus is on the map or on the bar of a replay, or nothing shows it.
 * A reader who went to a button or a list with the keyboard keeps the letters for the screen reader.
 */
export function lettersFree(focus: Element | null): boolean {
  if (!focus || focus === document.body || byPointer(focus) || !visible(focus)) return true;
  return focus.closest("[role=application]") !== null || focus.matches("[data-keys]");
}

function visible(focus: Element): boolean {
  return focus.matches(":focus-visible");
}
