/** A question in a reader's words: what the engine answers about the position, and what the books say. */

import type { Game } from "../game/game.svelte";
import { differencesIn } from "../i18n/games";
import { i18n, type Language } from "../i18n/i18n.svelte";
import { ordersOf } from "../orders/orders.svelte";
import type { Hit, Search } from "../search/search";
import { api, Problem } from "../shared/api";
import { oneFor } from "../shared/one-for";
import { prefs } from "../shared/prefs.svelte";
import { onMap } from "../wire/ids";
import type { AskAnswer, MapId } from "../wire/types";
import { ModelAnswer } from "./model.svelte";

/** Lit for as long as the answer is shown; a position that changes puts the light out. */
const SHOWN = 3_600_000;
/** Passages that are shown at first, and with each press of "more". */
const SOME = 3;
const MOST = 15;

export class Ask {
  readonly #game: Game;
  on = $state(false);
  text = $state("");
  /** What the answers below are about; empty: nothing has been asked. */
  asked = $state("");
  language = $state<Language>("en");
  answer = $state.raw<AskAnswer | null>(null);
  /** Why there is no answer of the engine; empty where there is one. */
  refused = $state("");
  search = $state.raw<Search | null>(null);
  hits = $state.raw<readonly Hit[]>([]);
  shown = $state(SOME);
  busy = $state(false);
  failed = $state(false);
  /** What the host's model says to the same question, if it is asked. */
  readonly model: ModelAnswer;
  #turn = 0;
  #before: Element | null = null;

  constructor(game: Game) {
    this.#game = game;
    this.model = new ModelAnswer(game.id, () => game.talk.hands);
  }

  open(): void {
    if (this.on) {
      document.getElementById("ask-text")?.focus();
      return;
    }
    this.#before = document.activeElement;
    const { screen } = this.#game;
    screen.listing = false;
    screen.sheet = "";
    screen.book = null;
    if (ordersOf(this.#game).on) ordersOf(this.#game).close();
    this.on = true;
    void this.model.look();
    this.light();
  }

  close(): void {
    this.on = false;
    this.model.stop();
    this.#game.screen.flashAt([], 0);
    const before = this.#before;
    if (before?.isConnected && (before instanceof HTMLElement || before instanceof SVGElement))
      before.focus({ preventScroll: true });
  }

  toggle(): void {
    if (this.on) this.close();
    else this.open();
  }

  more(): void {
    this.shown += SOME;
  }

  /** The hexes that the answer is about, and those of its units. */
  get places(): MapId[] {
    const { units } = this.#game.position;
    const at = (this.answer?.units ?? []).flatMap((unit) => units.get(unit)?.at ?? []);
    return [...new Set([...(this.answer?.hexes ?? []), ...at.filter(onMap)])];
  }

  /** How this game differs from the usual one, as far as the question touches it. */
  get unlike(): string[] {
    const { search, asked } = this;
    const game = this.#game.position.pkg?.game;
    return search && game ? differencesIn(game).filter((line) => search.touches(asked, line)) : [];
  }

  /** Lights the hexes of the answer; the map goes to the one that is named, on a phone to the first one. */
  light(at: MapId | undefined = undefined): void {
    if (!this.answer?.understood) return;
    const { places } = this;
    const look = at ?? (prefs.phone ? places[0] : undefined);
    if (look) this.#game.screen.look(look);
    this.#game.screen.flashAt(places, SHOWN);
  }

  /** Asks the engine and the books at once; each answer is shown as it comes. */
  async ask(text = this.text): Promise<void> {
    const words = text.trim();
    if (!words) return;
    this.#turn += 1;
    const mine = this.#turn;
    const language = i18n.language;
    [this.text, this.busy] = [text, true];
    this.model.forget();
    await Promise.all([this.#engine(words, language, mine), this.#books(words, language, mine)]);
    if (mine !== this.#turn) return;
    [this.asked, this.language, this.shown, this.busy] = [words, language, SOME, false];
    this.light();
  }

  async #engine(words: string, language: Language, mine: number): Promise<void> {
    let [answer, refused]: [AskAnswer | null, string] = [null, ""];
    try {
      answer = await api.ask(this.#game.id, words, language, this.#game.talk.hands);
    } catch (problem) {
      refused = problem instanceof Problem ? problem.message : "-";
    }
    if (mine === this.#turn) [this.answer, this.refused] = [answer, refused];
  }

  async #books(words: string, language: Language, mine: number): Promise<void> {
    let [search, hits, failed]: [Search | null, readonly Hit[], boolean] = [null, [], false];
    try {
      const { searchIn } = await import("../search/library");
      search = await searchIn(language);
      hits = search.find(words).slice(0, MOST);
    } catch {
      failed = true;
    }
    if (mine === this.#turn) [this.search, this.hits, this.failed] = [search, hits, failed];
  }
}

/** What is asked at a table. */
export const askOf = oneFor((game: Game) => new Ask(game));
