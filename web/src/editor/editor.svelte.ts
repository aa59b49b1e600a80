/** The position editor: a draft, the board that the server makes of it, and what a click does. */

import type { Clicks } from "../game/clicks";
import { Game } from "../game/game.svelte";
import { Talk } from "../game/talk.svelte";
import { eyesIn, stepIn } from "../shared/address";
import { api, type NewGame, Offline, Problem } from "../shared/api";
import { buildGeometry } from "../shared/geometry";
import { prefs } from "../shared/prefs.svelte";
import { route } from "../shared/route.svelte";
import { save } from "../shared/save";
import { toasts } from "../shared/toasts.svelte";
import { browser, tab } from "../storage/storage";
import { onMap } from "../wire/ids";
import type { CardNumber, CheckedPosition, GameChoices, MapId, Package, PlaceId, Side, UnitId } from "../wire/types";
import { Draft, type Piece } from "./draft";
import { t } from "./texts";

const STORED = "draft";
/** A step behind the last one: the server takes that, the game as it is. */
const LATEST = 1e9;
const EMPTY = "turn 1\nphase movement axis";
const UNDO = 60;

/** The editor's board has no server behind it that could be asked. */
class Silence extends Talk {
  override query(): Promise<never> {
    return Promise.reject(new Error("nothing to ask"));
  }
}

export class Editor implements Clicks {
  readonly game = new Game("", Silence);
  draft = $state.raw(Draft.read(EMPTY));
  tool = $state<"units" | "control">("units");
  error = $state("");
  checked = $state.raw<CheckedPosition | null>(null);
  options = $state.raw<GameChoices | null>(null);
  #before: string[] = $state.raw([]);
  #newest = 0;

  constructor() {
    this.game.clicks = this;
  }

  get text(): string {
    return this.draft.text();
  }
  get picked(): Piece | null {
    const { unit } = this.game.selection;
    return (unit && this.draft.pieces.get(unit)) || null;
  }
  /** A position with nothing in it, by the usual rules. */
  get empty(): string {
    const usual = this.options?.rules?.find((one) => one.usual)?.id;
    return usual ? `${EMPTY}\nrules ${usual}` : EMPTY;
  }
  /** The rule set, which a text need not name: then the server's reading of it does. */
  get rules(): string {
    return this.draft.rules || Draft.read(this.checked?.text ?? "").rules;
  }
  /** Whether there is a position to look at. */
  get ready(): boolean {
    return this.game.position.view !== null;
  }
  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** Loads the board, and what the address asks for: a step of a game, else the draft of last time. */
  async open(): Promise<void> {
    try {
      this.game.position.board = await api.board();
      this.game.position.geo = buildGeometry(this.game.position.board);
      const from = new URLSearchParams(location.search).get("game");
      this.options = await api.options();
      let text = browser.recall(STORED) || this.empty;
      if (from) text = (await api.position(from, stepIn(location.search) ?? LATEST, eyesIn(location.search))).text;
      await this.load(text, false);
    } catch (error) {
      this.error = error instanceof Offline ? t("common.no-server") : String((error as Error).message);
    }
  }

  /** Takes a whole text in the place of the draft. */
  async load(text: string, undo = true): Promise<void> {
    if (undo) this.#before = [...this.#before, this.text].slice(-UNDO);
    this.game.selection.select(null);
    this.draft = Draft.read(text);
    const newest = await this.#check();
    if (newest && !this.game.position.view) {
      // The board needs some position to stand on; the message says what is wrong with this one.
      const said = this.error;
      const empty = await api.check(EMPTY);
      if (this.game.position.view) return;
      this.#show(empty);
      this.error = said;
    }
  }

  /** Changes the draft, and has the server look at it. */
  async change(how: (draft: Draft) => void): Promise<void> {
    const before = this.text;
    const next = Draft.read(before);
    next.unknown = this.draft.unknown;
    how(next);
    if (next.text() === before) return;
    this.#before = [...this.#before, before].slice(-UNDO);
    this.draft = next;
    await this.#check();
  }

  async undo(): Promise<void> {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.draft = Draft.read(last);
    await this.#check();
  }

  /** Has the server look at the draft; false if it has changed again meanwhile, so that the answer is of no use. */
  async #check(): Promise<boolean> {
    this.#newest += 1;
    const mine = this.#newest;
    const text = this.text;
    browser.keep(STORED, text);
    try {
      const found = await api.check(text);
      if (mine === this.#newest) this.#show(found);
    } catch (error) {
      if (mine === this.#newest) this.error = error instanceof Problem ? error.message : t("common.no-server");
    }
    return mine === this.#newest;
  }

  #show(found: CheckedPosition): void {
    this.error = "";
    this.checked = found;
    this.game.position.pkg = {
      game: { id: "", name: "", scenario: "position", finished: false },
      seat: null,
      owned: [],
      ply: (this.game.position.pkg?.ply ?? 0) + 1,
      view: found.view,
      actions: [],
      undo: { can: false },
      events: [],
      thinking: false,
    } as unknown as Package;
  }

