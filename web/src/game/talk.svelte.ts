/** The talk with the server about one game: what is sent and asked, what comes back, and whether the line is up. */

import { refusal } from "../i18n/refusal";
import { api, type Hands, Offline, Problem } from "../shared/api";
import { buildGeometry } from "../shared/geometry";
import { prefs } from "../shared/prefs.svelte";
import { settings } from "../shared/settings.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Answers, LogLine, MapId, Package, Query, Question, Side, Thinking, UnitId } from "../wire/types";
import { Live } from "./live";
import type { Came } from "./marches.svelte";
import type { Position } from "./position.svelte";
import { t } from "./texts";
import { further } from "./thinking";

/** Milliseconds until a server that does not answer is tried again. */
const AGAIN = 2000;
/** Milliseconds between looks at whether an action of ours is done. */
const SOON = 50;

/** Hears of each package: the one before it, the new one, the step after which its log begins (0: the whole log), and how it came. */
export type Listener = (before: Package | null, next: Package, since: number, came: Came) => void;
/** What is to be seen before a package is shown, as a die that tumbles; its log begins after the step `since`. */
export type Curtain = (next: Package, since: number) => Promise<void>;

/** Names the player turn of a package. */
const turnOf = ({ view }: Package): string => `${view.turn} ${view.phasing}`;

export class Talk {
  readonly id: string;
  readonly #position: Position;
  busy = $state(false);
  offline = $state(false);
  /** Why there is no such game. */
  missing = $state("");
  /** It was a puzzle that has left the collection. */
  wasPuzzle = $state(false);
  /** An action that waits to be confirmed, because it cannot be taken back and its click does not say so. */
  unsure = $state.raw<Action | null>(null);
  #listener: Listener = () => undefined;
  #curtain: Curtain = () => Promise.resolve();
  #people: () => void = () => undefined;
  #live: Live | null = null;
  #pace = 0;
  /** The timer of the next try while the server does not answer. */
  #again = 0;
  #queries = new Map<string, Promise<unknown>>();
  /** How many of our actions the server has taken. */
  #sent = 0;
  /** How many packages have been taken, to tell an answer that comes late. */
  #taken = 0;
  /** The ply that the live channel told of while an action of ours was under way. */
  #heard: number | null = null;
  /** Of two players at this device, the one who has said to be there. */
  #here: Side | null = null;
  /** The one of the two who had the device when the cover came. */
  #holder: Side | null = null;
  /** The one of the two who plays no card for the rest of a player turn, and is not asked. */
  #silent = $state.raw<{ side: Side; turn: string } | null>(null);
  /** The step to which the game was taken back since the package that is shown. */
  #back = Number.POSITIVE_INFINITY;
  /** Something may have been missed: the line was down, or nobody looked. */
  #behind = false;

  constructor(id: string, position: Position) {
    this.id = id;
    this.#position = position;
  }

  /** Who hears of each package that arrives, and what is to be seen before it is shown. */
  tell(listener: Listener, curtain: Curtain = () => Promise.resolve()): void {
    this.#listener = listener;
    this.#curtain = curtain;
  }

  /** Who hears that somebody came, left or did something at the table. */
  hearOfPeople(listener: () => void): void {
    this.#people = listener;
  }

