"""The course of a campaign beside the real one: Axis hexes over the turns, the high tide, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

from noretreat.ai.referee.match import axis_hexes
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.state import State

HISTORY: Final = {5: (18, 21), 9: (21, 26), 22: (0, 14)}
"""Axis hexes at the end of a turn: the range that a believable war keeps within."""
HIGH_TIDE: Final = (7, 11)
"""The turns in which the real Axis had most."""


@dataclass(slots=True)
class Curve:
    """The course of one game from above."""

    hexes: dict[int, int] = field(default_factory=dict)
    """Axis city and oil hexes at the end of each turn that was played to its end."""

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Takes note of one action."""
        if after.turn != before.turn:
            self.hexes[before.turn] = axis_hexes(before)

    @property
    def high_tide(self) -> int | None:
        """The first turn at whose end the Axis had most; None if no turn was played to its end."""
        return max(self.hexes, key=lambda turn: (self.hexes[turn], -turn)) if self.hexes else None


@dataclass(frozen=True, slots=True)
class Envelope:
    """The course of many games together."""

    games: int
    at: dict[int, tuple[int, float, float]]
    """For each turn of `HISTORY`: games that ended it, mean Axis hexes, share of games within the range."""
    tides: dict[str, float]
    """Middle turn of the high tide, and the share of games that have it in `HIGH_TIDE`."""
    mean: dict[int, float]
    """Mean Axis hexes at the end of each turn, over the games that ended it."""
    left: dict[int, float]
    """The share of games that ended each turn."""


def envelope(curves: Sequence[Curve]) -> Envelope:
    """Return the course of these games together; raises `ValueError` if there are none."""
    if not curves:
        raise ValueError("there are no games")
    turns = sorted({turn for curve in curves for turn in curve.hexes})
    held = {turn: [curve.hexes[turn] for curve in curves if turn in curve.hexes] for turn in turns}
    at = {}
    for turn, (low, high) in HISTORY.items():
        if values := held.get(turn):
            at[turn] = (len(values), fmean(values), sum(low <= value <= high for value in values) / len(values))
    tides = [tide for curve in curves if (tide := curve.high_tide) is not None]
    low, high = HIGH_TIDE
    return Envelope(
        len(curves),
        at,
        {"median": median(tides), "share": sum(low <= tide <= high for tide in tides) / len(tides)} if tides else {},
        {turn: fmean(values) for turn, values in held.items()},
        {turn: len(values) / len(curves) for turn, values in held.items()},
    )
