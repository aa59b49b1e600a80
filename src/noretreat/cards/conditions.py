"""Conditions that several events share: each returns None, or the reason why the event cannot be played.

A condition takes `(state, side, mode)` and looks only at what both sides know.
"""

from __future__ import annotations

from typing import Final

from noretreat.core.board import BOARD
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Weather
from noretreat.rules import calendar, windows
from noretreat.rules.payment import CardSpent


def attacks(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The side is the attacker of this battle round."""
    battle = state.battle
    return None if battle and battle.attacker == side else because("when-attacking")


def defends(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The side is the defender of this battle round."""
    battle = state.battle
    return None if battle and battle.attacker != side else because("when-attacked")


def no_city(state: State, side: SideIndex, mode: str) -> Reason | None:
    """No target hex of this battle is a city."""
    cities = BOARD.cities & ~state.scorched
    in_city = state.battle is not None and any(cities >> node & 1 for node in state.battle.targets)
    return because("no-city") if in_city else None


def city_attacked(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Some target hex of this battle is a city, and not a scorched one."""
    return None if no_city(state, side, mode) else because("city-only")


def enemy_event(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The other side has just announced an event that is not cancelled yet."""
    played = windows.pending_card(state)
    return None if played and played.side != side and not played.cancelled else because("no-enemy-event")


def enemy_card(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The other side has just announced an event that is not red, or discarded a card (5.3.5)."""
    found = windows.pending(state)
    if not isinstance(found, windows.PlayCard | CardSpent) or found.side == side or found.cancelled:
        return because("no-enemy-card")
    return because("red-stays") if windows.half_of(found.card, found.side).mandatory else None


def matters(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Cancelling it would change something, which is not so for a discard that is no payment."""
    found = windows.pending(state)
    idle = isinstance(found, CardSpent) and found.purpose == "discard"
    return because("pays-for-nothing") if idle else None


def in_clear_weather(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The weather is Clear."""
    return None if calendar.weather(state) == Weather.CLEAR else because("clear-only")


def since(turn: int, year: int = 0) -> windows.Requirement:
    """The event is possible from this turn on (the first of `year`, if one is named)."""
    why = reason("from-year", year=year) if year else reason("from-turn", turn=turn)
    return lambda state, side, mode: None if state.turn >= turn else why


def rolled_by_enemy(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The current die was rolled for an attack of the other side."""
    battle = state.battle
    return None if battle and battle.attacker != side else because("enemy-roll")


FROM_1943: Final = 11
"""'Starting in 1943' on a card: from turn 11 (C-108)."""
FROM_1944: Final = 17
"""'Starting in 1944' on a card: from turn 17 (C-108)."""
