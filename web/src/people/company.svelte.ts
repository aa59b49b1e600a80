/** Who is at the table of an open game, who is waited for, and since when. */
import type { Game } from "../game/game.svelte";
import { SIDES } from "../i18n/words";
import { api } from "../shared/api";
import { oneFor } from "../shared/one-for";
import type { Company as Found, Side } from "../wire/types";
import { t } from "./texts";

export class Company {
  readonly #game: Game;
  found = $state.raw<Found | null>(null);
  #asked = 0;

  constructor(game: Game) {
    this.#game = game;
    game.talk.hearOfPeople(() => void this.load());
  }

  /** Whether two people play: a lone player needs none of this. */
  get matters(): boolean {
    const { pkg } = this.#game.position;
    if (!pkg || pkg.game.sandbox || pkg.lesson || pkg.owned.length > 1) return false;
    const seats = Object.values(pkg.game.seats);
    return pkg.owned.length === 0
      ? seats.some((seat) => seat.kind === "human")
      : seats.every((s) => s.kind !== "computer");
  }

  async load(): Promise<void> {
    if (!this.matters) {
      this.found = null;
      return;
    }
    this.#asked += 1;
    const mine = this.#asked;
    const found = await api.company(this.#game.id).catch(() => null);
    if (found && mine === this.#asked) this.found = found;
  }

  /** What a side's player is called: by name, else by the side. */
  nameOf(side: Side): string {
    return this.found?.seats[side].name || SIDES[side];
  }

  /** The side of this browser, where it has one alone. */
  get you(): Side | null {
    return (["axis", "soviet"] as const).find((side) => this.found?.seats[side].you) ?? null;
  }
}

export const companyOf = oneFor((game: Game) => new Company(game));

/** How long something lasts, in words: "3 h". */
export function lasting(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60000);
  if (!(minutes >= 1)) return "";
  if (minutes < 60) return t("people.minutes", { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t("people.hours", { n: hours }) : t("people.days", { n: Math.floor(hours / 24) });
}
