/** One open game: the last package, what the player has picked up, and the talk with the server. */
import { coded } from "../i18n/i18n.svelte";
import { cardIn, hexIn, placeIn, unitIn, viewIn } from "../i18n/names";
import { refusal } from "../i18n/refusal";
import { BOX, SIDE } from "../i18n/words";
import { Cursor } from "../map/cursor.svelte";
import { Bookmarks } from "../replay/bookmarks.svelte";
import { Replay } from "../replay/replay.svelte";
import { api, Offline, Problem } from "../shared/api";
import { buildGeometry, type Geometry } from "../shared/geometry";
import { prefs } from "../shared/prefs.svelte";
import { route } from "../shared/route.svelte";
import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import type {
  Action,
  BoardFacts,
  Card,
  CardHalf,
  Hex,
  InfoCard,
  LogLine,
  Odds,
  Package,
  Reach,
  Reason,
  Side,
  UnitFacts,
  UnitView,
} from "../wire/types";
import { Chronicle, type Throw } from "./chronicle.svelte";
import { labelOf } from "./labels";
import { Live } from "./live";
import { Phase } from "./phase.svelte";
import { Stack } from "./stack.svelte";
import { t } from "./texts";
import { CARD_PICK, group, HEX_VERBS, PICK, TO_PLACE } from "./verbs";

export { TO_PLACE } from "./verbs";

export type Tab = "phase" | "log" | "battle" | "boxes" | "calendar";

/** Questions whose form stands in the phase's own panel. */
const PHASE_TAB = new Set(["move", "next_battle", "compose"]);

export class Game {
  readonly id: string;
  readonly cursor = new Cursor(this);
  readonly phase = new Phase(this);
  readonly stack = new Stack(this);
  board = $state.raw<BoardFacts | null>(null);
  geo = $state.raw<Geometry | null>(null);
  pkg = $state.raw<Package | null>(null);
  readonly chronicle = new Chronicle();
  readonly replay = new Replay(this);
  selected = $state<string | null>(null);
  hoverHex = $state<string | null>(null);
  hoverUnit = $state<string | null>(null);
  card = $state<number | null>(null);
  flash = $state.raw<string[]>([]);
  tab = $state<Tab>("log");
  sheet = $state<"" | "hand" | Tab>("");
  reach = $state.raw<Reach | null>(null);
  /** A hex that was clicked though several ways lead to it. */
  forked = $state<string | null>(null);
  /** The action under the pointer, among several that end in one place. */
  pointed = $state.raw<Action | null>(null);
  /** The unit that was in hand could also join the one that was clicked. */
  offer = $state.raw<Action | null>(null);
  preview = $state.raw<Odds | null>(null);
  info = $state.raw<InfoCard | null>(null);
  busy = $state(false);
  offline = $state(false);
  missing = $state("");
  handOver = $state<Side | null>(null);
  centreOn = $state.raw<{ hex: string; key: number } | null>(null);
  help = $state(false);
  menu = $state(false);
  listing = $state(false);
  reporting = $state(false);
  adjusting = $state(false);
  /** The hex whose choices the list opens with, when several end there. */
  listAt = $state<string | null>(null);

