/** What the server foresees for the position on the table, asked for when a layer or a sheet wants it. */

import type { Game } from "../game/game.svelte";
import { other } from "../i18n/words";
import { oneFor } from "../shared/one-for";
import { prefs } from "../shared/prefs.svelte";
import type {
  Answers,
  BringBack,
  MapId,
  Query,
  Question,
  Roads,
  SupplyGround,
  SupplyThen,
  Threat,
} from "../wire/types";
import { layers } from "./layers.svelte";

export class Outlook {
  readonly #game: Game;
  threat = $state.raw<Threat | null>(null);
  coming = $state.raw<SupplyThen | null>(null);
  /** How far the own supply reaches, and where the enemy's does not reach his units. */
  ground = $state.raw<SupplyGround | null>(null);
  theirs = $state.raw<SupplyGround["pockets"]>([]);
  roads = $state.raw<Roads | null>(null);
  back = $state.raw<BringBack | null>(null);
  /** Hexes that a row of a panel speaks about, lit on the map. */
  lit = $state.raw<readonly MapId[]>([]);

  constructor(game: Game) {
    this.#game = game;
  }

  /** Asks again for all that is shown. Called in an effect: it follows the position and the layers. */
  follow(): void {
    const game = this.#game;
    const ply = game.position.pkg?.ply;
    if (ply === undefined) return;
    const eyes = game.position.seat ?? game.position.view?.phasing ?? "axis";
    const ask = <Kind extends Query["kind"]>(
      wanted: boolean,
      question: { kind: Kind } & Question<Kind>,
      take: (found: Answers[Kind] | null) => void,
    ): void => {
      if (!wanted) {
        take(null);
        return;
      }
      game.talk.query<Kind>(question).then(
        (found) => {
          if (ply === game.position.pkg?.ply) take(found);
        },
        () => undefined,
      );
    };
    ask(layers.threat, { kind: "threat", side: other(eyes) }, (found) => {
      this.threat = found;
    });
    ask(layers.coming, { kind: "supply_then" }, (found) => {
      this.coming = found;
    });
    ask(prefs.supply, { kind: "supply_ground", side: eyes }, (found) => {
      this.ground = found;
    });
    ask(prefs.supply, { kind: "supply_ground", side: other(eyes) }, (found) => {
      this.theirs = found?.pockets ?? [];
    });
    ask(game.screen.book === "victory", { kind: "victory" }, (found) => {
      this.roads = found;
    });
  }

  /** The price of the lost, for the boxes panel. */
  async price(): Promise<void> {
    const ply = this.#game.position.pkg?.ply;
    try {
      const found = await this.#game.talk.query({ kind: "bring_back" });
      if (ply === this.#game.position.pkg?.ply) this.back = found;
    } catch {
      this.back = null;
    }
  }
}

export const outlookOf = oneFor((game: Game) => new Outlook(game));
