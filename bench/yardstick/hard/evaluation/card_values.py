"""The worth of cards in hand, and the cost of paying with them.

A card is worth its event, as long as its moment can still come before the owner has to discard again (CRD-1); each
hand also keeps its two best cards beyond that, and every card is currency while something can still be bought.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from noretreat.core.board import cards_in
from noretreat.core.state import State
from noretreat.core.types import CardMask, CardNumber, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules.windows import REGISTRY, Window, half_of

Worths = tuple[float, float, float, float]
"""The worth of an event at its moment, in points: in 1941, 1942, from 1943 on, and in 1945."""
BANDS: Final = (6, 12, 22)
"""The last turns of the first three of these times."""


def _same(worth: float) -> Worths:
    return (worth, worth, worth, worth)


_AXIS: Final[dict[int, Worths]] = {
    1: _same(0.6), 2: _same(0.4), 3: (0.7, 0.6, 0.6, 0.0), 4: (0.2, 0.3, 0.4, 0.4), 5: _same(0.3), 6: _same(0.5),
    7: (0.4, 0.5, 0.5, 0.4), 8: (0.1, 0.2, 0.4, 0.4), 10: _same(0.25), 12: (0.1, 0.35, 0.35, 0.0),
    13: (0.6, 0.7, 0.4, 0.0), 14: _same(0.4), 15: (0.3, 0.4, 0.4, 0.3), 16: _same(0.45), 17: (0.35, 0.35, 0.25, 0.2),
    18: (0.6, 0.5, 0.4, 0.3), 19: (0.0, 0.2, 0.4, 0.4), 21: _same(0.5), 22: (0.3, 0.35, 0.4, 0.4),
    23: (0.5, 0.5, 0.3, 0.2), 24: (0.3, 0.35, 0.4, 0.4), 25: (0.1, 0.3, 0.5, 0.5), 26: (0.4, 0.45, 0.5, 0.5),
    27: (0.35, 0.35, 0.2, 0.2), 28: _same(0.4), 29: (0.4, 0.5, 0.6, 0.6), 30: (0.1, 0.3, 0.5, 0.5),
    31: (0.5, 0.5, 0.5, 0.5), 32: (0.3, 0.3, 0.4, 0.4), 33: (0.3, 0.35, 0.2, 0.1), 34: (0.1, 0.3, 0.6, 0.6),
    35: (0.1, 0.3, 0.8, 0.8), 36: (0.3, 0.35, 0.2, 0.1), 37: (0.6, 0.6, 0.3, 0.2), 38: (0.35, 0.4, 0.45, 0.45),
    39: (0.25, 0.3, 0.35, 0.35), 40: (0.1, 0.3, 0.6, 0.6), 41: (0.1, 0.2, 0.35, 0.4), 42: _same(0.3),
    43: (0.25, 0.3, 0.35, 0.3), 44: _same(0.35), 45: _same(0.4), 48: _same(0.4), 49: _same(0.5), 52: _same(0.45),
    53: _same(0.4),
}  # fmt: skip
_SOVIET: Final[dict[int, Worths]] = {
    1: (0.6, 0.6, 0.4, 0.3), 2: (0.6, 0.6, 0.4, 0.3), 3: (0.3, 0.35, 0.2, 0.1), 4: (0.2, 0.2, 0.1, 0.0),
    5: (0.35, 0.4, 0.45, 0.4), 6: (0.45, 0.45, 0.4, 0.35), 7: (0.4, 0.35, 0.1, 0.0), 8: (0.3, 0.4, 0.4, 0.4),
    9: (0.4, 0.5, 0.3, 0.2), 10: (0.45, 0.45, 0.3, 0.2), 11: (0.3, 0.35, 0.35, 0.3), 14: (0.5, 0.5, 0.35, 0.3),
    15: (0.6, 0.6, 0.5, 0.4), 16: (0.4, 0.4, 0.3, 0.3), 17: (0.3, 0.4, 0.5, 0.5), 18: _same(0.4),
    19: (0.4, 0.45, 0.6, 0.5), 20: (0.5, 0.7, 0.9, 0.8), 21: (0.2, 0.3, 0.45, 0.45), 22: (0.4, 0.5, 0.55, 0.5),
    23: (0.1, 0.3, 0.65, 0.65), 24: (0.3, 0.5, 0.6, 0.6), 25: _same(0.25), 26: (0.2, 0.3, 0.45, 0.45),
    27: (0.2, 0.4, 0.6, 0.6), 28: (0.3, 0.4, 0.6, 0.6), 29: (0.2, 0.4, 0.6, 0.6), 30: (0.45, 0.45, 0.35, 0.3),
    31: (0.3, 0.4, 0.45, 0.4), 32: (0.1, 0.2, 0.3, 0.3), 33: _same(0.35), 34: _same(0.45), 35: _same(0.35),
    36: _same(0.5), 37: (0.5, 0.5, 0.35, 0.3), 38: (0.3, 0.5, 0.75, 0.75), 39: (0.1, 0.3, 0.5, 0.5),
    41: (0.3, 0.3, 0.2, 0.2), 42: (0.35, 0.35, 0.3, 0.3), 43: _same(0.45), 44: (0.3, 0.4, 0.7, 0.5), 46: _same(0.5),
    47: _same(0.5), 50: _same(0.5), 51: _same(0.4), 54: _same(0.5),
}  # fmt: skip
EVENT_WORTHS: Final = tuple({CardNumber(number): worths for number, worths in own.items()} for own in (_AXIS, _SOVIET))
"""For each side the worth of its events; those not listed happen when they are drawn, or are none."""

MATCH: Final = 0.45
"""The chance that the right moment for an event comes while its phase is still ahead."""
LATER: Final = 0.32
"""The corresponding chance for a card that is kept for the next turn."""
UNKNOWN: Final = 0.24
"""The worth of an unseen card, the enemy's or one to be drawn, if it does not have to be discarded."""
_SURPLUS_UNKNOWN: Final = 0.17

