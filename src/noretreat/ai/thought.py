"""What a player and the one who seats it tell each other while it thinks: how much it may, how far it is, when to stop.

A player that wants to know has an attribute `thought`, into which its seat puts a `Thought` before each decision; one
that does not simply answers.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, runtime_checkable

from noretreat.core.state import State


class Budget(NamedTuple):
    """How much a level may think in a player turn."""

    evaluations: int
    """Arrangements or positions that it looks at: the same on every machine."""
    seconds: float
    """Process time, in its longest player turn."""


class Stage(StrEnum):
    """What a player is at. The values go to the page, which has words for each."""

    LOOKING = "looking"
    CARDS = "cards"
    ORGANIZATION = "organization"
    MOVES = "moves"
    ANSWER = "answer"
    """The enemy's answer to the moves is weighed."""
    BATTLES = "battles"


_OF_PHASE: Final = {
    "cards": Stage.CARDS,
    "organization": Stage.ORGANIZATION,
    "movement": Stage.MOVES,
    "combat": Stage.BATTLES,
}


def stage_of(state: State) -> Stage:
    """What a player that says no more than that is at: it thinks about what the phase is for."""
    return _OF_PHASE.get(state.phase, Stage.LOOKING)


Teller = Callable[[Stage, float], None]
"""Hears what the player is at, and which share of it is done, from 0 to 1."""


class Thought:
    """One decision in the making."""

    def __init__(
        self,
        tell: Teller = lambda stage, share: None,
        asked_to_stop: Callable[[], bool] = lambda: False,
        *,
        weighs: bool = False,
    ) -> None:
        self._tell, self._asked_to_stop = tell, asked_to_stop
        self.weighs = weighs
        """Does the seat want to know what the position is worth?"""
        self.worth: float | None = None
        """What the position is worth to the player's side, in points of its own evaluation, as it saw it before it
        decided; None where it does not say. It tells of the hidden hand: it is not for the enemy while a game runs.
        """

    def at(self, stage: Stage, share: float = 0.0) -> None:
        """The player says what it is at; call it as often as you like."""
        self._tell(stage, min(1.0, max(0.0, share)))

    @property
    def stopped(self) -> bool:
        """Is the player asked to answer at once, with the best that it has found?"""
        return self._asked_to_stop()


UNWATCHED: Final = Thought()
"""A thought that nobody hears of and nobody stops."""


@runtime_checkable
class Thinker(Protocol):
    """A player that says how far it is, and can be stopped."""

    thought: Thought