  // --- clicks on the map ----------------------------------------------------------------------------
  take(id: UnitId): void {
    this.unit(id);
  }
  unit(id: UnitId): void {
    const held = this.game.selection.unit;
    const at = this.game.position.units.get(id)?.at;
    if (this.tool === "control" && at) this.hex(at);
    else if (held && held !== id && at && !this.draft.pieces.get(held)?.at.match(/^\d|^[A-Z]/)) this.hex(at);
    else this.game.selection.select(held === id ? null : id);
  }

  hex(hex: PlaceId): void {
    if (this.tool === "control") {
      const now = onMap(hex) && this.game.position.view?.control[hex];
      if (now) void this.change((draft) => draft.control.set(hex, now === "axis" ? "soviet" : "axis"));
      else toasts.say(t("editor.no-control"));
      return;
    }
    const unit = this.game.selection.unit;
    if (unit) void this.place(unit, hex);
    else this.game.selection.select(this.game.position.stacks.get(hex)?.at(-1)?.id ?? null);
  }

  enter(hex: MapId): void {
    const top = this.game.position.stacks.get(hex)?.at(-1);
    if (!this.game.selection.unit && top && this.tool === "units") this.unit(top.id);
    else this.hex(hex);
  }

  /** The hands of the draft are set by `turnCard`; no card is being played. */
  card(): void {}

  async inform(): Promise<void> {}

  /** Puts a counter into a hex, an area or a box; an empty place takes it off the game. */
  async place(unit: UnitId, at: PlaceId | ""): Promise<void> {
    const turn = this.draft.turn;
    await this.change((draft) => {
      const before = draft.pieces.get(unit) ?? { at, back: false, marks: [], due: null };
      if (!at) draft.pieces.delete(unit);
      else draft.pieces.set(unit, { ...before, at, due: at === "box:track" ? (before.due ?? turn + 1) : null });
    });
    if (!at) this.game.selection.select(null);
  }

  async alter(unit: UnitId, how: (piece: Piece) => Piece): Promise<void> {
    await this.change((draft) => {
      const now = draft.pieces.get(unit);
      if (now) draft.pieces.set(unit, how(now));
    });
  }

  flip(unit: UnitId): void {
    if (this.game.position.unitFacts.get(unit)?.back) void this.alter(unit, (one) => ({ ...one, back: !one.back }));
    else toasts.say(t("editor.one-side"));
  }

  mark(unit: UnitId, mark: string): void {
    void this.alter(unit, (one) => ({
      ...one,
      marks: one.marks.includes(mark) ? one.marks.filter((m) => m !== mark) : [...one.marks, mark],
    }));
  }

  /** Puts a card into a side's hand, or takes it out. */
  turnCard(side: Side, number: CardNumber): void {
    void this.change((draft) => {
      const held = draft.hands[side];
      draft.hands = {
        ...draft.hands,
        [side]: held.includes(number) ? held.filter((n) => n !== number) : [...held, number].sort((a, b) => a - b),
      };
    });
  }

  // --- taking it elsewhere ---------------------------------------------------------------------------
  async play(): Promise<void> {
    try {
      const made = await api.sandbox({ position: this.text });
      prefs.skipHandOver(made.id);
      tab.keep(`from.${made.id}`, "/edit");
      route.go(`/g/${made.id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Begins a game from here, of the kind that is wanted. */
  async begin(who: Partial<Pick<NewGame, "axis" | "soviet" | "open_hands">>): Promise<void> {
    try {
      const made = await api.create({ position: this.text, axis: "human", soviet: "human", ...who });
      route.go(`/g/${made.id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  download(): void {
    save(`${this.text}\n`, `position-turn-${this.draft.turn}.txt`);
  }
}

/** What the server reads in a position; throws in plain words where it is none. */
async function checked(text: string): ReturnType<typeof api.check> {
  if (!text.trim()) throw new Error(t("editor.empty-file"));
  return api.check(text).catch((error: unknown) => {
    if (error instanceof Problem) throw new Error(t("editor.bad-file", { text: error.message }));
    throw error;
  });
}

/** Throws where a text has not one line of a position: a wrong line among right ones can be mended in the editor. */
export async function refuseOther(text: string): Promise<void> {
  if (!/^\s*(turn|phase|unit|control|hand|rules|weather|initiative|supports)\s/m.test(text)) await checked(text);
}

/** Opens what a file holds: a saved game is loaded, anything else goes to the editor as a position. */
export async function openText(text: string): Promise<void> {
  if (/^\s*\{/.test(text)) {
    const made = await api.import(text);
    route.go(`/g/${made.id}`);
    return;
  }
  const found = await checked(text);
  browser.keep(STORED, text.trim().startsWith("state ") ? found.text : text);
  route.go("/edit");
}
