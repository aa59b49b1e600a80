/** What the server foresees for the position on the table, asked for when a layer or a sheet wants it. */

import type { Game } from "../game/game.svelte";
import { other } from "../i18n/words";
import type { BringBack, Roads, SupplyThen, Threat } from "../wire/foresight";
import { layers } from "./layers.svelte";

export type Sheet = "" | "victory" | "tables" | "rules";

export class Outlook {
  readonly #game: Game;
  threat = $state.raw<Threat | null>(null);
  coming = $state.raw<SupplyThen | null>(null);
  roads = $state.raw<Roads | null>(null);
  back = $state.raw<BringBack | null>(null);
  sheet = $state<Sheet>("");
  /** The rule that the rules sheet opens at, such as 10.6.3. */
  rule = $state("");
  /** Hexes that a row of a panel speaks about, lit on the map. */
  lit = $state.raw<readonly string[]>([]);

  constructor(game: Game) {
    this.#game = game;
  }

  openRule(rule: string): void {
    this.rule = rule;
    this.sheet = "rules";
  }

  open(sheet: Sheet): void {
    this.lit = [];
    this.sheet = this.sheet === sheet ? "" : sheet;
    if (sheet === "rules") this.rule = "";
  }

  /** Asks again for all that is shown. Called in an effect: it follows the position and the layers. */
  follow(): void {
    const game = this.#game;
    const ply = game.pkg?.ply;
    if (ply === undefined) return;
    const eyes = game.seat ?? game.view?.phasing ?? "axis";
    const ask = <T>(wanted: boolean, body: Record<string, unknown>, take: (found: T | null) => void): void => {
      if (!wanted) {
        take(null);
        return;
      }
      game.query<T>(body).then(
        (found) => {
          if (ply === game.pkg?.ply) take(found);
        },
        () => undefined,
      );
    };
    ask<Threat>(layers.threat, { kind: "threat", side: other(eyes) }, (found) => {
      this.threat = found;
    });
    ask<SupplyThen>(layers.coming, { kind: "supply_then" }, (found) => {
      this.coming = found;
    });
    ask<Roads>(this.sheet === "victory", { kind: "victory" }, (found) => {
      this.roads = found;
    });
  }

  /** The price of the lost, for the boxes panel. */
  async price(): Promise<void> {
    const ply = this.#game.pkg?.ply;
    try {
      const found = await this.#game.query<BringBack>({ kind: "bring_back" });
      if (ply === this.#game.pkg?.ply) this.back = found;
    } catch {
      this.back = null;
    }
  }
}

const kept = new WeakMap<Game, Outlook>();

/** The outlook of a game: one for each, made when it is first asked for. */
export function outlookOf(game: Game): Outlook {
  let found = kept.get(game);
  if (!found) {
    found = new Outlook(game);
    kept.set(game, found);
  }
  return found;
}