  // --- opening and closing ------------------------------------------------------------------------
  /** Fetches the board and the game, waiting for a server that does not answer; false when there is no such game. */
  async open(): Promise<boolean> {
    for (;;) {
      try {
        this.#position.board = await api.board();
        this.#position.geo = buildGeometry(this.#position.board);
        await this.refresh(true);
        return true;
      } catch (error) {
        if (!(error instanceof Offline)) {
          this.wasPuzzle = error instanceof Problem && error.why?.code === "puzzle-left";
          this.missing = error instanceof Error ? error.message : String(error);
          return false;
        }
        this.offline = true;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  /** Hears from now on of what the others do. */
  listen(): void {
    this.#live = new Live(
      this.id,
      (ply, thinking) => this.#hear(ply, thinking),
      (up) => this.#link(up),
      () => this.#people(),
      (ply, stands) => this.#greet(ply, stands),
    );
    window.addEventListener("offline", this.#cut);
  }

  close(): void {
    this.#live?.stop();
    window.removeEventListener("offline", this.#cut);
  }

  /** The browser knows that its line is cut long before a socket or the next move finds out. */
  readonly #cut = (): void => this.#lost();

  // --- two people at one device -------------------------------------------------------------------
  /** Whose cards the server may send; it heeds that only where this browser has both seats. */
  get hands(): Hands {
    return prefs.skipsHandOver(this.id) ? "all" : (this.#here ?? "none");
  }

  /** The player of a side has taken the device over, and alone looks at it. */
  async lift(side: Side): Promise<void> {
    this.#here = side;
    if (this.#silent?.side === side) this.#silent = null;
    await this.refresh(true).catch((error: unknown) => toasts.say(this.said(error)));
  }

  /** The player of the covered side says, without looking at the hand, that no card is played; `rest`: all this turn. */
  async passUnseen(rest = false): Promise<void> {
    const { pkg } = this.#position;
    if (!pkg?.covered || !pkg.may_pass) return;
    if (rest) this.#silent = { side: pkg.covered, turn: turnOf(pkg) };
    this.#here = this.#holder;
    await this.#send((ply) => api.act(this.id, ply, { type: "Pass" }, this.hands));
  }

  /** The covered side plays no card now: its player has said so for this turn, or the settings say it for both. */
  silent(next: Package): boolean {
    if (!next.may_pass) return false;
    const { windows } = settings.all;
    if (windows === "never" || (windows === "own" && next.view.phasing !== next.covered)) return true;
    return next.covered === this.#silent?.side && turnOf(next) === this.#silent.turn;
  }

  /** The player who is asked for an event plays none, now and for the rest of this player turn. */
  async passForTheTurn(): Promise<void> {
    const { pkg } = this.#position;
    const pass = pkg?.actions.find((a) => a.type === "Pass");
    if (!pkg?.seat || !pass) return;
    this.#silent = { side: pkg.seat, turn: turnOf(pkg) };
    await this.act(pass, true);
  }

  /** Whether the side that a package is for has said so, and is not asked for events. */
  quiet({ seat, view }: Pick<Package, "seat" | "view">): boolean {
    return seat !== null && seat === this.#silent?.side && `${view.turn} ${view.phasing}` === this.#silent.turn;
  }

  /** From now on the player is asked for events again. */
  askAgain(): void {
    this.#silent = null;
  }

  // --- acting -------------------------------------------------------------------------------------
  async act(action: Action, sure = false): Promise<void> {
    if (!sure && settings.all.confirm && this.#position.asksFirst(action)) {
      this.unsure = action;
      return;
    }
    this.unsure = null;
    await this.#send((ply) => api.act(this.id, ply, action, this.hands));
  }

  /** Gives the game up, whatever goes on: an action on its way, or the computer's next one, does not swallow it. */
  async resign(side: Side): Promise<void> {
    while (this.busy) await new Promise((resolve) => setTimeout(resolve, SOON));
    await this.#send((ply) => api.act(this.id, ply, { type: "Resign", side }, this.hands));
  }

  /** Plays actions one after another, as long as each is taken; whether all were. `sure`: they have been confirmed. */
  async playAll(actions: readonly Action[], sure = false): Promise<boolean> {
    for (const action of actions) {
      const [ply, sent] = [this.#ply, this.#sent];
      await this.act(action, sure);
      // One that is refused may bring a newer board: the next one was not meant for it.
      if (this.#sent === sent || this.#ply <= ply) return false;
    }
    return true;
  }

  /** Waits while the player is asked whether an action is meant; whether it has been played. */
  async confirmed(action: Action): Promise<boolean> {
    const ply = this.#ply;
    while (this.unsure === action || this.busy) await new Promise((resolve) => setTimeout(resolve, SOON));
    return this.#ply > ply;
  }

  async undo(): Promise<void> {
    const undo = this.#position.pkg?.undo;
    if (this.busy || !undo) return;
    if (undo.can) await this.#send((ply) => api.undo(this.id, ply, this.hands));
    else toasts.say(this.whyNoUndo);
  }

  /** Takes one declared target back; those declared after it stay. */
  async takeBack(hex: MapId): Promise<void> {
    const target = this.#position.pkg?.undo.targets?.find((one) => one.hex === hex);
    if (this.busy || !target) return;
    await this.#send((ply) => api.takeBack(this.id, ply, hex, this.hands), target.ply - 1);
  }

  /** Takes everything back, to the start of the phase or the last barrier. */
  async restart(): Promise<void> {
    if (this.busy || !this.#position.pkg?.undo.can) return this.undo();
    await this.#send((ply) => api.restart(this.id, ply, this.hands));
  }

  /** Has the computer play at once what it has found so far. */
  async hurry(): Promise<void> {
    await api.hurry(this.id).catch((error: unknown) => toasts.say(this.said(error)));
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    const undo = this.#position.pkg?.undo;
    if (this.busy || !undo) return;
    if (undo.redo) await this.#send((ply) => api.redo(this.id, ply, this.hands));
    else toasts.say(t("game.nothing-to-redo"));
  }

  /** Why nothing can be taken back now. */
  get whyNoUndo(): string {
    const reason = this.#position.pkg?.undo.reason;
    return reason ? refusal(reason, this.#position) : t("game.no-undo");
  }

  get #ply(): number {
    return this.#position.pkg?.ply ?? 0;
  }

  /** Sends something, whose answer has the log after the step `after`, or after the one that is shown. */
  async #send(send: (ply: number) => Promise<Package>, after = this.#ply): Promise<void> {
    if (this.busy || !this.#position.pkg) return;
    this.busy = true;
    try {
      const next = await send(this.#ply);
      this.#sent += 1;
      await this.#take(next, after, "answer");
      this.offline = false;
    } catch (error) {
      if (error instanceof Problem) {
        toasts.say(this.said(error), error.rule);
        if (error.package) await this.#take(error.package, this.#ply);
        else await this.refresh(true).catch(() => undefined);
      } else if (error instanceof Offline) {
        this.#lost();
        toasts.say(t("game.offline-try"));
      } else throw error;
    } finally {
      this.busy = false;
      const heard = this.#heard;
      this.#heard = null;
      if (heard !== null) this.#moved(heard);
    }
  }

  /** An error in words, with the names of this game. */
  said(error: unknown): string {
    if (error instanceof Problem && error.why) return refusal(error.why, this.#position);
    return error instanceof Error ? error.message : "";
  }

  // --- hearing ------------------------------------------------------------------------------------
  /** Fetches the game as it is now; `whole` asks for its whole log too. */
  async refresh(whole = false): Promise<void> {
    const since = whole ? 0 : Math.min(this.#ply, this.#back);
    const taken = this.#taken;
    try {
      const next = await api.package(this.id, since, this.hands);
      // An answer that was overtaken by that of a move shows a past position: look again.
      if (taken !== this.#taken) {
        if (!whole && this.#position.pkg?.thinking && settings.pause) this.#later();
        else await this.refresh(whole);
        return;
      }
      await this.#take(next, since);
      this.#behind = false;
      this.offline = false;
    } catch (error) {
      if (error instanceof Offline && this.#position.pkg) this.#lost();
      else throw error;
    }
  }

  /** The whole log of the package that is shown; null when another one has come meanwhile, or none can be had. */
  async wholeLog(): Promise<LogLine[] | null> {
    const found = await api.package(this.id, 0, this.hands).catch(() => null);
    const now = this.#position.pkg;
    return found && found.ply === now?.ply && found.seat === now.seat ? found.events : null;
  }

  /** Shows a package when its die has come to rest, unless a newer one has come meanwhile, which tells all that it does. */
  async #take(next: Package, since: number, came: Came = "told"): Promise<void> {
    this.#taken += 1;
    this.unsure = null;
    const mine = this.#taken;
    await this.#curtain(next, since);
    if (mine !== this.#taken) return;
    const before = this.#position.pkg;
    if (before?.ply !== next.ply || !next.thinking) this.#position.thinking = null;
    // The other player's turn, here or in another tab: whoever was here is to say so again.
    if (next.covered && next.covered !== this.#here) {
      this.#holder = this.#here ?? this.#holder;
      this.#here = null;
    }
    this.#position.pkg = next;
    this.#back = Number.POSITIVE_INFINITY;
    this.#queries.clear();
    this.#listener(before, next, since, came === "told" && this.#behind ? "missed" : came);
  }

  /** Nobody looks at the table: what comes next catches up with it. */
  miss(): void {
    this.#behind = true;
  }

  /** What the computer is at is shown while the game stands still; a step below 0 says only to look. */
  #hear(ply: number, thinking?: Thinking): void {
    if (ply < 0) this.miss();
    if (thinking && ply === this.#ply) this.#position.thinking = further(this.#position.thinking, thinking);
    else this.#moved(ply);
  }

  #moved(ply: number): void {
    const { pkg } = this.#position;
    if (pkg && ply >= 0 && ply < pkg.ply) this.#back = Math.min(this.#back, ply);
    if (!pkg || (ply === pkg.ply && !pkg.thinking)) return;
    if (this.busy) this.#heard = ply;
    else if (pkg.thinking && settings.pause) this.#later();
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

  /** The server did not answer. The live channel may stand all the same, and would say nothing: so it is asked again. */
  #lost(): void {
    this.offline = true;
    this.miss();
    clearTimeout(this.#again);
    this.#again = window.setTimeout(() => {
      if (this.offline && this.#live) void this.refresh().catch(() => undefined);
    }, AGAIN);
  }

  #link(up: boolean): void {
    if (!up || this.offline) this.miss();
    this.offline = !up;
  }

  /** The live channel begins: a game that stands as it is shown, by the server's word for that, is not fetched again. */
  #greet(ply: number, stands: string): void {
    const { pkg } = this.#position;
    if (!pkg) return;
    const { axis, soviet } = pkg.game.seats;
    const same = stands === `${pkg.ply} ${pkg.game.updated} ${axis.kind} ${soviet.kind}`;
    if (same && !this.busy && !pkg.thinking && !pkg.bidding) {
      this.#behind = false;
      return;
    }
    if (ply >= 0 && ply < pkg.ply) this.#back = Math.min(this.#back, ply);
    this.#hear(-1);
  }

  // --- asking -------------------------------------------------------------------------------------
  /** Asks about the position shown; the same question is asked once. */
  query<Kind extends Query["kind"]>(question: { kind: Kind } & Question<Kind>): Promise<Answers[Kind]> {
    const { past } = this.#position;
    const asks = past ? { ...question, at: past.ply } : question;
    const key = JSON.stringify(asks);
    let asked = this.#queries.get(key);
    if (!asked) {
      asked = api.query<Kind>(this.id, asks);
      asked.catch(() => this.#queries.delete(key));
      this.#queries.set(key, asked);
    }
    return asked as Promise<Answers[Kind]>;
  }

  /** Says why a unit that was clicked can do nothing now, if there is more to say than that. */
  async explainIdle(unit: UnitId): Promise<void> {
    const reason = await this.query({ kind: "idle", unit }).catch(() => null);
    if (reason) toasts.say(refusal(reason, this.#position), reason.rule);
  }

  /** Asks why something cannot be done, and says it. */
  async explain(action: Action): Promise<void> {
    try {
      const reason = await this.query({ kind: "why", action });
      if (reason) toasts.say(refusal(reason, this.#position), reason.rule);
    } catch {
      toasts.say(t("game.cannot-now"));
    }
  }
}
