/** The odds lab: any attackers against any hexes, several variants side by side, and the way from there to orders. */

import type { Game } from "../game/game.svelte";
import { labelOf } from "../game/labels";
import { refusal } from "../i18n/refusal";
import { other } from "../i18n/words";
import { oneFor } from "../shared/one-for";
import { prefs } from "../shared/prefs.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { Action, Forecast, MapId, Side, UnitId } from "../wire/types";
import { t } from "./texts";

export interface Variant {
  key: number;
  attackers: readonly UnitId[];
  targets: readonly MapId[];
  support: boolean;
}
/** So many variants fit in the row of tabs. */
const MOST = 6;

export class Lab {
  readonly #game: Game;
  #keys = 1;
  on = $state(false);
  variants = $state.raw<readonly Variant[]>([{ key: 0, attackers: [], targets: [], support: false }]);
  at = $state(0);
  forecast = $state.raw<Forecast | null>(null);
  refusal = $state("");

  constructor(game: Game) {
    this.#game = game;
  }

  get now(): Variant {
    return this.variants[this.at] ?? { key: -1, attackers: [], targets: [], support: false };
  }

  /** The side that attacks in this variant: that of its attackers, else the one facing its targets. */
  get side(): Side | null {
    const game = this.#game;
    const first = this.now.attackers[0];
    if (first) return game.position.unitFacts.get(first)?.side ?? null;
    const there = game.position.stacks.get(this.now.targets[0] ?? "")?.[0];
    const held = there && game.position.unitFacts.get(there.id)?.side;
    return held ? other(held) : null;
  }

  toggle(): void {
    this.on = !this.on;
    if (!this.on) return;
    this.#game.screen.tab = "battle";
    if (prefs.phone) this.#game.screen.sheet = "battle";
    else if (!prefs.panel) prefs.toggle("panel");
    this.#begin();
  }

  /** An empty lab starts with the battle on the table. */
  #begin(): void {
    const { battle } = this.#game.position.view ?? {};
    if (!battle || this.now.attackers.length || this.now.targets.length) return;
    this.#set({ attackers: battle.attackers, targets: battle.targets, support: (battle.supports ?? 0) > 0 });
  }

  #set(change: Partial<Variant>): void {
    this.variants = this.variants.map((v, i) => (i === this.at ? { ...v, ...change } : v));
  }

  flipUnit(id: UnitId): void {
    const has = this.now.attackers.includes(id);
    this.#set({ attackers: has ? this.now.attackers.filter((u) => u !== id) : [...this.now.attackers, id] });
  }

  flipTarget(hex: MapId): void {
    const has = this.now.targets.includes(hex);
    this.#set({ targets: has ? this.now.targets.filter((h) => h !== hex) : [...this.now.targets, hex] });
  }

  flipSupport(): void {
    this.#set({ support: !this.now.support });
  }

  clear(): void {
    this.#set({ attackers: [], targets: [], support: false });
  }

  /** A copy of this variant in a tab of its own. */
  copy(): void {
    if (this.variants.length >= MOST) return;
    this.variants = [...this.variants, { ...this.now, key: this.#keys++ }];
    this.at = this.variants.length - 1;
  }

  drop(): void {
    if (this.variants.length < 2) return;
    this.variants = this.variants.filter((_, i) => i !== this.at);
    this.at = Math.max(0, this.at - 1);
  }

  /** A click on the map while the lab is open: units join, enemy hexes become targets. */
  click(unit: UnitId | null, hex: MapId | null): void {
    const facts = unit ? this.#game.position.unitFacts.get(unit) : undefined;
    const eyes = this.side ?? this.#game.position.seat ?? this.#game.position.view?.phasing;
    if (unit && facts && (this.now.attackers.includes(unit) || facts.side === eyes)) this.flipUnit(unit);
    else if (hex && this.#game.position.stacks.has(hex)) this.flipTarget(hex);
  }

  /** Everybody beside all the targets, of the attacking side. */
  async everybody(): Promise<void> {
    const side = this.side;
    if (!side) return;
    const near = this.neighbors();
    this.#set({ attackers: near.filter((u) => this.#game.position.unitFacts.get(u)?.side === side) });
  }

  /** Units whose drawn hex touches a target: candidates to tick. Who may really attack, the server says. */
  neighbors(): UnitId[] {
    const game = this.#game;
    const { geo } = game.position;
    const found: UnitId[] = [];
    for (const [hex, stack] of game.position.stacks) {
      const p = geo?.centre.get(hex);
      const touches = this.now.targets.every((target) => {
        const q = geo?.centre.get(target);
        const area = game.position.board?.map.areas.find((a) => a.id === target || a.id === hex);
        if (area) return area.adjacent.includes(area.id === target ? hex : target);
        return p && q && hex !== target && Math.hypot(p.x - q.x, p.y - q.y) < 90;
      });
      if (touches) found.push(...stack.map((u) => u.id));
    }
    return found;
  }

  /** Asks for the forecast. Called in an effect: it follows the variant and the position. */
  follow(): void {
    const { attackers, targets, support } = this.now;
    const game = this.#game;
    const ply = game.position.pkg?.ply;
    if (!this.on || ply === undefined) return;
    if (!attackers.length || !targets.length) {
      this.forecast = null;
      this.refusal = "";
      return;
    }
    game.talk.query({ kind: "forecast", attackers: [...attackers], targets: [...targets], support }).then(
      (found) => {
        if (this.now.attackers !== attackers || this.now.targets !== targets || this.now.support !== support) return;
        this.forecast = found;
        this.refusal = "";
      },
      (error) => {
        this.forecast = null;
        this.refusal = game.talk.said(error);
      },
    );
  }

  /** Makes orders of this variant, as far as the question before the player allows, and says what could not be. */
  async plan(): Promise<void> {
    const game = this.#game;
    const { attackers, targets } = this.now;
    const left: string[] = [];
    let done = 0;
    const play = async (action: Action): Promise<boolean> => {
      const legal = game.position.actions.find(
        (a) => a.type === action.type && a.hex === action.hex && a.unit === action.unit,
      );
      if (legal) {
        await game.talk.act(legal);
        done += 1;
        return true;
      }
      const why = await game.talk.query({ kind: "why", action }).catch(() => null);
      left.push(why ? refusal(why, game.position) : labelOf(game.position, action));
      return false;
    };
    const code = game.position.view?.prompt.code;
    if (code === "declare") {
      for (const hex of targets)
        if (!game.position.view?.targets.includes(hex)) await play({ type: "DeclareTarget", hex });
    } else if (code === "next_battle" || code === "compose") {
      const [first] = targets;
      if (code === "next_battle" && first) await play({ type: "BeginBattle", hex: first });
      const battle = game.position.view?.battle;
      if (battle?.composing && targets.some((hex) => battle.targets.includes(hex))) {
        for (const unit of attackers)
          if (!game.position.view?.battle?.attackers.includes(unit)) await play({ type: "AssignAttacker", unit });
        for (const hex of targets)
          if (!game.position.view?.battle?.targets.includes(hex)) await play({ type: "AddTarget", hex });
      } else if (code === "compose") left.push(t("lab.other-battle"));
    } else {
      toasts.say(t("lab.not-now"));
      return;
    }
    const told = done ? t(code === "declare" ? "lab.declared" : "lab.sent", { n: done }) : "";
    toasts.say([told, left.length ? t("lab.left-out", { what: left.join(" ") }) : ""].filter(Boolean).join(" "));
  }
}

export const labOf = oneFor((game: Game) => new Lab(game));
