/** The unit or the card that the player has in hand. */

import type { Game } from "../game/game.svelte";

export const unitInHand = ({ position, selection }: Game) =>
  selection.unit ? position.units.get(selection.unit) : undefined;

export const cardInHand = ({ position, selection }: Game) =>
  selection.card === null ? undefined : position.cards.get(selection.card);
