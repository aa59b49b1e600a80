"""What cards are worth in the hand, and what it costs to pay with them."""

from __future__ import annotations

from typing import Final

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.rules.windows import REGISTRY

KEEP: Final = 2
"""Cards beyond these are lost in the next Card Phase: so they cost almost nothing to spend (CRD-1)."""
SPARE: Final = 0.06
KEPT: Final = 0.3
"""What it costs to spend a card that could be kept."""

_AXIS: Final = {
    1: 0.6, 4: 0.35, 6: 0.5, 14: 0.4, 16: 0.4, 17: 0.4, 18: 0.6, 21: 0.4, 22: 0.7, 26: 0.4, 29: 0.6, 33: 0.4, 37: 0.5,
    45: 0.5,
}  # fmt: skip
_SOVIET: Final = {
    5: 0.5, 10: 0.4, 14: 0.5, 15: 0.6, 17: 0.4, 22: 0.5, 23: 0.6, 27: 0.5, 28: 0.5, 29: 0.5, 34: 0.5, 37: 0.5, 43: 0.4,
    47: 0.4,
}  # fmt: skip
PRIORS: Final = (_AXIS, _SOVIET)
"""For each side, how good an event is; those not listed are `MIDDLING`."""
MIDDLING: Final = 0.3


def card_worth(state: State, side: SideIndex, card: CardNumber) -> float:
    """What keeping this card is worth: its event, if it can still happen."""
    if (side, card) not in REGISTRY:
        return 0.1
    half = BOARD.cards[card].soviet if side else BOARD.cards[card].axis
    if half.initiative is not None and (half.initiative.value == "axis") != (state.initiative == 0):
        return 0.05 if state.initiative == 1 else 0.12
    return PRIORS[side].get(card, MIDDLING)


def price_of(state: State, side: SideIndex, count: int) -> float:
    """What it costs to pay `count` cards now: those beyond the two that can be kept cost little."""
    hand = state.hands[side].bit_count()
    spare = max(0, hand - KEEP)
    return SPARE * min(count, spare) + KEPT * max(0, count - spare)
