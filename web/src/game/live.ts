/** The live channel: a WebSocket that tells of moves, seats and thoughts, with polling when it is down. */
import { at } from "../shared/base";
import type { Thinking } from "../wire/types";

interface News {
  ply?: number;
  seats?: boolean;
  thinking?: Thinking;
  company?: boolean;
}

export class Live {
  #socket: WebSocket | null = null;
  #stopped = false;
  #wait = 500;
  #poll = 0;
  readonly #path: string;
  readonly #onPly: (ply: number, thinking?: Thinking) => void;
  readonly #onLink: (up: boolean) => void;
  readonly #onPeople: () => void;

  constructor(
    game: string,
    onPly: (ply: number, thinking?: Thinking) => void,
    onLink: (up: boolean) => void,
    onPeople: () => void,
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#path = `${scheme}://${location.host}${at(`/api/games/${game}/live`)}`;
    this.#onPly = onPly;
    this.#onLink = onLink;
    this.#onPeople = onPeople;
    this.#open();
    document.addEventListener("visibilitychange", this.#wake);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#poll);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  /** A tab that was asleep asks at once whether it has become stale. */
  readonly #wake = (): void => {
    if (document.visibilityState === "visible") this.#onPly(-1);
  };

  #open(): void {
    if (this.#stopped) return;
    let opened = false;
    const socket = new WebSocket(this.#path);
    this.#socket = socket;
    socket.onopen = () => {
      opened = true;
      this.#wait = 500;
      this.#onLink(true);
      this.#onPeople();
      this.#onPly(-1);
    };
    socket.onmessage = (message) => {
      try {
        const data = JSON.parse(String(message.data)) as News;
        if (data.company) this.#onPeople();
        // A seat was taken: the position is as it was, and the game is not.
        if (typeof data.ply === "number") this.#onPly(data.seats ? -1 : data.ply, data.thinking);
      } catch {
        // a line that is not JSON says nothing to us
      }
    };
    socket.onclose = () => {
      if (this.#stopped) return;
      this.#poll = window.setTimeout(async () => {
        // A server without sockets still answers: then polling is enough and no banner is shown.
        const alive = await fetch(at("/api/options"), { method: "GET" }).then(
          (r) => r.status < 500,
          () => false,
        );
        this.#onLink(alive);
        if (alive && !opened) this.#onPly(-1);
        this.#open();
      }, this.#wait);
      this.#wait = Math.min(this.#wait * 1.6, 5000);
    };
  }
}
