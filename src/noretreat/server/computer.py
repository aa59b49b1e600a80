"""Where the computer players think: in worker processes, so that the server itself never stalls."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from noretreat.ai.player import Observation, Player, observe
from noretreat.ai.players.levels import LEVELS, make_player
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side

log = logging.getLogger("noretreat.server")

_players: dict[str, Player] = {}


def _start_worker() -> None:
    """Ignores Ctrl-C, which is for the server, and ends the worker with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)


def _choose(level: str, observation: Observation) -> Action:
    """Runs in the worker: asks its player of that level."""
    if level not in _players:
        _players[level] = make_player(level, secrets.randbits(63))
    return _players[level].choose(observation)


class Computer:
    """The computer players of all games."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._rng: random.Random = secrets.SystemRandom()

    async def choose(self, state: State, side: Side, level: str) -> Action:
        """The action of a player of `level`; if the player fails, a random legal action for this decision."""
        observation = observe(state, side)
        if len(observation.actions) == 1:
            return observation.actions[0]
        try:
            action = await self._ask(level, observation)
        except Exception:
            log.exception("the computer player %r failed; a random legal action is played instead", level)
            return self._rng.choice(observation.actions)
        if action not in observation.actions:
            log.error("the computer player %r chose %r, which is not legal", level, action)
            return self._rng.choice(observation.actions)
        return action

    async def _ask(self, level: str, observation: Observation) -> Action:
        if LEVELS[level].quick:
            await asyncio.sleep(0)  # let other requests in between quick decisions
            return _choose(level, observation)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor(), _choose, level, observation)
        except BrokenProcessPool:
            # A worker was killed from outside. A new one gets one more try.
            self._pool = None
            return await loop.run_in_executor(self._executor(), _choose, level, observation)

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork of a process with threads can hang.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_start_worker)
        return self._pool

    def close(self) -> None:
        """Ends the workers without waiting for them to finish."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                with contextlib.suppress(OSError):
                    process.terminate()
            self._pool = None
