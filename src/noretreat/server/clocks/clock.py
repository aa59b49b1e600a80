"""The pace of a game: since when the side that has to decide is waited for, and its clock, if the players want one.

A clock gives a side either a number of days for each hand-over, or a bank of time from which its waiting is taken and
to which each hand-over adds some, up to a cap. Where the players want it, a clock stands still on the days off of its
player. Nobody loses by the clock alone: the other side may claim the game then, and carries the claim out after a time
of grace, within which a move voids it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec

from noretreat.data.facts import Side
from noretreat.server.clocks.days_off import NEVER, DaysOff

DAY: Final = 24 * 3600
LONGEST: Final = 60 * DAY
"""Seconds: the most time that a clock gives."""
MOST_GRACE: Final = 7 * DAY
"""Seconds: the longest grace between a claim and the end that it leads to."""
LIVE_SHARE: Final = 60
"""In a live game the grace is at most this part of what the clock gives: two minutes of two hours. That is enough to
come back after a broken line, and too little to play for.
"""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control, in seconds. `move`: `each` for every hand-over. `bank`: `start` at first, `each` more for
    every hand-over, never more than `cap` at once.
    """

    kind: Literal["none", "move", "bank"] = "none"
    each: int = 0
    start: int = 0
    cap: int = 0
    rest: bool = False
    """The clock of a player stands still on the player's days off (`days_off.py`)."""
    grace: int = DAY
    """Seconds between a claim against a side that is gone and the time from which it may be carried out; 0: none."""

    @property
    def live(self) -> bool:
        """True for a clock of minutes or hours: the two play at the same time."""
        return self.kind != "none" and max(self.each, self.start, self.cap) < DAY

    @property
    def grace_given(self) -> int:
        """The seconds of grace that a side really has."""
        return min(self.grace, max(self.each, self.start) // LIVE_SHARE) if self.live else self.grace

    @property
    def sound(self) -> bool:
        """Validates the terms of a clock."""
        times = (self.each, self.start, self.cap)
        if min(times) < 0 or max(times) > LONGEST or not 0 <= self.grace <= MOST_GRACE:
            return False
        if self.kind == "move":
            return self.each > 0
        return self.kind == "none" or 0 < self.start <= self.cap

    def heeds_days_off(self, *, two: bool) -> bool:
        """True if days off count: the clock stands still on them, or there is none and `two` people play, of whom
        nobody is replaced on them.
        """
        return self.rest or (self.kind == "none" and two)


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a game's clock, as stored; times are ISO 8601, as `clocks.now` makes them."""

    since: str = ""
    """Start of the current decision; empty while nobody is waited for, because a seat is still free, and in games of
    earlier versions.
    """
    terms: Terms = Terms()
    bank: dict[Side, float] = {}
    """Seconds that each side had left at `since`."""
    paused: str = ""
    """Start of an agreed pause; empty while the clock runs."""
    spent: float = 0.0
    """Seconds that the side has taken before `since`, where a pause lies between and days off count."""


def pace_of(stored: str) -> Pace:
    """A stored pace."""
    return msgspec.json.decode(stored, type=Pace) if stored else Pace()


def kept(pace: Pace) -> str:
    """A pace in its stored form."""
    return msgspec.json.encode(pace).decode()


def begun(terms: Terms) -> str:
    """The pace of a new game, to be stored."""
    return kept(Pace(terms=terms, bank=dict.fromkeys(Side, float(terms.start)) if terms.kind == "bank" else {}))


def seconds(earlier: str, later: str) -> float:
    """The time between two times; never negative, because clocks of computers are set."""
    return max(0.0, (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds())


def used(pace: Pace, side: Side | None, at: str, off: Mapping[Side, DaysOff]) -> float:
    """The seconds that a side has taken until a time, without its days off where they do not count."""
    if not pace.since:
        return pace.spent
    if side is None or not pace.terms.rest:
        return pace.spent + seconds(pace.since, at)
    return pace.spent + off.get(side, NEVER).spent(pace.since, at)


def unseated(stored: str) -> str:
    """The pace while a seat is free, to be stored: nobody is waited for, whoever plays meanwhile."""
    return kept(msgspec.structs.replace(pace_of(stored), since="", paused="", spent=0.0))


def seated(stored: str, at: str) -> str:
    """The pace from the time on at which the second seat was taken, to be stored: the clocks begin to run."""
    return kept(msgspec.structs.replace(pace_of(stored), since=at, paused="", spent=0.0))


def returned(pace: Pace, side: Side, waiting: Side | None, at: str) -> Pace:
    """The pace from the time on at which a player is back in a seat that the computer had: with a fresh clock, so that
    nothing that ran out before counts against the player.
    """
    bank = {**pace.bank, side: max(pace.bank.get(side, 0.0), float(pace.terms.start))} if pace.bank else pace.bank
    pace = msgspec.structs.replace(pace, bank=bank)
    return msgspec.structs.replace(pace, since=at, spent=0.0) if waiting is side else pace


def moved(stored: str, before: Side | None, after: object, at: str, off: Mapping[Side, DaysOff] | None = None) -> str:
    """The pace after an action at a time, to be stored; `off`: the days off of the players. Whoever plays while the
    clock is paused starts it again; when the side to act changes, the clock of the one before is charged, and the other
    begins to be waited for.
    """
    off = off or {}
    pace = resumed(pace_of(stored), at, before, off)
    if after is before and pace.since:
        return kept(pace)
    bank = pace.bank
    if before is not None and pace.terms.kind == "bank" and pace.since:
        left = bank[before] - used(pace, before, at, off)
        bank = {**bank, before: min(left + pace.terms.each, float(pace.terms.cap))}
    return kept(msgspec.structs.replace(pace, since=at, bank=bank, spent=0.0))


def paused(pace: Pace, at: str) -> Pace:
    """The pace with its clock stopped from now on."""
    return pace if pace.paused else msgspec.structs.replace(pace, paused=at)


def resumed(pace: Pace, at: str, waiting: Side | None = None, off: Mapping[Side, DaysOff] | None = None) -> Pace:
    """The pace with a clock that runs: what it stood still is not counted. Days off are no days to be moved: where they
    count, what the side `waiting` has taken is written down.
    """
    if not pace.paused:
        return pace
    if pace.terms.rest and pace.since:
        spent = used(pace, waiting, pace.paused, off or {})
        return msgspec.structs.replace(pace, paused="", since=at, spent=spent)
    still = seconds(pace.paused, at)
    since = datetime.fromisoformat(pace.since).timestamp() + still if pace.since else 0
    begun_anew = datetime.fromtimestamp(since, datetime.fromisoformat(at).tzinfo) if pace.since else None
    return msgspec.structs.replace(
        pace, paused="", since=begun_anew.isoformat(timespec="milliseconds") if begun_anew else ""
    )


def left(
    pace: Pace, side: Side, waiting: Side | None, at: str, off: Mapping[Side, DaysOff] | None = None
) -> float | None:
    """Seconds on the clock of a side, negative when it has run out; None without a clock."""
    if pace.terms.kind == "none":
        return None
    total = pace.bank[side] if pace.terms.kind == "bank" else float(pace.terms.each)
    if side is not waiting or not pace.since:
        return total
    return total - used(pace, side, pace.paused or at, off or {})