_MONEY: Final = ((0.2, 0.2, 0.18, 0.16, 0.12), (0.28, 0.26, 0.24, 0.2, 0.16))
"""The worth of the purchases a side can make, card by card, with its own Organization Phase to come, first to last."""
_SMALL_CHANGE: Final = (0.07, 0.06, 0.04)
"""The worth of the purchases left once that phase is over: Counterblows."""
_NEXT_MONEY: Final = 0.15
"""The purchasing power next turn of a card that is kept."""

_CHOICE: Final = 0.06
"""The worth of a card's being able to wait rather than be used or spent before the next discard."""

_PLACE: Final = {phase: place for place, phase in enumerate(Phase)}
"""The place of each phase in a player turn."""
_MOMENTS: Final[dict[Window, Phase]] = {
    Window.VICTORY: Phase.VICTORY,
    Window.CARD: Phase.CARDS,
    Window.CARD_OPPONENT: Phase.CARDS,
    Window.ANY_CARD: Phase.CARDS,
    Window.SUPPLY_END: Phase.SUPPLY,
    Window.ORGANIZATION_START: Phase.ORGANIZATION,
    Window.ORGANIZATION: Phase.ORGANIZATION,
    Window.PAYMENT: Phase.ORGANIZATION,
    Window.MOVE: Phase.MOVEMENT,
    Window.MOVE_END: Phase.MOVEMENT,
    Window.COUNTERBLOW: Phase.COUNTERBLOWS,
    Window.COMMIT: Phase.COMBAT,
    Window.ROLL: Phase.COMBAT,
    Window.ROLLED: Phase.COMBAT,
    Window.RESULT: Phase.COMBAT,
    Window.AFTER_EX: Phase.COMBAT,
    Window.COMBAT_END: Phase.COMBAT,
    Window.REMOVAL: Phase.REMOVAL,
}
"""The phase of each moment that belongs to one."""


