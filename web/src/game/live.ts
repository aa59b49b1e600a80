/**
 * The live channel: a WebSocket that tells of moves, seats and thoughts. The page says over it whether somebody looks
 * at the game, and the server answers each time. A socket without answers is dead, whatever the browser says of it:
 * until another one lives, the game is polled.
 */
import { at } from "../shared/base";
import type { Thinking } from "../wire/types";
import { Attention } from "./attention";

interface News {
  ply?: number;
  /** In the first message of a socket: how the game stands, in a word that changes with it. */
  stands?: string;
  seats?: boolean;
  thinking?: Thinking;
  company?: boolean;
}

/** Milliseconds between two looks at the socket, and between two polls while it brings nothing. */
const TICK = 10_000;
/** Milliseconds without a word from us after which we say again that we are there. */
const BEAT = 20_000;
/** Milliseconds without an answer after which a socket is dead. */
const DEAD = 40_000;
/** Milliseconds between two ticks after which the device must have slept. */
const SLEPT = 30_000;
/** Milliseconds until a socket that was lost is opened again, at first and at most; half of that or up to one and a half
 * times as much, so that not all the pages of a server that starts again come at once. */
const AGAIN = 500;
const AT_MOST = 5000;
/** Milliseconds within which a page that has come back asks for the people at the table: many do so at once. */
const PEOPLE = 1000;
/** Milliseconds after which a hidden page does without its socket. */
const HIDDEN = 15 * 60_000;

export class Live {
  #socket: WebSocket | null = null;
  #stopped = false;
  #wait = AGAIN;
  #again = 0;
  #people = 0;
  /** The other end has closed the last socket, as a server does that starts again. */
  #cut = false;
  #ticker = 0;
  #ticked = Date.now();
  #hiding = 0;
  /** When the socket was opened, or we said something that has not been answered yet; 0: all is answered. */
  #asked = 0;
  #said = 0;
  readonly #attention: Attention;
  readonly #path: string;
  readonly #onPly: (ply: number, thinking?: Thinking) => void;
  readonly #onLink: (up: boolean) => void;
  readonly #onPeople: () => void;
  readonly #onGreeting: (ply: number, stands: string) => void;
  /** The server answers, though the last socket did not open. */
  #alive = false;

