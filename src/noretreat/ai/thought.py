"""The talk between a player and its seat during a thought: how much it may think, how far it is, when to stop.

A player that takes part in it has an attribute `thought`, in which its seat puts a `Thought` before each decision; any
other player simply answers.
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
from noretreat.data.facts import Phase

log = logging.getLogger("noretreat.ai")
_BRAKES: ContextVar[list[str] | None] = ContextVar("brakes", default=None)
"""The list in which the emergency stops of this decision are collected, if anybody asks."""


class Brake:
    """An emergency stop by processor time.

    Thinking is bounded by what is counted (arrangements scored), so that the same seed plays
    the same game on every machine. The brake is only for cases that counting did not foresee, and is never silent: it
    logs a warning, and the arena counts it (`braking`).
    """

    def __init__(self, seconds: float, what: str) -> None:
        """`what`: the thinking that it stops, in words."""
        self._seconds, self._what = seconds, what
        self._until = time.process_time() + seconds
        self._pulled = False

    @property
    def pulled(self) -> bool:
        """True if the time is up."""
        if not self._pulled and time.process_time() > self._until:
            self._pulled = True
            log.warning("%s stopped after %g s: the same seed may play another game now", self._what, self._seconds)
            brakes = _BRAKES.get()
            if brakes is not None:
                brakes.append(self._what)
        return self._pulled


@contextmanager
def braking() -> Iterator[list[str]]:
    """Collects the emergency stops for its duration, each by what was stopped."""
    brakes: list[str] = []
    token = _BRAKES.set(brakes)
    try:
        yield brakes
    finally:
        _BRAKES.reset(token)


class Budget(NamedTuple):
    """The most that a level may think in a player turn."""

    evaluations: int
    """The number of arrangements that it looks at: the same on every machine."""
    seconds: float
    """The process time of its longest player turn."""


class Stage(StrEnum):
    """A stage of a player's thinking. The values go to the page, which has words for each."""

    LOOKING = "looking"
    CARDS = "cards"
    ORGANIZATION = "organization"
    MOVES = "moves"
    ANSWER = "answer"
    """Weighing the enemy's answer to the moves."""
    BATTLES = "battles"


_OF_PHASE: Final = {
    Phase.CARDS: Stage.CARDS,
    Phase.ORGANIZATION: Stage.ORGANIZATION,
    Phase.MOVEMENT: Stage.MOVES,
    Phase.COMBAT: Stage.BATTLES,
}


def stage_of(state: State) -> Stage:
    """The stage of a player that says nothing more precise: it follows from the phase."""
    return _OF_PHASE.get(state.phase, Stage.LOOKING)


Teller = Callable[[Stage, float], None]
"""A function that is told the stage, and the share of it that is done, from 0 to 1."""


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
        """True if the seat wants to know what the position is worth."""
        self.worth: float | None = None
        """The worth of the position to the player's side, in points of its own evaluation, as it saw it before it
        decided; None if it does not say. It reveals the hidden hand, so the enemy must not see it while a game runs.
        """

    def at(self, stage: Stage, share: float = 0.0) -> None:
        """Called by the player, as often as it likes, to report its stage."""
        self._tell(stage, min(1.0, max(0.0, share)))

    @property
    def stopped(self) -> bool:
        """True if the player is asked to answer at once, with the best that it has found."""
        return self._asked_to_stop()


UNWATCHED: Final = Thought()
"""A thought that nobody watches and nobody stops."""


@runtime_checkable
class Thinker(Protocol):
    """A player that reports its progress, and can be stopped."""

    thought: Thought
