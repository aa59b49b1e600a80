"""What cards are worth in the hand, and when an event is plainly good."""

from __future__ import annotations

from typing import Final

from noretreat.rules.board import BOARD
from noretreat.rules.state import State
from noretreat.rules.windows import REGISTRY

KEEP: Final = 2
"""Cards beyond these are lost in the next Card Phase: they are nearly free to spend (CRD-1)."""
SPARE: Final = 0.06
KEPT: Final = 0.3
"""The price of a card that could be kept."""

PRIORS: dict[tuple[int, int], float] = {}
"""(side, card) -> how good the event is, where somebody has judged it; others count as middling."""


def card_worth(state: State, side: int, card: int) -> float:
    """How gladly this card would be kept: its event, if it can still happen."""
    if (side, card) not in REGISTRY:
        return 0.1
    half = BOARD.cards[card].soviet if side else BOARD.cards[card].axis
    if half.initiative is not None and (half.initiative.value == "axis") != (state.initiative == 0):
        return 0.05 if state.initiative == 1 else 0.12
    return PRIORS.get((side, card), 0.3)


def cheapest(state: State, side: int, cards: list[int]) -> int:
    """The card to part with."""
    return min(cards, key=lambda card: (card_worth(state, side, card), card))


def price_of(state: State, side: int, count: int) -> float:
    """What paying so many cards now means: cards beyond the two that can be kept cost little."""
    hand = state.hands[side].bit_count()
    spare = max(0, hand - KEEP)
    return SPARE * min(count, spare) + KEPT * max(0, count - spare)
