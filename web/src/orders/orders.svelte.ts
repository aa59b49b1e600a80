/** Orders in words: what is typed, how the server reads it, and giving it action by action. Nothing here knows a rule. */

import { onlyPasses } from "../game/advances";
import type { Game } from "../game/game.svelte";
import { labelOf } from "../game/labels";
import { promptOf } from "../game/prompt";
import { TO_PLACE } from "../game/verbs";
import { passesPhase } from "../game/windows";
import { refusal } from "../i18n/refusal";
import { endOfOrders, passed } from "../phase/checklist";
import { replayOf } from "../replay/replay.svelte";
import { announcer } from "../shared/announce.svelte";
import { api, Offline, Problem } from "../shared/api";
import { oneFor } from "../shared/one-for";
import { toasts } from "../shared/toasts.svelte";
import { entriesOf } from "../wire/ids";
import type { Action, CardNumber, Chip, MapId, OrderReading, PlaceId, Side, Suggestion, UnitId } from "../wire/types";
import { inEnglish, Translation } from "./order-names";
import { t } from "./texts";

/** Milliseconds without a key before a text is read, and before the reading is said aloud. */
const PAUSE = 120;
const QUIET = 600;
/** Orders that the arrow up brings back. */
const KEPT = 30;
/** Bytes of a file that no text of orders has. */
const FILE = 1_000_000;
/** What ends an order that nobody has read yet. */
const END = /[;\n]/;

/** An arrow on the map: where it begins and ends. */
export interface Arrow {
  from: PlaceId | "";
  to: MapId;
}

/** An order in the text of the box: it can be given, it is the one that stops the others, or it waits behind that one. */
export interface Mark {
  start: number;
  end: number;
  kind: "fine" | "stop" | "waits";
}

/** An action of the preview; `typed`: the order that it begins, where the text has several lines. */
export interface Step {
  action: Action;
  typed: string;
}

const unitsOf = ({ ids }: Chip): UnitId[] => ids as UnitId[];

export class Orders {
  readonly #game: Game;
  on = $state(false);
  text = $state("");
  reading = $state.raw<OrderReading | null>(null);
  /** The suggestion that the arrow keys stand on; -1: none. */
  at = $state(-1);
  /** Giving up is asked once more. */
  sure = $state(false);
  giving = $state(false);
  /** What came of the last order. */
  said = $state("");
  /** The orders of this text that were given before something stopped it: they are no longer in the box. */
  given = $state.raw<readonly string[]>([]);
  /** What was given last ended before the text did: its first order is the one that waits. */
  halted = $state(false);
  /** Where the caret is to stand: at the order that stops the others. */
  caret = $state.raw<{ at: number } | null>(null);
  #translation = new Translation("", "");
  /** An empty box lists what could be ordered when it is opened or asked; after an order the map is free again. */
  #listing = $state(true);
  #history: string[] = [];
  #back = 0;
  #timer = 0;
  #voice = 0;
  #asked = 0;
  #spoken = "";
  #waiting: Promise<void> = Promise.resolve();
  #before: Element | null = null;
  /** Whose orders these are: at one device neither side sees what the other has typed. */
  #seat: Side | null = null;
  #others = new Map<Side | null, { text: string; history: string[] }>();

  constructor(game: Game) {
    this.#game = game;
  }

  /** Opens the box; one that stands open already takes the keys again. */
  open(): void {
    if (this.on) {
      document.getElementById("orders-text")?.focus();
      return;
    }
    this.#before = document.activeElement;
    this.on = true;
    this.said = "";
    this.#listing = true;
    this.#game.screen.listing = false;
    this.#game.screen.sheet = "";
    this.read();
  }

