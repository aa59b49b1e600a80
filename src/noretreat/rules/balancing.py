"""Balancing (chapter 15; BAL-1): the sides of a game of two, settled by bids (15.11)."""

from __future__ import annotations

from noretreat.core import bidding, events
from noretreat.core.actions import SettleSides
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State


def why_not(state: State, action: SettleSides) -> Reason | None:
    """Return the reason the sides cannot be settled like this (15.11), or None if they can."""
    if not state.unsettled:
        return because("sides-late")
    options = state.setup.options
    if action.host not in bidding.host_sides(action.bids) or options != bidding.balanced(options, action.bids):
        return because("bids-differ")
    return None


def settle(state: State, action: SettleSides) -> None:
    """Settles the sides by the bids (15.11). The handicap is one of the options that the game was set up with."""
    state.unsettled = False
    state.emit(events.SidesSettled(action.host, action.bids))
    given, steps = bidding.handicap(action.bids)
    if steps:
        state.emit(events.HandicapGiven(given, steps))