  unitFacts = $derived(new Map<string, UnitFacts>(this.board?.units.map((u) => [u.id, u]) ?? []));
  hexFacts = $derived(new Map<string, Hex>(this.board?.map.hexes.map((h) => [h.id, hexIn(h)]) ?? []));
  /** The cards of one's own hand, and the Joker while it lies with one's side. */
  held = $derived.by<number[]>(() => {
    const hand = this.view?.hand ?? [];
    if (!this.view?.joker || this.view.joker !== this.seat) return hand;
    return [...hand, ...[...this.cards.values()].filter((c) => c.joker).map((c) => c.number)];
  });
  cards = $derived(new Map<number, Card>(this.board?.cards.map((c) => [c.number, cardIn(c)]) ?? []));
  /** What lies on the table: the game as it is, or the step that is looked back at. */
  view = $derived(viewIn(this.replay.shown?.view ?? this.pkg?.view ?? null));
  seat = $derived(this.replay.shown ? this.replay.shown.seat : (this.pkg?.seat ?? null));
  actions = $derived<Action[]>(this.handOver || this.replay.shown ? [] : (this.pkg?.actions ?? []));
  mine = $derived(this.actions.length > 0);
  units = $derived(new Map<string, UnitView>(this.view?.units.map((u) => [u.id, u]) ?? []));
  stacks = $derived.by(() => {
    const map = new Map<string, UnitView[]>();
    for (const u of this.view?.units ?? []) {
      if (u.at.startsWith("box:")) continue;
      const list = map.get(u.at);
      if (list) list.push(u);
      else map.set(u.at, [u]);
    }
    return map;
  });
  /** What the server adds to an action: its price in cards, its words. */
  extra = $derived(
    new Map(Object.entries(this.pkg?.action_info ?? {}).map(([i, info]) => [this.pkg?.actions[Number(i)], info])),
  );
  byUnit = $derived(group(this.actions, (a) => a.unit));
  byCard = $derived(group(this.actions, (a) => a.card));
  byHex = $derived(group(this.actions, (a) => (HEX_VERBS.has(a.type) ? a.hex : undefined)));
  /** Places the selected unit can be sent to; of a whole stack, those that any of it can reach. */
  destinations = $derived.by(() => {
    const held = this.stack.units.length ? this.stack.units : this.selected ? [this.selected] : [];
    const list = held.flatMap((unit) => this.byUnit.get(unit) ?? []);
    return group(
      list.filter((a) => TO_PLACE.has(a.type)),
      (a) => a.to ?? a.path?.at(-1),
    );
  });
  /** The ways to the clicked hex, one of which is still to be chosen. */
  forks = $derived.by<Action[]>(() => {
    const ways = (this.destinations.get(this.forked ?? "") ?? []).filter((a) => a.path);
    return ways.length > 1 ? ways : [];
  });
  /** The one way on: Done, else Pass, else the only thing there is to do. */
  primary = $derived.by<Action | null>(() => {
    const done = this.actions.find((a) => a.type === "Done") ?? this.actions.find((a) => a.type === "Pass");
    if (done) return done;
    const [only, second] = this.actions;
    return only && !second ? only : null;
  });

  #live: Live | null = null;
  #flashTimer = 0;
  #flashStays = false;
  #pace = 0;
  #queries = new Map<string, Promise<unknown>>();
  /** How many packages have been shown, to tell an answer that comes late. */
  #taken = 0;
  /** The ply that the live channel told of while an action of ours was under way. */
  #heard: number | null = null;

  /** The log up to what lies on the table, and what has just happened there. */
  get lines(): LogLine[] {
    return this.replay.on ? this.replay.lines : this.chronicle.log;
  }
  get trail(): LogLine[] {
    return this.replay.on ? this.replay.trail : this.chronicle.news;
  }
  get log(): LogLine[] {
    return this.chronicle.log;
  }
  set log(lines: LogLine[]) {
    this.chronicle.log = lines;
  }
  get news(): LogLine[] {
    return this.chronicle.news;
  }
  get digest(): boolean {
    return this.chronicle.digest;
  }
  set digest(shown: boolean) {
    this.chronicle.digest = shown;
    if (!shown && this.pkg) this.chronicle.remember(this.id, this.pkg);
  }
  get dice(): Throw | null {
    return this.chronicle.dice;
  }
  set dice(thrown: Throw | null) {
    this.chronicle.dice = thrown;
  }

  constructor(id: string) {
    this.id = id;
    this.replay.bookmarks = new Bookmarks(id);
  }

  async open(): Promise<void> {
    try {
      this.board = await api.board();
      this.geo = buildGeometry(this.board);
      await this.refresh(true);
      this.chronicle.recall(this.id, this.pkg);
      await this.replay.fromAddress();
      this.#live = new Live(
        this.id,
        (ply) => this.#moved(ply),
        (up) => this.#link(up),
      );
    } catch (error) {
      if (error instanceof Offline) {
        this.offline = true;
        setTimeout(() => void this.open(), 2000);
      } else this.missing = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.#live?.stop();
    this.replay.stop();
  }

  async refresh(whole = false): Promise<void> {
    const since = whole ? 0 : (this.pkg?.ply ?? 0);
    const taken = this.#taken;
    try {
      const next = await api.package(this.id, since);
      // An answer that was overtaken by that of a move shows a past position: look again.
      if (taken !== this.#taken) return await this.refresh(whole);
      this.#take(next, whole);
      this.offline = false;
    } catch (error) {
      if (error instanceof Offline && this.pkg) this.offline = true;
      else throw error;
    }
  }

  async act(action: Action): Promise<void> {
    if (this.busy || !this.pkg) return;
    const { ply } = this.pkg;
    await this.#talk(() => api.act(this.id, ply, action));
  }

  /** Plays actions one after another, as long as each is taken. */
  async playAll(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      const before = this.pkg?.ply ?? 0;
      await this.act(action);
      if ((this.pkg?.ply ?? 0) <= before) return;
    }
  }

