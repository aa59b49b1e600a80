"""The events of the last battle of a game."""

from __future__ import annotations

from noretreat.core.events import BattleBegan, Event
from noretreat.server.game.match import Match


def last_battle(match: Match) -> tuple[Event, ...]:
    """The events since the last battle began; none if there was no battle."""
    found: list[Event] = []
    for number in range(len(match.log) - 1, -1, -1):
        found[:0] = match.log[number].events
        if any(isinstance(event, BattleBegan) for event in match.log[number].events):
            return tuple(found)
    return ()