def event_worth(state: State, side: SideIndex, card: CardNumber) -> float:
    """The worth of the side's event on this card at its moment; 0 for none, or one that its symbol forbids (CRD-7)."""
    if (side, card) not in REGISTRY:
        return 0.0
    initiative = half_of(card, side).initiative
    if initiative is not None and (initiative.value == "axis") != (state.initiative == 0):
        return 0.0
    band = sum(state.turn > last for last in BANDS)
    return EVENT_WORTHS[side].get(card, _same(0.0))[band]


@lru_cache(maxsize=512)
def _still_to_come(side: SideIndex, card: CardNumber, phasing: SideIndex, phase: Phase) -> bool:
    """True if a moment of this event can still come before the owner's next Card Phase."""
    event = REGISTRY[side, card]
    now = (side != phasing, _PLACE[phase])
    turns = (side, 1 - side) if event.whose_turn is None else (event.whose_turn,)
    for window in event.windows:
        for turn in turns:
            if (window is Window.CARD and turn != side) or (window is Window.CARD_OPPONENT and turn == side):
                continue
            last = _MOMENTS.get(window, Phase.DETRAINING)
            if (side != turn, _PLACE[last]) >= now:
                return True
    return False


def uses(state: State, side: SideIndex, card: CardNumber) -> tuple[float, float]:
    """The likely gain from this card's event before the next discard, and if it is kept for the turn after."""
    worth = event_worth(state, side, card)
    soon = MATCH * worth if worth and _still_to_come(side, card, state.phasing, state.phase) else 0.0
    return soon, LATER * worth


def card_worth(state: State, side: SideIndex, card: CardNumber) -> float:
    """The worth of this card's event, its purchasing power aside."""
    return max(uses(state, side, card))


def hand_worth(state: State, side: SideIndex, hand: CardMask) -> float:
    """The worth of these cards in the hand of `side`: the best are kept, the others used or spent."""
    cards = sorted((uses(state, side, card) for card in cards_in(hand)), key=lambda use: max(use), reverse=True)
    keep = state.rules.hand_keep
    money = _money(state, side)
    total, spare = 0.0, 0
    for place, (soon, later) in enumerate(cards):
        change = money[spare] if spare < len(money) else 0.02
        worth = max(soon, change)
        if place < keep:
            worth = max(worth, later, _NEXT_MONEY) + _CHOICE
        spare += soon < change
        total += worth
    return total


def count_worth(state: State, side: SideIndex, cards: int) -> float:
    """The worth of a hand of which only the size is known."""
    keep = state.rules.hand_keep
    return UNKNOWN * min(cards, keep) + _SURPLUS_UNKNOWN * max(0, cards - keep)


def _money(state: State, side: SideIndex) -> tuple[float, ...]:
    """The worth of the purchases still possible with the cards that are not kept, first to last."""
    own = state.phasing == side
    if own and state.phase in (Phase.VICTORY, Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION):
        return _MONEY[side]
    return _SMALL_CHANGE


def cheapest(state: State, side: SideIndex, hand: CardMask) -> CardNumber:
    """The card among these, at least one, that will be missed least."""
    return min(cards_in(hand), key=lambda card: (card_worth(state, side, card), card))


def after_paying(state: State, side: SideIndex, hand: CardMask, count: int) -> CardMask:
    """The hand without its `count` least valuable cards."""
    for _ in range(min(count, hand.bit_count())):
        hand &= ~(1 << cheapest(state, side, hand))
    return hand


def price_of(state: State, side: SideIndex, count: int) -> float:
    """The cost of paying `count` cards now, on top of the bill that is due at the end of the phase (ORG-15)."""
    owed = state.bill if side == state.phasing else 0
    hand = after_paying(state, side, state.hands[side], owed)
    return hand_worth(state, side, hand) - hand_worth(state, side, after_paying(state, side, hand, count))
