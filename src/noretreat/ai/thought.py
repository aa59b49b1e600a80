"""What a player and the one who seats it tell each other while it thinks: how much it may, how far it is, when to stop.

A player that wants to know has an attribute `thought`, into which its seat puts a `Thought` before each decision; one
that does not simply answers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, runtime_checkable

from noretreat.core.state import State

log = logging.getLogger("noretreat.ai")
_BRAKES: ContextVar[list[str] | None] = ContextVar("brakes", default=None)
"""Where the emergency stops of this decision are collected, if anybody asks."""


class Brake:
    """An emergency stop by processor time.

    Thinking is bounded by what is counted (arrangements scored, positions passed through), so that the same seed plays
    the same game on every machine. The brake is only for what counting did not foresee, and never acts silently: it
    logs a warning, and the arena counts it (`braking`).
    """

    def __init__(self, seconds: float, what: str) -> None:
        """`what`: the thinking that it stops, in words."""
        self._seconds, self._what = seconds, what
        self._until = time.process_time() + seconds
        self._pulled = False

    @property
    def pulled(self) -> bool:
        """Is the time up?"""
        if not self._pulled and time.process_time() > self._until:
            self._pulled = True
            log.warning("%s stopped after %g s: the same seed may play another game now", self._what, self._seconds)
            brakes = _BRAKES.get()
            if brakes is not None:
                brakes.append(self._what)
        return self._pulled


@contextmanager
def braking() -> Iterator[list[str]]:
    """Collects the emergency stops while it lasts, each by what was stopped."""
    brakes: list[str] = []
    token = _BRAKES.set(brakes)
    try:
        yield brakes
    finally:
        _BRAKES.reset(token)


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
