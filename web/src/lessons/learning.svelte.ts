/** What this browser's reader has learned: lessons done, tips seen, and the hints asked for. */
import type { Position } from "../game/position.svelte";
import { api } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { route } from "../shared/route.svelte";
import { browser } from "../storage/storage";
import type { Learning } from "../wire/types";

const DONE = "lessons";
const SEEN = "tips";
/** The name that dismisses all tips. */
const ALL = "*";

const stored = (key: string): string[] => browser.recallList(key).map(String);

class LearningState {
  facts = $state.raw<Learning | null>(null);
  done = $state.raw(new Set(stored(DONE)));
  seen = $state.raw(new Set(stored(SEEN)));
  /** Hints shown for the present step: none, where, which, why. */
  hints = $state(0);
  folded = $state(false);

  async load(): Promise<void> {
    this.facts ??= await api.lessons();
  }

  async begin(lesson: string): Promise<void> {
    const made = await api.beginLesson(lesson);
    this.hints = 0;
    this.folded = false;
    route.go(`/g/${made.id}`);
  }

  finish(lesson: string): void {
    if (this.done.has(lesson)) return;
    this.done = new Set([...this.done, lesson]);
    browser.keepData(DONE, [...this.done]);
  }

  /** Whether the guide through a first turn still has something to say. */
  get guiding(): boolean {
    return !this.seen.has(ALL) && this.done.size < 6;
  }

  /**
   * What a newcomer is told about the question: the first time that it comes up, and not in a lesson of one thing. A phone
   * has no room for it beside an open lesson.
   */
  tip(position: Position): Learning["tips"][number] | null {
    const code = position.view?.prompt.code;
    const { lesson, puzzle } = position.pkg ?? {};
    if (puzzle) return null;
    if (lesson && prefs.phone && !this.folded) return null;
    if (!this.guiding || !position.mine || (lesson && !lesson.whole) || !code || this.seen.has(code)) return null;
    // Between two people a window is asked about even where nothing can be played.
    if (code === "window" && !position.actions.some((action) => action.type === "PlayEvent")) return null;
    return this.facts?.tips.find((one) => one.prompt === code) ?? null;
  }

  /** Whether a game that begins still has to say what wins: once a game, and not to whoever wants no tips. */
  tells(game: string): boolean {
    return !this.seen.has(ALL) && !this.knows(game);
  }

  /** Whether the player has read what wins in a game. */
  knows(game: string): boolean {
    return this.seen.has(`game ${game}`);
  }

  /** The player has read what wins in a game. */
  brief(game: string): void {
    this.understood(`game ${game}`);
  }

  understood(prompt: string): void {
    this.seen = new Set([...this.seen, prompt]);
    browser.keepData(SEEN, [...this.seen]);
  }

  noMore(): void {
    this.understood(ALL);
  }
}

export const learning = new LearningState();
