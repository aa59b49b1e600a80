/** Cards of the hand that are marked to be discarded or paid together, where more than one is due. */

import { announcer } from "../shared/announce.svelte";
import { settings } from "../shared/settings.svelte";
import type { Action, CardNumber, Package } from "../wire/types";
import type { Position } from "./position.svelte";
import type { Talk } from "./talk.svelte";
import { t } from "./texts";

/** Questions for cards, one after the other, until enough have been given. */
const CARD_BY_CARD = new Set(["discard", "pay", "exchange_cards"]);
/** One for as many cards as its player likes, until there have been enough. */
const FREE = "exchange_cards";

export class Marks {
  readonly #position: Position;
  readonly #talk: Talk;
  #cards = $state.raw<readonly CardNumber[]>([]);
  #when = "";
  /** Cards that were sent and are still to be given. */
  #sending: readonly CardNumber[] = [];
  /** With the last of them it is enough: the new ones are drawn. */
  #draws = false;
  #working = false;

  constructor(position: Position, talk: Talk) {
    this.#position = position;
    this.#talk = talk;
  }

  /** Sending them is a step of its own, since it cannot be taken back; otherwise the last mark sends them. */
  confirmed = $derived.by(() => settings.all.confirm && (this.#position.pkg?.last_asks ?? false));
  /** It is for the player to say how many cards are marked. */
  #free = $derived.by(() => this.#position.mine && this.#position.view?.prompt.code === FREE);
  /** How many cards are to be marked; 0 where a click on a card is the answer. */
  due = $derived.by<number>(() => {
    const { actions, view } = this.#position;
    if (!view || !CARD_BY_CARD.has(view.prompt.code)) return 0;
    // A card can be worth more than one: then there may be fewer than are due.
    const most = actions.filter(gives).length;
    if (this.#free) return this.#cards.filter((card) => this.#answer(card)).length || most;
    const n = Math.min(Number(view.prompt.args.n), most);
    // A card that is discarded is lost: where that cannot be undone, a single one is marked first, too.
    return n > 1 || (n === 1 && view.prompt.code === "discard" && this.confirmed) ? n : 0;
  });
  /** In the order in which they were marked. */
  cards = $derived<readonly CardNumber[]>(this.due ? this.#cards.filter((n) => this.#answer(n)) : []);
  /** As many are marked as are due. */
  ready = $derived(this.due > 0 && this.cards.length === this.due);

  #answer(card: CardNumber): Action | undefined {
    return this.#position.byCard.get(card)?.find(gives);
  }

  /** Marks a card, or unmarks it; one too many takes the place of the one that was marked first. */
  toggle(card: CardNumber): void {
    if (!this.due || this.#talk.busy || !this.#answer(card)) return;
    const others = this.cards.filter((n) => n !== card);
    const more = [...others, card];
    this.#cards = others.length < this.cards.length ? others : this.#free ? more : more.slice(-this.due);
    const due = this.#free ? this.#position.actions.filter(gives).length : this.due;
    announcer.say(t("game.marked", { n: this.cards.length, due }));
    if (this.ready && !this.confirmed && !this.#free) void this.send(false);
  }

  /** Gives the marked cards away, one after the other. Where the other side is asked in between, the rest follow once it
   * has answered; where anything else is asked of this one, they stay marked.
   */
  async send(sure: boolean): Promise<void> {
    if (!this.ready || this.#talk.busy) return;
    this.#sending = this.cards;
    this.#draws = this.#free;
    await this.#goOn(sure);
  }

  async #goOn(sure: boolean): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let card = this.#sending[0]; card !== undefined; card = this.#sending[0]) {
        const action = this.#answer(card);
        if (!action) return;
        this.#sending = this.#sending.slice(1);
        if (!(await this.#talk.playAll([action], sure))) this.#forget();
      }
      const done = this.#position.actions.find((a) => a.type === "Done");
      if (!this.#draws || !this.#free || !done) return;
      this.#draws = false;
      await this.#talk.playAll([done], sure);
    } finally {
      this.#working = false;
    }
  }

  #forget(): void {
    this.#sending = [];
    this.#draws = false;
  }

  /** Marks last as long as the same cards are asked for, over whatever is asked in between. Without a choice, all are marked. */
  settle(next: Package): void {
    const { turn, phase, prompt } = next.view;
    const when = `${turn} ${phase} ${next.seat}`;
    const asked = next.actions.length > 0;
    const goesOn = CARD_BY_CARD.has(prompt.code);
    if (when !== this.#when || (asked && !goesOn && prompt.code !== "window")) this.#cards = [];
    if (when !== this.#when || (asked && !goesOn)) this.#forget();
    this.#when = when;
    const { actions } = this.#position;
    if (this.due && actions.length === this.due && actions.every(gives))
      this.#cards = actions.flatMap((a) => a.card ?? []);
    if (asked && (this.#sending.length || (this.#draws && this.#free)))
      setTimeout(() => {
        if (this.#position.pkg === next) void this.#goOn(true);
      }, 0);
  }
}

const gives = (a: Action): boolean => a.card !== undefined && (a.type === "Discard" || a.type === "PayCard");
