"""The pace of a game: since when the side that has to decide is waited for."""

from __future__ import annotations

import msgspec

from noretreat.data.facts import Side


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game stands in time, as the store keeps it; times are ISO 8601, as `wishes.now` makes them."""

    since: str = ""
    """When the side that has to decide began to; empty in games of earlier versions."""


def pace_of(stored: str) -> Pace:
    """The pace that the store keeps."""
    return msgspec.json.decode(stored, type=Pace) if stored else Pace()


def moved(stored: str, before: Side | None, after: object, at: str) -> str:
    """The pace after an action at a time, to be stored: who waits begins to when the side to act changes."""
    pace = pace_of(stored)
    if after is not before or not pace.since:
        pace = msgspec.structs.replace(pace, since=at)
    return msgspec.json.encode(pace).decode()
