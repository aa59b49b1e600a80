/** What this browser remembers about how the player likes the table. */
import { browser } from "../storage/storage";

type Theme = "auto" | "light" | "dark";

/** Whether something is switched on here, or usually is. */
const on = (name: string, usual = false): boolean => (browser.recall(name) ?? (usual ? "on" : "off")) === "on";

const systemDark = matchMedia("(prefers-color-scheme: dark)");
/** The narrow layout begins below this many letters' widths: with large letters a wide window is narrow too. */
const NARROW = 50;
const narrow = (): boolean =>
  innerWidth / (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) <= NARROW;
/** A window of fingers, too low for a long row of tools that are large enough for them. */
const low = matchMedia("(pointer: coarse) and (max-height: 62em)");
/** A window in which the head of the table has room for what wins. */
const broad = matchMedia("(min-width: 82em)");
/** A phone that is held across: too low for a question below the map, wide enough for one beside it. Styles say the same. */
const across = matchMedia("(max-height: 30em) and (min-width: 34em)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Prefs {
  theme = $state((browser.recall("theme") ?? "auto") as Theme);
  numbers = $state(on("numbers"));
  control = $state(on("control", true));
  trails = $state(on("trails", true));
  cutOff = $state(on("cutoff", true));
  panel = $state(on("panel", true));
  supply = $state(on("supply"));
  /** Single characters as shortcuts, for those whose screen reader or voice does not need them. */
  letters = $state(on("letters", true));
  /** The hex cursor on W E A D Z X. */
  hexKeys = $state(on("hexkeys"));
  /** Whose zones of control are drawn: none, the other side's, the player's, both. */
  zoc = $state(0);
  #small = $state(narrow());
  #system = $state(systemDark.matches);
  #calm = $state(calm.matches);
  #low = $state(low.matches);
  #broad = $state(broad.matches);
  #across = $state(across.matches);
  #paper = $state(false);

  constructor() {
    systemDark.addEventListener("change", (e) => {
      this.#system = e.matches;
      this.apply();
    });
    addEventListener("resize", () => this.measure());
    broad.addEventListener("change", (e) => {
      this.#broad = e.matches;
    });
    across.addEventListener("change", (e) => {
      this.#across = e.matches;
    });
    low.addEventListener("change", (e) => {
      this.#low = e.matches;
    });
    calm.addEventListener("change", (e) => {
      this.#calm = e.matches;
    });
    this.apply();
  }

  get broad(): boolean {
    return this.#broad;
  }

  /** The tools beside the map fold their layers behind one button. */
  get folds(): boolean {
    return this.phone || this.#low;
  }

  get dark(): boolean {
    return !this.#paper && this.night;
  }

  /** The dark theme on the screen; what is printed is light. */
  get night(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.#system);
  }

  /** The narrow layout: a sheet over the map instead of a panel beside it. */
  get phone(): boolean {
    return this.#small || this.#across;
  }

  /** The narrow layout in a low window: all that is narrow in a column beside the map. */
  get across(): boolean {
    return this.#across;
  }

  /** Looks again how many letters fit side by side: after a change of the window or of the text's size. */
  measure(): void {
    this.#small = narrow();
  }

  /** The reader's own word on motion; `system` follows the device. */
  motion = $state("system");

  get still(): boolean {
    return this.motion === "off" || (this.motion !== "full" && this.#calm);
  }

  apply(): void {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }

  /** The page is drawn as it is printed, or as it is seen again. */
  putOnPaper(on: boolean): void {
    this.#paper = on;
    this.apply();
  }

  flipTheme(): void {
    this.setTheme(this.dark ? "light" : "dark");
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    browser.keep("theme", this.theme);
    this.apply();
  }

  toggle(key: "numbers" | "control" | "trails" | "cutOff" | "panel" | "supply" | "letters" | "hexKeys"): void {
    this[key] = !this[key];
    browser.keep(key.toLowerCase(), this[key] ? "on" : "off");
  }

  turnZones(): void {
    this.zoc = (this.zoc + 1) % 4;
  }

  /** Hot-seat games in which the player asked not to be stopped at every change of side. */
  skipsHandOver(game: string): boolean {
    return on(`solo.${game}`);
  }

  skipHandOver(game: string): void {
    browser.keep(`solo.${game}`, "on");
  }
}

export const prefs = new Prefs();
