"""Which card to part with."""

from __future__ import annotations

from bench.yardstick.old.cards import card_worth
from noretreat.core.actions import Action, Discard, PayCard
from noretreat.core.state import State


def part_with(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The discard or payment of the card that will be missed least."""
    offers = {action.card: action for action in actions if isinstance(action, Discard | PayCard)}
    return offers[min(offers, key=lambda card: (card_worth(state, side, card), card))]