  /** `onPly` hears the step at which the game is, -1: look; `onGreeting` hears how it stands when a socket begins. */
  constructor(
    game: string,
    onPly: (ply: number, thinking?: Thinking) => void,
    onLink: (up: boolean) => void,
    onPeople: () => void,
    onGreeting: (ply: number, stands: string) => void = () => onPly(-1),
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#path = `${scheme}://${location.host}${at(`/api/games/${game}/live`)}`;
    this.#onPly = onPly;
    this.#onLink = onLink;
    this.#onPeople = onPeople;
    this.#onGreeting = onGreeting;
    this.#attention = new Attention(() => this.#say());
    this.#open();
    this.#ticker = window.setInterval(() => this.#tick(), TICK);
    if (document.visibilityState !== "visible") this.#hide();
    document.addEventListener("visibilitychange", this.#seen);
    window.addEventListener("pageshow", this.#shown);
    window.addEventListener("online", this.#renew);
  }

  stop(): void {
    this.#stopped = true;
    this.#attention.stop();
    clearInterval(this.#ticker);
    clearTimeout(this.#hiding);
    clearTimeout(this.#people);
    document.removeEventListener("visibilitychange", this.#seen);
    window.removeEventListener("pageshow", this.#shown);
    window.removeEventListener("online", this.#renew);
    this.#drop();
  }

  // --- what the browser tells ---------------------------------------------------------------------
  /** A tab that was hidden asks at once whether it has become stale, and trusts no socket of before. */
  readonly #seen = (): void => {
    clearTimeout(this.#hiding);
    if (document.visibilityState !== "visible") this.#hide();
    else {
      this.#onPly(-1);
      this.#renew();
    }
  };

  #hide(): void {
    this.#hiding = window.setTimeout(() => this.#drop(), HIDDEN);
  }

  /** The page comes out of the browser's memory, where its socket was frozen. */
  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#renew();
  };

  /** A page that has been hidden for long does without a socket until it is seen. */
  get #resting(): boolean {
    return document.visibilityState !== "visible" && !this.#socket && !this.#again;
  }

  /** Opens a new socket, unless one is just being opened. */
  readonly #renew = (): void => {
    const young = this.#socket?.readyState === WebSocket.CONNECTING && Date.now() - this.#asked < TICK;
    if (this.#stopped || this.#resting || young) return;
    this.#drop();
    this.#open();
  };

  // --- the heartbeat ------------------------------------------------------------------------------
  #tick(): void {
    const [now, before] = [Date.now(), this.#ticked];
    this.#ticked = now;
    if (this.#resting) return;
    const unanswered = this.#asked ? now - this.#asked : 0;
    // The timers of a hidden page are late without a sleep.
    if (document.visibilityState === "visible" && now - before > SLEPT) this.#renew();
    else if (this.#socket && unanswered >= DEAD) this.#renew();
    else if (now - this.#said >= BEAT) this.#say();
    if (unanswered < TICK) return;
    this.#onPly(-1);
    this.#onPeople();
  }

  /** Says whether somebody looks at this page. */
  #say(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#said = Date.now();
    this.#asked ||= this.#said;
    this.#socket.send(JSON.stringify({ here: this.#attention.here }));
  }

  // --- the socket ---------------------------------------------------------------------------------
  /** Lets the socket go, and opens none by itself. */
  #drop(): void {
    clearTimeout(this.#again);
    this.#again = 0;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): void {
    if (this.#stopped) return;
    let greeted = false;
    const socket = new WebSocket(this.#path);
    this.#socket = socket;
    this.#asked = Date.now();
    socket.onopen = () => {
      if (socket === this.#socket) this.#say();
    };
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#asked = 0;
      this.#wait = AGAIN;
      try {
        const data = JSON.parse(String(message.data)) as News;
        if (!greeted) {
          greeted = true;
          this.#back(data);
          return;
        }
        if (data.company) this.#askForPeople();
        // A seat was taken: the position is as it was, and the game is not.
        if (typeof data.ply === "number") this.#onPly(data.seats ? -1 : data.ply, data.thinking);
      } catch {
        // a line that is not JSON says nothing to us
      }
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#cut = true;
      this.#again = window.setTimeout(() => void this.#retry(greeted), this.#wait * (0.5 + Math.random()));
      this.#wait = Math.min(this.#wait * 1.6, AT_MOST);
    };
  }

  /** The socket stands, and the server has said how the game does. */
  #back({ ply, stands }: News): void {
    if (this.#cut) this.#people ||= window.setTimeout(() => this.#askForPeople(true), PEOPLE * Math.random());
    else this.#askForPeople();
    this.#cut = this.#alive = false;
    this.#onLink(true);
    this.#onGreeting(ply ?? -1, stands ?? "");
  }

  /** Asks for the people at the table, unless that is to be done soon anyway. */
  #askForPeople(now = !this.#people): void {
    if (!now) return;
    this.#people = 0;
    this.#onPeople();
  }

  /**
   * Opens a socket again. One that could not be opened may be all that is wrong: the server still answers, and then
   * polling is enough, without a banner.
   */
  async #retry(greeted: boolean): Promise<void> {
    if (greeted) {
      this.#again = 0;
      this.#open();
      return;
    }
    const mine = this.#again;
    const alive = await fetch(at("/api/reachability"), { signal: AbortSignal.timeout(TICK) }).then(
      (r) => r.status < 500,
      () => false,
    );
    // Meanwhile a socket may have been opened for another reason, or the page gone to rest.
    if (this.#stopped || this.#again !== mine) return;
    this.#again = 0;
    if (!alive) this.#onLink(false);
    else if (this.#alive) {
      this.#onLink(true);
      this.#onPly(-1);
    }
    this.#alive = alive;
    this.#open();
  }
}
