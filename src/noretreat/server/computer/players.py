"""The computer players of all games: they think in worker processes, so that the server itself never stalls."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable

from noretreat.ai.player import observe
from noretreat.ai.players.levels import LEVELS
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.computer.worker_pool import Worker, WorkerFailed, WorkerPool, player_of
from noretreat.server.http.live import Thinking

log = logging.getLogger("noretreat.server")


class Decision:
    """A decision that a computer player is making: reports its progress, and can be hurried."""

    def __init__(self, hears: Callable[[Thinking], None] = lambda thinking: None, *, weighs: bool = False) -> None:
        self.hears, self.weighs = hears, weighs
        self.worth: float | None = None
        """The computer's valuation of the position after its decision, if it was asked for one."""
        self._worker: Worker | None = None
        self._hurried = False

    def started(self, worker: Worker) -> None:
        """Notes that a worker has started on it."""
        self._worker = worker
        if self._hurried:
            worker.stop()

    def hurry(self) -> None:
        """Asks the player to answer at once, with the best that it has found."""
        self._hurried = True
        if self._worker is not None:
            self._worker.stop()


class Computer:
    """Asks the computer players."""

    def __init__(self, workers: int = 1) -> None:
        self._count = workers
        self._workers: WorkerPool | None = None
        self._rng: random.Random = secrets.SystemRandom()

    async def choose(self, state: State, side: Side, level: str, decision: Decision | None = None) -> Action:
        """The action of a player of `level`; if the player fails, a random legal action for this decision."""
        observation = observe(state, side)
        if len(observation.actions) == 1:
            return observation.actions[0]
        if LEVELS[level].quick:
            await asyncio.sleep(0)  # let other requests in between quick decisions
            return player_of(level).choose(observation)
        decision = decision or Decision()
        if self._workers is None:
            self._workers = WorkerPool(self._count)
        try:
            action, worth = await self._workers.choose(
                level, observation, decision.hears, decision.started, decision.weighs
            )
        except WorkerFailed:
            log.exception("the computer player %r failed; a random legal action is played instead", level)
            return self._rng.choice(observation.actions)
        if action not in observation.actions:
            log.error("the computer player %r chose %r, which is not legal", level, action)
            return self._rng.choice(observation.actions)
        decision.worth = worth
        return action

    def close(self) -> None:
        """Ends the workers without waiting for them to finish."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None
