"""Choosing the card to part with."""

from __future__ import annotations

from typing import Final

from bench.yardstick.hard.evaluation.card_values import card_worth
from noretreat.core.actions import Action, Discard, Done, PayCard, PlayEvent
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.rules.card_phase import ExchangeCards
from noretreat.rules.joker import JOKER
from noretreat.rules.payment import PayCards
from noretreat.rules.windows import payment_event

_JOKER: Final = 0.15
"""The worth of the Joker as payment: whoever pays with it gives it to the enemy."""
_BONUS: Final = 0.4
"""The worth of an event that happens when its card pays."""
_DEAD: Final = 0.08
"""A card of no more worth than this is set aside for a new one."""


def part_with(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The discard or payment of the card that will be missed least."""
    offers = {action.card: action for action in actions if isinstance(action, Discard | PayCard)}
    return offers[min(offers, key=lambda card: (_missed(state, side, card), card))]


def _missed(state: State, side: SideIndex, card: CardNumber) -> float:
    """The cost of parting with a card for the present purpose."""
    if card == JOKER:
        return _JOKER
    frame = state.question
    if isinstance(frame, PayCards) and payment_event(state, side, card, frame.purpose) is not None:
        return -_BONUS
    return card_worth(state, side, card)


def exchange(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Sets aside the worthless cards if there is more than one: the Joker goes to the enemy for it."""
    frame = state.question
    dead = [a for a in actions if isinstance(a, Discard) and card_worth(state, side, a.card) <= _DEAD]
    begun = isinstance(frame, ExchangeCards) and frame.count
    return dead[0] if dead and (begun or len(dead) > 1) else Done()


def first_red_event(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The red event to happen first: all of them must, and the order matters little."""
    return next((action for action in actions if isinstance(action, PlayEvent)), actions[0])
