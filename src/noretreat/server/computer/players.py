"""The computer players of all games: they think in worker processes, so that the server itself never stalls."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable

from noretreat.ai.player import IllegalAnswer, Observation, observe, require_legal
from noretreat.ai.players.levels import LEVELS
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.computer.worker_pool import Chosen, Worker, WorkerFailed, WorkerPool, player_of
from noretreat.server.http.live import Thinking

log = logging.getLogger("noretreat.server")


class Decision:
    """A decision that a computer player is making: reports its progress, and can be hurried."""

    def __init__(
        self,
        hears: Callable[[Thinking], None] = lambda thinking: None,
        *,
        weighs: bool = False,
        behind: bool = False,
    ) -> None:
        """`behind`: nobody plays in the game, so that other games come first."""
        self.hears, self.weighs, self.behind = hears, weighs, behind
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
        """The action of a player of `level`.

        A bug in a player must not end a person's game: where the player raises, hangs, or answers with an illegal
        action (`IllegalAnswer`), the error is logged, and a random legal action is played for this one decision. The
        arena is not so forgiving: there the player loses the game.
        """
        observation = observe(state, side)
        if len(observation.actions) == 1:
            return observation.actions[0]
        try:
            action, worth = await self._ask(level, observation, decision or Decision())
            require_legal(level, state.question.CODE if state.question else "", action, observation.actions)
        except (WorkerFailed, IllegalAnswer):
            log.exception("the computer player %r failed; a random legal action is played instead", level)
            return self._rng.choice(observation.actions)
        if decision is not None:
            decision.worth = worth
        return action

    async def _ask(self, level: str, observation: Observation, decision: Decision) -> Chosen:
        """The answer of the player itself, here or in a worker."""
        if LEVELS[level].quick:
            await asyncio.sleep(0)  # let other requests in between quick decisions
            return Chosen(player_of(level).choose(observation), None)
        if self._workers is None:
            self._workers = WorkerPool(self._count)
        return await self._workers.choose(
            level, observation, decision.hears, decision.started, decision.weighs, behind=decision.behind
        )

    def close(self) -> None:
        """Ends the workers without waiting for them to finish."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None