  /** The one way on: what is ticked is carried out; else past the list of what is still open. */
  go(): void {
    const { order } = this.phase;
    if (order) {
      if (order.ready && !this.busy) void this.phase.carryOut(order.battle ?? undefined);
      else if (order.why) toasts.say(order.why);
      return;
    }
    if (!this.primary || this.busy) return;
    if (this.phase.stops(this.primary)) this.phase.checking = true;
    else void this.act(this.primary);
  }

  async undo(): Promise<void> {
    if (this.busy || !this.pkg) return;
    if (!this.pkg.undo.can) {
      toasts.say(this.whyNoUndo);
      return;
    }
    const { ply } = this.pkg;
    await this.#talk(() => api.undo(this.id, ply));
  }

  /** Takes everything back, to the start of the phase or the last barrier. */
  async restart(): Promise<void> {
    if (this.busy || !this.pkg?.undo.can) return this.undo();
    const { ply } = this.pkg;
    await this.#talk(() => api.restart(this.id, ply));
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    if (this.busy || !this.pkg) return;
    if (!this.pkg.undo.redo) {
      toasts.say(t("game.nothing-to-redo"));
      return;
    }
    const { ply } = this.pkg;
    await this.#talk(() => api.redo(this.id, ply));
  }

  async #talk(send: () => Promise<Package>): Promise<void> {
    this.busy = true;
    try {
      this.#take(await send());
      this.offline = false;
    } catch (error) {
      if (error instanceof Problem) {
        toasts.say(this.said(error), error.rule);
        if (error.package) this.#take(error.package);
        else await this.refresh(true).catch(() => undefined);
      } else if (error instanceof Offline) {
        this.offline = true;
        toasts.say(t("game.offline-try"));
      } else throw error;
    } finally {
      this.busy = false;
      const heard = this.#heard;
      this.#heard = null;
      if (heard !== null) this.#moved(heard);
    }
  }

  #take(next: Package, whole = false): void {
    this.#taken += 1;
    const before = this.pkg;
    const back = before !== null && next.ply < before.ply;
    this.pkg = next;
    this.#queries.clear();
    // The line under the pointer that lit these hexes may be gone without the pointer having left it.
    if (this.#flashStays) this.flashAt([], 0);
    if (whole || before === null) this.log = next.events;
    else if (back || next.seat !== before.seat) {
      // Taken back, or other eyes at the table: the log is theirs alone, so it is asked for anew.
      if (next.seat !== before.seat) {
        this.chronicle.read(
          next.events.filter((line) => line.ply > before.ply),
          before,
          next,
        );
        this.log = [];
      } else this.log = this.log.filter((line) => line.ply <= next.ply);
      api.package(this.id, 0).then(
        (p) => {
          if (p.ply === this.pkg?.ply && p.seat === this.pkg.seat) this.log = p.events;
        },
        () => undefined,
      );
    } else if (next.ply > before.ply) {
      const fresh = next.events.filter((line) => line.ply > before.ply);
      const from = fresh[0]?.ply ?? Number.POSITIVE_INFINITY;
      this.log = [...this.log.filter((line) => line.ply < from), ...fresh];
      this.chronicle.read(fresh, before, next);
    }
    this.chronicle.remember(this.id, next);
    const { tab, sheet } = this;
    this.#settle(before, next);
    // Whoever looks back is not called away by what happens meanwhile.
    if (this.replay.on) Object.assign(this, { tab, sheet });
    this.phase.settle();
    this.#passWindow(next);
  }

  /** Card windows that the player does not want to be asked about are passed at once. */
  #passWindow(next: Package): void {
    if (next.view.prompt.code !== "window" || settings.all.windows === "ask" || this.handOver) return;
    if (settings.all.windows === "own" && next.view.phasing === next.seat) return;
    const pass = next.actions.find((a) => a.type === "Pass");
    if (pass) setTimeout(() => void (this.pkg === next && this.act(pass)), 0);
  }

  #settle(before: Package | null, next: Package): void {
    const { battle } = next.view;
    const declaring = next.view.prompt.code === "declare" && before?.view.prompt.code !== "declare";
    if ((battle && !before?.view.battle) || declaring) this.tab = "battle";
    if (!battle && before?.view.battle && next.view.phase !== "combat") this.tab = "log";
    const code = next.view.prompt.code;
    const boxes = this.actions.some((a) => TO_PLACE.has(a.type) && this.units.get(a.unit ?? "")?.at.startsWith("box:"));
    const own = boxes || PHASE_TAB.has(code) || (next.view.phase === "organization" && this.actions.length > 0);
    if (own && code !== before?.view.prompt.code) this.tab = "phase";
    else if (!own && this.tab === "phase" && before && code !== before.view.prompt.code)
      this.tab = battle ? "battle" : "log";
    if (prefs.phone) {
      const cards = this.actions.length > 0 && this.actions.every((a) => a.card !== undefined);
      if (cards) this.sheet = "hand";
      else if (before && next.ply !== before.ply) this.sheet = "";
    }
    if (next.owned.length > 1 && before && next.seat !== before.seat && next.seat && !next.view.outcome) {
      this.select(null);
      if (!prefs.skipsHandOver(this.id)) this.handOver = next.seat;
    }
    if (this.card !== null && !this.byCard.has(this.card)) this.card = null;
    const still = this.selected !== null && (this.byUnit.has(this.selected) || this.units.has(this.selected));
    const acted = before !== null && next.ply !== before.ply;
    if (!still || (acted && !(this.selected && this.byUnit.has(this.selected)))) this.select(null);
    else {
      const whole = this.stack.units.filter((unit) => this.byUnit.has(unit));
      this.select(this.selected);
      if (whole.length > 1) this.stack.units = whole;
    }
    // One unit that must be placed somewhere is picked up for the player.
    const pending = new Set(this.actions.filter((a) => TO_PLACE.has(a.type)).map((a) => a.unit));
    if (this.selected === null && pending.size === 1 && next.view.phase !== "movement") {
      const [only] = pending;
      if (only) this.select(only);
    }
    this.preview = null;
    this.pointed = null;
  }

  #moved(ply: number): void {
    if (!this.pkg || (ply === this.pkg.ply && !this.pkg.thinking)) return;
    if (this.busy) this.#heard = ply;
    else if (this.pkg.thinking && settings.pause) this.#later();
    else void this.refresh().catch(() => undefined);
  }

  /** A slower pace of the computer: the next look at the game waits a little; news that come meanwhile wait with it. */
  #later(): void {
    if (this.#pace) return;
    this.#pace = window.setTimeout(() => {
      this.#pace = 0;
      void this.refresh().catch(() => undefined);
    }, settings.pause);
  }

  #link(up: boolean): void {
    if (up && this.offline) void this.refresh().catch(() => undefined);
    this.offline = !up;
  }

  // --- queries ------------------------------------------------------------------------------------
  query<T>(body: Record<string, unknown>): Promise<T> {
    if (this.replay.shown) body = { ...body, at: this.replay.shown.ply };
    const key = JSON.stringify(body);
    let asked = this.#queries.get(key);
    if (!asked) {
      asked = api.query<T>(this.id, body);
      asked.catch(() => this.#queries.delete(key));
      this.#queries.set(key, asked);
    }
    return asked as Promise<T>;
  }

  // --- picking things up --------------------------------------------------------------------------
  select(unit: string | null): void {
    this.selected = unit;
    this.stack.units = [];
    this.reach = null;
    this.offer = null;
    this.forked = null;
    if (unit && this.byUnit.get(unit)?.some((a) => a.type === "MoveUnit")) {
      this.query<Reach>({ kind: "reach", unit })
        .then((reach) => {
          if (this.selected === unit) this.reach = reach;
        })
        .catch(() => undefined);
    }
  }

  /** A click on a counter: play it when picking is all there is, else pick the unit up. */
  tapUnit(id: string): void {
    const unit = this.units.get(id);
    if (!unit) return;
    const list = this.byUnit.get(id) ?? [];
    const picks = list.filter((a) => PICK.has(a.type));
    if (picks.length === 1 && list.length === 1 && picks[0]) {
      void this.act(picks[0]);
      return;
    }
    const going = this.selected && this.selected !== id ? this.destinations.get(unit.at) : undefined;
    if (going) {
      // A counter fills its hex. While armies move one mostly means the next army, so that joining it is offered
      // as a button; after a battle and out of a box one means the place.
      if (list.length === 0 || this.view?.phase !== "movement") {
        this.tapHex(unit.at);
        return;
      }
      this.select(id);
      this.offer = going[0] ?? null;
      return;
    }
    if (list.length === 0 && this.byHex.has(unit.at)) {
      this.tapHex(unit.at);
      return;
    }
    const wished = list.length === 0 && this.selected !== id ? this.#wish(unit.at) : null;
    if (wished && (wished.unit === undefined || this.unitFacts.get(id)?.side !== this.seat)) {
      void this.explain(wished);
      return;
    }
    if (list.length === 0 && this.view?.prompt.code === "compose" && this.unitFacts.get(id)?.side === this.seat)
      void this.explain({ type: "AssignAttacker", unit: id });
    this.select(this.selected === id ? null : id);
  }

  tapHex(id: string): void {
    const going = this.destinations.get(id);
    if (going && this.stack.units.length) {
      void this.stack.go(id);
      return;
    }
    if (going?.[0] && going.length === 1) {
      void this.act(going[0]);
      return;
    }
    if (going) {
      this.forked = id;
      if (this.forks.length === 0) this.list(id);
      return;
    }
    const here = this.byHex.get(id);
    if (here?.[0] && here.length === 1) {
      void this.act(here[0]);
      return;
    }
    if (here) {
      this.list(id);
      return;
    }
    const top = this.stacks.get(id)?.at(-1);
    const wished = this.#wish(id);
    if (wished) void this.explain(wished);
    else if (top) this.select(top.id);
    else this.select(null);
  }

  /** Enter on a hex: what a click on it does, or on the only counter there that can act. */
  enter(hex: string): void {
    const able = (this.stacks.get(hex) ?? []).filter((u) => this.byUnit.has(u.id));
    const held = able.find((u) => u.id === this.selected);
    const next = able.find((u) => u !== held);
    const picks = held ? (this.byUnit.get(held.id) ?? []) : [];
    if (held && picks.length === 1 && PICK.has(picks[0]?.type ?? "")) this.tapUnit(held.id);
    else if (this.destinations.has(hex) || this.byHex.has(hex) || !next) this.tapHex(hex);
    else this.tapUnit(next.id);
  }

  /** The choices as lists; those of one hex when one is named. */
  list(hex: string | null = null): void {
    this.listAt = hex;
    this.listing = true;
  }

  /** What a click on a hex that is not lit was probably meant to do. */
  #wish(hex: string): Action | null {
    const unit = this.selected;
    if (unit && this.destinations.size && this.units.get(unit)?.at !== hex) {
      const going = this.byUnit.get(unit)?.find((a) => TO_PLACE.has(a.type));
      if (going?.type === "RetreatUnit") return { type: going.type, unit, path: [hex] };
      if (going) return { type: going.type, unit, to: hex };
    }
    const verb = { declare: "DeclareTarget", counterblow: "PlaceCounterblow", next_battle: "BeginBattle" }[
      this.view?.prompt.code ?? ""
    ];
    return verb && this.mine && this.stacks.has(hex) ? { type: verb, hex } : null;
  }

  /** Asks the server why something cannot be done, and says it. */
  async explain(action: Action): Promise<void> {
    try {
      const reason = await this.query<Reason | null>({ kind: "why", action });
      if (reason) toasts.say(refusal(reason, this), reason.rule);
    } catch {
      toasts.say(t("game.cannot-now"));
    }
  }

  /** From a sandbox back to where it was begun. */
  leaveSandbox(): void {
    const from = this.pkg?.game.sandbox;
    if (!from) return;
    const known = sessionStorage.getItem(`noretreat.from.${this.id}`);
    route.go(known ?? (from.game ? `/g/${from.game}` : "/edit"));
  }

  tapCard(card: number): void {
    const list = this.byCard.get(card) ?? [];
    const [only] = list;
    if (only && list.length === 1 && CARD_PICK.has(only.type)) void this.act(only);
    else this.card = this.card === card ? null : card;
  }

  back(): void {
    if (this.phase.checking) this.phase.checking = false;
    else if (this.reporting) this.reporting = false;
    else if (this.help) this.help = false;
    else if (this.menu) this.menu = false;
    else if (this.listing) this.listing = false;
    else if (this.info) this.info = null;
    else if (this.digest) this.digest = false;
    else if (this.card !== null) this.card = null;
    else if (this.sheet) this.sheet = "";
    else if (this.forked) this.forked = null;
    else this.select(null);
  }

  /** The next (or previous) unit that can act, by its place on the map. */
  step(by: 1 | -1): void {
    const idle = [...this.byUnit.keys()].filter((u) => !this.phase.held.has(u));
    const fresh = idle.filter((u) => !this.units.get(u)?.moved);
    const able = (fresh.length ? fresh : idle).sort((a, b) => this.#order(a) - this.#order(b) || a.localeCompare(b));
    if (able.length === 0) return;
    const at = this.selected ? able.indexOf(this.selected) : -1;
    const next = able[(at + by + able.length + (at < 0 && by < 0 ? 1 : 0)) % able.length];
    if (!next) return;
    this.select(next);
    const hex = this.units.get(next)?.at;
    if (hex && !hex.startsWith("box:")) {
      this.look(hex);
      void this.cursor.go(hex);
    } else this.tab = "phase";
  }

  /** Why an action cannot be taken back; empty when it can. */
  barrier(action: Action): string {
    const { barrier = "", barrier_code: code } = this.extra.get(action) ?? {};
    return code ? coded(`refusal.${code}`, barrier) : barrier;
  }

  /** Why nothing can be taken back now. */
  get whyNoUndo(): string {
    const reason = this.pkg?.undo.reason;
    return reason ? refusal(reason, this) : t("game.no-undo");
  }

  /** An error in words, with the names of this game. */
  said(error: unknown): string {
    if (error instanceof Problem && error.why) return refusal(error.why, this);
    return error instanceof Error ? error.message : "";
  }

  /** Whether a unit belongs to this seat. */
  isOwn(unit: string): boolean {
    return this.unitFacts.get(unit)?.side === this.seat;
  }

  #order(unit: string): number {
    const p = this.geo?.centre.get(this.units.get(unit)?.at ?? "");
    return p ? Math.round(p.y / 50) * 10000 + p.x : 1e9;
  }

  look(hex: string): void {
    this.centreOn = { hex, key: Date.now() };
    this.flashAt([hex]);
  }

  flashAt(hexes: string[], keep = 1400): void {
    clearTimeout(this.#flashTimer);
    this.flash = [...new Set(hexes)];
    this.#flashStays = keep > 9000;
    this.#flashTimer = window.setTimeout(() => {
      this.flash = [];
    }, keep);
  }

  async inform(what: string, id: string | number): Promise<void> {
    try {
      this.info = await this.query<InfoCard>({ kind: "card", what, id: String(id) });
    } catch (error) {
      if (error instanceof Error) toasts.say(this.said(error));
    }
  }

  /** Odds of the battle being put together, with one more attacker or target under the pointer. */
  async peekOdds(unit: string | null): Promise<void> {
    const battle = this.view?.battle;
    if (!battle || unit === null || !this.byUnit.get(unit)?.some((a) => a.type === "AssignAttacker")) {
      this.preview = null;
      return;
    }
    try {
      const odds = await this.query<Odds>({
        kind: "odds",
        attackers: [...battle.attackers, unit],
        targets: battle.targets,
        support: false,
      });
      if (this.hoverUnit === unit) this.preview = odds;
    } catch {
      this.preview = null;
    }
  }

  /** The same battle with the support marker on offer. */
  async peekSupport(on: boolean): Promise<void> {
    const battle = this.view?.battle;
    if (!battle || !on) {
      this.preview = null;
      return;
    }
    try {
      this.preview = await this.query<Odds>({
        kind: "odds",
        attackers: battle.attackers,
        targets: battle.targets,
        support: true,
      });
    } catch {
      this.preview = null;
    }
  }

  // --- names --------------------------------------------------------------------------------------
  placeName(id: string): string {
    const hex = this.hexFacts.get(id);
    if (hex) return hex.name ? `${hex.name} ${id}` : id;
    const area = this.board?.map.areas.find((a) => a.id === id);
    return area ? placeIn(id, area.name) : (BOX[id] ?? id);
  }

  unitName(id: string): string {
    return this.units.get(id)?.name ?? unitIn(this.unitFacts.get(id)?.front.name ?? id);
  }

  half(card: number, side: Side): CardHalf | undefined {
    return this.cards.get(card)?.[side];
  }

  label(action: Action, bare: { unit?: true; card?: true } = {}): string {
    return labelOf(this, action, bare);
  }

  get opponentName(): string {
    const seat = this.seat;
    return seat ? SIDE[seat === "axis" ? "soviet" : "axis"] : "";
  }
}
