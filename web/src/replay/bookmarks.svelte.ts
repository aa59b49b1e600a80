import { browser } from "../storage/storage";

/** Steps of a game that the player marked, with a note; kept in this browser. */
export interface Bookmark {
  ply: number;
  note: string;
}

export class Bookmarks {
  readonly #key: string;
  list = $state.raw<Bookmark[]>([]);
  /** The step whose note is being written. */
  writing = $state<number | null>(null);

  constructor(game: string) {
    this.#key = `bookmarks.${game}`;
    this.list = browser.recallList(this.#key) as Bookmark[];
  }

  at(ply: number): Bookmark | undefined {
    return this.list.find((one) => one.ply === ply);
  }

  put(ply: number, note: string): void {
    this.#keep([...this.list.filter((one) => one.ply !== ply), { ply, note }].sort((a, b) => a.ply - b.ply));
  }

  drop(ply: number): void {
    this.#keep(this.list.filter((one) => one.ply !== ply));
  }

  #keep(list: Bookmark[]): void {
    this.list = list;
    browser.keepData(this.#key, list);
  }
}