  close(): void {
    this.on = false;
    this.at = -1;
    clearTimeout(this.#timer);
    clearTimeout(this.#voice);
    const { isConnected } = this.#before ?? {};
    if (isConnected && (this.#before instanceof HTMLElement || this.#before instanceof SVGElement))
      this.#before.focus({ preventScroll: true });
    this.#before = null;
  }

  toggle(): void {
    if (this.on) this.close();
    else this.open();
  }

  /** The orders can be read: it is this seat's decision, on the table as it is. */
  get ready(): boolean {
    return this.#game.position.mine && !replayOf(this.#game).on && !this.#game.position.handOver;
  }

  get suggestions(): readonly Suggestion[] {
    return this.#listing || this.text.trim() ? (this.reading?.suggestions ?? []) : [];
  }

  /** The text is what was left of orders that something stopped, and nothing has been typed since. */
  get keeps(): boolean {
    return this.halted && this.text.trim() !== "";
  }

  /** Whether the reading shown is that of the text in the box. */
  get fresh(): boolean {
    return this.reading?.text === this.text;
  }

  type(text: string): void {
    this.text = text;
    this.at = -1;
    this.sure = false;
    this.said = "";
    if (!text.trim()) this.given = [];
    this.halted = false;
    clearTimeout(this.#timer);
    // What is typed while orders are given is read when that is done: until then the text is theirs.
    if (!this.giving) this.#timer = window.setTimeout(() => this.read(), PAUSE);
  }

  /** Has the text read, with the game as it is now. */
  read(): void {
    clearTimeout(this.#timer);
    if (this.#game.position.seat !== this.#seat) this.#change(this.#game.position.seat);
    this.#waiting = this.#read();
  }

  /** Waits for what is read now, and for what a position that came meanwhile has had read again. */
  async #hasRead(): Promise<void> {
    for (let waited: unknown = null; waited !== this.#waiting; ) {
      waited = this.#waiting;
      await waited;
    }
  }

  /** Another side sits down: its own text and history. */
  #change(seat: Side | null): void {
    this.#others.set(this.#seat, { text: this.text, history: this.#history });
    const own = this.#others.get(seat);
    this.#seat = seat;
    this.text = own?.text ?? "";
    this.#history = own?.history ?? [];
    this.#back = 0;
    this.at = -1;
    this.sure = false;
    this.said = "";
    this.given = [];
    this.halted = false;
    this.reading = null;
  }

  async #read(): Promise<void> {
    const game = this.#game;
    this.#asked += 1;
    const asked = this.#asked;
    if (!this.ready || !game.position.pkg) {
      this.reading = null;
      return;
    }
    try {
      const { text } = this;
      const translation = inEnglish(text, game.position);
      const found = await api.orders(game.id, game.position.pkg.ply, translation.english, game.talk.hands);
      if (asked !== this.#asked) return;
      this.#translation = translation;
      this.reading = { ...found, text };
      if (this.at >= found.suggestions.length) this.at = -1;
      clearTimeout(this.#voice);
      this.#voice = window.setTimeout(() => this.#speak(), QUIET);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.reading = null;
      // The page is behind: the fresh position has it read anew.
      if (error instanceof Problem) await game.talk.refresh().catch(() => undefined);
      else if (error instanceof Offline) this.said = error.message;
      else throw error;
    }
  }

  // --- in the text -------------------------------------------------------------------------------------
  /** Whether the text is more than one line. */
  get several(): boolean {
    return this.text.includes("\n");
  }

  /** Each order in the text, as far as it is what was read. */
  get marks(): Mark[] {
    const { text, reading } = this;
    if (!reading) return this.halted ? unread(text) : [];
    let same = 0;
    while (same < text.length && text[same] === reading.text[same]) same += 1;
    const stop = reading.orders.findIndex(({ upto }) => upto < 0);
    return reading.orders
      .map(({ start, end }, i): Mark => {
        const kind = i === stop || (i === 0 && this.halted) ? "stop" : stop >= 0 && i > stop ? "waits" : "fine";
        return { start: this.#translation.own(start), end: this.#end(end), kind };
      })
      .filter(({ end }) => end <= same);
  }

  /** Where a word that ends in this place of the English text ends in the typed one. */
  #end(at: number): number {
    return at ? this.#translation.own(at - 1) + this.#translation.length(at - 1) : 0;
  }

  /** The order that stops the others: its number, its line, its words, and where it begins; null if it is the only one. */
  get stop(): { line: number; typed: string; at: number; before: number } | null {
    const { reading } = this;
    if (!reading?.problem || reading.orders.length < 2) return null;
    const before = reading.orders.findIndex(({ upto }) => upto < 0);
    const order = reading.orders[before];
    if (!order) return null;
    const at = this.#translation.own(order.start);
    const line = reading.text.slice(0, at).split("\n").length;
    return { line, typed: reading.text.slice(at, this.#end(order.end)), at, before };
  }

  /** All that the text would do, action by action. */
  get steps(): Step[] {
    const { reading } = this;
    if (!reading) return [];
    return reading.actions.map((action, n) => {
      const i = reading.orders.findIndex(({ upto }) => upto < 0 || upto > n);
      const order = reading.orders[i];
      const first = n === 0 || (reading.orders[i - 1]?.upto ?? 0) === n;
      const words = order && this.several && first;
      return {
        action,
        typed: words ? reading.text.slice(this.#translation.own(order.start), this.#end(order.end)) : "",
      };
    });
  }

  /** The chips: those of all orders, or where there are several lines of the one that stops, else the last. */
  get chips(): readonly Chip[] {
    const { reading } = this;
    if (!reading || !this.several) return reading?.chips ?? [];
    const order = reading.orders.find(({ upto }) => upto < 0) ?? reading.orders.at(-1);
    return reading.chips.filter(({ start, end }) => order && start >= order.start && end <= order.end);
  }

  /** A suggestion as it stands in the list: where the text has several lines, the order alone. */
  shown(one: Suggestion): string {
    if (!this.several) return one.text;
    const { english } = this.#translation;
    const order = this.reading?.orders.find(({ upto }) => upto < 0);
    if (!order) return one.text.slice(english.length).trim();
    return one.text.slice(order.start, one.text.length - (english.length - order.end));
  }

  // --- on the map ---------------------------------------------------------------------------------
  /** The arrows of the order: ways of units, and attackers at their targets. */
  get arrows(): Arrow[] {
    const found: Arrow[] = [];
    const stand = new Map<UnitId, MapId>();
    let targets: MapId[] = this.#game.position.view?.battle?.composing
      ? [...this.#game.position.view.battle.targets]
      : [];
    for (const action of this.reading?.actions ?? []) {
      const { unit } = action;
      if (action.type === "BeginBattle" && action.hex) targets = [action.hex];
      else if (action.type === "AddTarget" && action.hex) targets = [...targets, action.hex];
      if (!unit) continue;
      const from = stand.get(unit) ?? this.#game.position.units.get(unit)?.at ?? "";
      const way = TO_PLACE.has(action.type) ? (action.path ?? (action.to ? [action.to] : [])) : [];
      for (const [i, to] of way.entries()) found.push({ from: way[i - 1] ?? from, to });
      const end = way.at(-1);
      if (end) stand.set(unit, end);
      if (action.type === "AssignAttacker") for (const to of targets) found.push({ from, to });
    }
    return found;
  }

  /** The first place of an order that can be given: the map says where it lies. */
  get place(): MapId | null {
    const { reading } = this;
    if (!this.on || !reading || reading.problem || reading.text.trim() === "") return null;
    return reading.chips.find((c) => c.kind === "place")?.hexes[0] ?? reading.chips[0]?.hexes[0] ?? null;
  }

  // --- in words -----------------------------------------------------------------------------------
  /** What a chip means, in the names of this game; empty where the typed word says it all. */
  meaning(chip: Chip): string {
    const game = this.#game;
    if (chip.kind === "unknown") return t("orders.unknown");
    if (chip.kind === "unit")
      return unitsOf(chip)
        .map((id) =>
          this.#unclear(chip) ? `${game.position.unitName(id)} (${this.#where(id)})` : game.position.unitName(id),
        )
        .join(", ");
    if (chip.kind === "place") return (chip.ids as PlaceId[]).map((id) => game.position.placeName(id)).join(", ");
    if (chip.kind === "card" && game.position.seat)
      return (chip.ids.map(Number) as CardNumber[])
        .map((id) => game.position.half(id, game.position.ownerOf(id) ?? "axis")?.title ?? String(id))
        .join(", ");
    return "";
  }

  /** Several units of one name: then it matters where they are. */
  #unclear(chip: Chip): boolean {
    return new Set(unitsOf(chip).map((id) => this.#game.position.unitName(id))).size < chip.ids.length;
  }

  /** Why an action that is legal now cannot be taken back; empty where it can, or is not known yet. */
  barrier(action: Action): string {
    const legal = this.#legal(action);
    return legal ? this.#game.position.barrier(legal) : "";
  }

  /** What is new in a suggestion. */
  hint(one: Suggestion): string {
    if (one.action) return labelOf(this.#game.position, one.action);
    return one.ids
      .filter(Boolean)
      .map((id) =>
        this.#game.position.isUnit(id)
          ? `${this.#game.position.unitName(id)}, ${this.#where(id)}`
          : this.#game.position.placeName(id as PlaceId),
      )
      .join(", ");
  }

  #where(unit: UnitId): string {
    const at = this.#game.position.units.get(unit)?.at ?? "";
    return at.startsWith("box:") ? t("orders.off-map") : this.#game.position.placeName(at);
  }

  /** The reading in sentences: the problem, or what will be done and what then comes in between. */
  get lines(): string[] {
    const { reading } = this;
    if (!reading || reading.text.trim() === "") return [];
    if (reading.problem) return [refusal(reading.problem, this.#game.position)];
    const units = reading.units.map((id) => this.#game.position.unitName(id)).join(", ");
    const lines = reading.passes.map(({ said }) => refusal(said, this.#game.position));
    if (reading.command === "hold") lines.push(t("orders.hold", { units }));
    else if (reading.command) lines.push(t(`orders.${reading.command as "undo" | "redo" | "restart"}`));
    if (reading.notes.includes("attackers-later")) lines.push(t("orders.attackers-later"));
    if (reading.notes.includes("by-itself")) lines.push(t("orders.by-itself"));
    if (reading.notes.includes("hexes-too"))
      lines.push(
        t("orders.hexes-too", { hexes: reading.hexes.map((id) => this.#game.position.placeName(id)).join(", ") }),
      );
    if (reading.ends.length) lines.push(endOfOrders(this.#game, reading));
    const then = this.sure ? t("orders.sure") : comesBetween(reading);
    if (then) lines.push(then);
    if (reading.rest) lines.push(t("orders.rest", { rest: reading.rest }));
    return lines;
  }

  /** What would newly be in danger once the orders are carried out. */
  get warnings(): string[] {
    return this.reading?.dangers.map(({ said }) => refusal(said, this.#game.position)) ?? [];
  }

  #speak(): void {
    const { reading } = this;
    if (!this.on || !reading || !this.fresh || reading.text.trim() === "") return;
    const done = reading.problem ? [] : reading.actions.map((a) => labelOf(this.#game.position, a));
    const more = reading.suggestions.length ? [t("orders.suggested", { n: reading.suggestions.length })] : [];
    const words = [...done, ...this.lines, ...this.warnings, ...more].join(". ");
    if (words === this.#spoken) return;
    this.#spoken = words;
    announcer.say(words);
  }

  #tell(words: string): void {
    this.said = words;
    this.#spoken = "";
    announcer.say(words);
  }

  // --- keys ---------------------------------------------------------------------------------------
  async move(by: 1 | -1): Promise<void> {
    await this.#current();
    if (by > 0) this.#listing = true;
    const { length } = this.suggestions;
    if (by > 0 && this.#back > 0 && this.at < 0) this.#recall(-1);
    else if (by > 0) this.at = length ? Math.min(this.at + 1, length - 1) : -1;
    else if (this.at >= 0) this.at -= 1;
    else this.#recall(1);
  }

  #recall(by: 1 | -1): void {
    const next = this.#back + by;
    if (next < 0 || next > this.#history.length) return;
    this.type(next ? (this.#history[this.#history.length - next] ?? "") : "");
    this.#back = next;
  }

  /** Puts a suggestion into the box. */
  pick(index: number): void {
    const one = this.suggestions[index];
    if (!one) return;
    this.type(this.#translation.changed(one.text));
    this.read();
  }

  /** Waits until the text in the box has been read. */
  async #current(): Promise<void> {
    if (!this.fresh) this.read();
    await this.#hasRead();
  }

  /** Tab: takes the selected suggestion, else the first one for the text in the box. */
  async complete(): Promise<void> {
    await this.#current();
    if (this.fresh) this.pick(Math.max(this.at, 0));
  }

  /** Enter: takes the selected suggestion, or gives the order; `leaves`: and closes the box, if nothing of it is left. */
  async enter(leaves = false): Promise<void> {
    if (this.at >= 0) return this.pick(this.at);
    if (this.giving) return;
    const given = await this.#give();
    if (leaves && given && !this.text.trim()) this.close();
  }

  /** Whether there was something to give, and nothing in its way. */
  async #give(): Promise<boolean> {
    await this.#current();
    const { reading } = this;
    if (!reading || !this.fresh || reading.text.trim() === "") return false;
    if (reading.problem) {
      this.#spoken = "";
      if (this.stop) this.caret = { at: this.stop.at };
      this.#speak();
      return false;
    }
    if (reading.actions.some((a) => a.type === "Resign") && !this.sure) {
      this.sure = true;
      announcer.say(t("orders.sure"));
      return false;
    }
    this.giving = true;
    try {
      await (reading.command ? this.#command(reading) : this.#play(reading));
    } finally {
      this.#plan(reading);
      this.giving = false;
    }
    return true;
  }

  async #command(reading: OrderReading): Promise<void> {
    const game = this.#game;
    const ply = game.position.pkg?.ply;
    if (reading.command === "hold") {
      for (const unit of reading.units) if (!game.plan.held.has(unit)) game.plan.hold(unit);
    } else
      await { undo: () => game.talk.undo(), redo: () => game.talk.redo(), restart: () => game.talk.restart() }[
        reading.command as "undo"
      ]();
    if (reading.command === "hold" || game.position.pkg?.ply !== ply) this.#given(reading, "");
  }

  /** Attackers that were named while targets are declared are part of the plan of attack, also where the rest was stopped. */
  #plan({ meant }: OrderReading): void {
    const { plan, position } = this.#game;
    const targets = new Set(position.view?.targets);
    for (const [unit, hexes] of entriesOf(meant ?? {}))
      for (const hex of hexes) if (targets.has(hex)) plan.send(unit, hex);
  }

  /** Gives the actions one after the other, each with the ply it then is; stops where one is no longer legal. */
  async #play(reading: OrderReading): Promise<void> {
    const game = this.#game;
    const total = reading.actions.length;
    const { seat } = game.position;
    let n = 0;
    if (!(await this.#passAll(reading, 0))) return;
    for (const action of reading.actions) {
      const legal = this.#legal(action);
      if (!this.ready || game.position.seat !== seat || !legal) break;
      if ((legal === game.position.primary || game.position.endsPhase(legal)) && !(await passed(game, legal))) {
        this.#halt(reading, n, t("orders.goes-on", { given: n, total }));
        return;
      }
      const before = game.position.pkg?.ply ?? 0;
      const asked = await this.#act(legal, reading.actions.slice(n + 1));
      if (asked && (game.position.pkg?.ply ?? 0) <= before) {
        this.#halt(reading, n, t("orders.not-confirmed", { given: n, total, asked }));
        return;
      }
      if ((game.position.pkg?.ply ?? 0) <= before) break;
      n += 1;
      if (!(await this.#passAll(reading, n))) return;
    }
    if (n < total) {
      const why = this.ready ? "orders.stopped-asked" : "orders.stopped-other";
      this.#halt(reading, n, t(why, { given: n, total, prompt: promptOf(game.position, game.selection) }));
      return;
    }
    this.#given(reading, total ? t("orders.given", { n }) : reading.passes.length ? t("orders.passing") : "");
  }

  /**
   * Plays an action as it stands in the text; what it would lose without need is asked about first, as for a click; returns
   * that question. An advance that goes on with the next actions does not stay where it only passes.
   */
  async #act(legal: Action, next: readonly Action[]): Promise<string> {
    const { position, talk } = this.#game;
    const fate = position.fate(legal);
    const loses = position.asksFirst(legal) && fate.length > 0 && !(await onlyPasses(position, talk, legal, next));
    await talk.act(legal, !loses);
    if (loses) await talk.confirmed(legal);
    return loses ? fate.join(" ") : "";
  }

  /** What `pass all` passes counts from where it stands among the actions; whether the others can go on. */
  async #passAll(reading: OrderReading, n: number): Promise<boolean> {
    for (const { after, scope } of reading.passes)
      if (after === n && !(await this.#game.passPhase(scope))) {
        this.#halt(reading, n, t("orders.not-passing"));
        return false;
      }
    return true;
  }

  /** Something came between: what was given leaves the box, the order that it stopped at is marked. */
  #halt(reading: OrderReading, n: number, words: string): void {
    const { english } = this.#translation;
    const at = reading.orders.findIndex(({ upto }) => upto < 0 || upto > n);
    const order = reading.orders[at];
    if (n && order) {
      const { upto } = order;
      const begun = (reading.orders[at - 1]?.upto ?? 0) < n;
      const still = reading.written.slice(n, upto < 0 ? undefined : upto).join("; ");
      const behind = upto < 0 ? (reading.rest ? `; ${reading.rest}` : "") : english.slice(order.end);
      this.#leave(reading, begun ? still + behind : english.slice(order.start), at);
    }
    this.halted = true;
    this.caret = { at: 0 };
    this.#tell(words);
    this.read();
  }

  /** What is left of a text stays in the box, and the first orders of it are told as given. */
  #leave(reading: OrderReading, left: string, upto: number): void {
    this.#remember(reading.text);
    const typed = (i: number) => {
      const order = reading.orders[i];
      return order ? reading.text.slice(this.#translation.own(order.start), this.#end(order.end)) : "";
    };
    const now = reading.orders.slice(0, upto).map((_, i) => typed(i));
    this.given = left ? [...this.given, ...now] : [];
    this.text = withNew(left ? this.#translation.changed(left) : "", reading.text, this.text);
    this.reading = null;
  }

  // --- files --------------------------------------------------------------------------------------
  /** Puts a file into the box; what was there the arrow up brings back. */
  async load(file: File): Promise<void> {
    if (file.size > FILE) return this.#tell(t("orders.file-long", { name: file.name }));
    const text = (await file.text()).replaceAll("\r\n", "\n").trim();
    if (this.text.trim()) this.#remember(this.text);
    this.given = [];
    this.type(text);
    this.read();
    await this.#hasRead();
    this.#tell(t("orders.loaded", { name: file.name, n: this.reading?.orders.length ?? 0 }));
  }

  /** What this side has ordered this turn, as a file that `load` takes. */
  async save(): Promise<void> {
    const { seat, view } = this.#game.position;
    if (!seat || !view) return;
    const found = await api.ordersGiven(this.#game.id, seat).catch((error: unknown) => {
      this.#tell(this.#game.talk.said(error));
      return null;
    });
    if (!found) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([found.text], { type: "text/plain" }));
    link.download = `orders-turn-${view.turn}-${seat}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Card windows of this phase are being passed because of a `pass all`. */
  get passing(): boolean {
    const { pkg } = this.#game.position;
    return !!pkg && passesPhase(pkg);
  }

  async askAgain(): Promise<void> {
    await this.#game.passPhase(null);
  }

  /** The legal action that an order means. */
  #legal(action: Action): Action | undefined {
    if (action.type === "Resign") return action;
    const wanted = JSON.stringify(sorted(action));
    return this.#game.position.actions.find((a) => JSON.stringify(sorted(a)) === wanted);
  }

  /** An order is done: what is left of it stays in the box. */
  #given(reading: OrderReading, words: string): void {
    const upto = reading.orders.findIndex((order) => order.upto < 0);
    this.sure = false;
    this.at = -1;
    this.#leave(reading, reading.rest, upto < 0 ? reading.orders.length : upto);
    this.halted = !!reading.rest;
    if (reading.rest) this.caret = { at: 0 };
    this.#listing = false;
    const left = reading.rest ? t("orders.left") : "";
    this.#tell([words, left && comesBetween(reading), left].filter(Boolean).join(" "));
    if (reading.rest && !this.ready) toasts.say(left);
    this.read();
  }

  #remember(text: string): void {
    this.#history = [...this.#history.filter((one) => one !== text), text].slice(-KEPT);
    this.#back = 0;
  }
}

/** What is left of a text that was given, and what has been typed while it was: that is not lost. */
function withNew(left: string, given: string, now: string): string {
  const typed = (now.startsWith(given) ? now.slice(given.length) : now).replace(/^[\s;]+/, "");
  return typed && left ? `${left}\n${typed}` : left || typed;
}

/** What comes between the orders that are read and the rest. */
function comesBetween({ stops, rest }: OrderReading): string {
  if (stops === "phase") return rest ? t("orders.then-phase") : "";
  return stops === "chance" || stops === "answer" || stops === "other" ? t(`orders.then-${stops}`) : "";
}

/** The orders of a text that cannot be read now: the first one waits for its turn, the others for it. */
function unread(text: string): Mark[] {
  const start = text.search(/\S/);
  if (start < 0) return [];
  const found = text.slice(start).search(END);
  const end = found < 0 ? text.length : start + found;
  const first: Mark = { start, end, kind: "stop" };
  return end < text.length ? [first, { start: end, end: text.length, kind: "waits" }] : [first];
}

function sorted(action: Action): [string, unknown][] {
  return Object.entries(action)
    .filter(([key, value]) => value !== undefined && !(key === "mode" && value === ""))
    .sort(([a], [b]) => a.localeCompare(b));
}

export const ordersOf = oneFor((game: Game) => new Orders(game));
