"""Card windows that a player wants passed unasked, by a rule set before: the moments, whatever the hand holds.

Between two people the server never passes a window by what is in a hand, because how soon a window is passed would tell
the other side (15.13): each is asked, or passed by such a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.rules.windows import EventWindow, Window
from noretreat.storage.database import SeatRow


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The windows that a seat passes unasked, by their moments."""

    own: frozenset[Window] = frozenset()
    """In the player's own turn, ..."""
    other: frozenset[Window] = frozenset()
    """... and in that of the other side."""


NONE: Final = Passing()


def passing_of(seat: SeatRow) -> Passing:
    """The rule of a seat."""
    return msgspec.json.decode(seat.passes, type=Passing) if seat.passes else NONE


def kept(rule: Passing) -> str:
    """A rule as the store keeps it; empty for one that passes nothing."""
    return "" if rule == NONE else msgspec.json.encode(rule, order="deterministic").decode()


def passes_unasked(seat: SeatRow, state: State) -> bool:
    """Whether the rule of a seat passes the window that is open for it; depends on nothing that only one side sees."""
    window = state.question
    if not isinstance(window, EventWindow):
        return False
    rule = passing_of(seat)
    own = SIDE_INDEX[Side(seat.side)] == state.phasing
    return window.window in (rule.own if own else rule.other)


def alone(seats: Mapping[Side, SeatRow]) -> bool:
    """Whether no second person plays, now or later: one browser holds both seats, or the computer has the other one."""
    people = [seat for seat in seats.values() if seat.kind != "computer"]
    return len(people) < 2 or people[0].token == people[1].token != ""
