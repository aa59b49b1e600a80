"""Automatic answers that a player has set in advance, whatever the hand holds: the moments of card windows that are
passed, and the standing orders of a seat between two people (`orders/standing.py`).

Between two people the server never passes a window by what is in a hand, because how soon a window is passed would tell
the other side (15.13): each is asked, or passed by such a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from noretreat import game
from noretreat.core.actions import Action
from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.orders import standing
from noretreat.orders.passing import Scope, can_pass, scope_of
from noretreat.orders.standing import OrderSet, StandingOrders
from noretreat.rules.windows import EventWindow, Window
from noretreat.storage.games import SeatRow

ASKED: Final = tuple(window for window in Window if window not in {Window.DRAW, Window.ANY_CARD, Window.PAYMENT})
"""The moments at which a player is asked for an event. Red events are played as they are drawn, the joker is paid with,
and `any_card` stands for two of the others."""


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The windows that a seat passes unasked, by their moments."""

    own: frozenset[Window] = frozenset()
    """In the player's own turn, ..."""
    other: frozenset[Window] = frozenset()
    """... and in that of the other side."""
    phase: Scope | None = None
    """All of this one phase (`pass all`), but those with whose end the phase would end."""


NONE: Final = Passing()


def passing_of(seat: SeatRow) -> Passing:
    """The rule of a seat."""
    return msgspec.json.decode(seat.passes, type=Passing) if seat.passes else NONE


def kept(rule: Passing) -> str:
    """A rule in its stored form; empty for one that passes nothing."""
    return "" if rule == NONE else msgspec.json.encode(rule, order="deterministic").decode()


def passes_unasked(seat: SeatRow, state: State) -> bool:
    """True if a seat's rule passes the open card window; depends on nothing that only one side sees."""
    window = state.question
    if not isinstance(window, EventWindow):
        return False
    rule = passing_of(seat)
    if rule.phase is not None and rule.phase == scope_of(state) and can_pass(state, window.side):
        return True
    own = SIDE_INDEX[Side(seat.side)] == state.phasing
    return window.window in (rule.own if own else rule.other)


def orders_of(seat: SeatRow) -> StandingOrders:
    """The standing orders of a seat."""
    return msgspec.json.decode(seat.orders, type=StandingOrders) if seat.orders else standing.NONE


def orders_kept(orders: StandingOrders) -> str:
    """Standing orders in their stored form."""
    return msgspec.json.encode(orders, order="deterministic").decode()


def set_kept(name: OrderSet) -> str:
    """A set of standing orders in its stored form; empty for being asked everything."""
    return "" if name == "ask" else orders_kept(standing.SETS[name])


def for_another_game(orders: str) -> str:
    """Stored standing orders without what is about single battles and turns of one game."""
    if not orders:
        return ""
    left = msgspec.structs.replace(msgspec.json.decode(orders, type=StandingOrders), battles=(), once=None)
    return orders_kept(left)


def by_orders(seats: Mapping[Side, SeatRow], state: State) -> Action | None:
    """The answer by the standing orders of the side that has to decide; None without a second person."""
    side = game.actor(state)
    if not isinstance(side, Side) or seats[side].kind != "human" or not seats[side].orders or alone(seats):
        return None
    return standing.answer(state, orders_of(seats[side]))


def alone(seats: Mapping[Side, SeatRow]) -> bool:
    """True if no second person plays, now or later: one browser holds both seats, or the computer has the other one."""
    people = [seat for seat in seats.values() if seat.kind != "computer"]
    return len(people) < 2 or people[0].token == people[1].token != ""
