"""Worker processes for computer players: they report their progress, and can be stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as Flag
from typing import Final, NamedTuple

from noretreat.ai.player import Observation, Player
from noretreat.ai.players.levels import LEVELS, make_player
from noretreat.ai.thought import Stage, Thinker, Thought
from noretreat.core.actions import Action
from noretreat.server.http.live import Thinking

log = logging.getLogger("noretreat.server")
SPEAKS_EVERY: Final = 0.2
"""Seconds between two reports of the same stage: the page need not be told of every step."""
PATIENCE: Final = 6.0
"""How many times its budget, in wall-clock seconds, a player may take on a busy machine before it is asked to stop."""
GRACE: Final = 20.0
"""Seconds after which a player that ignores a request to stop is killed with its process."""
SPAWN: Final = multiprocessing.get_context("spawn")
"""Processes are spawned, not forked: a fork of a process with threads can hang."""
_PLAYERS: dict[str, Player] = {}
"""The players of this process by their levels."""


class WorkerFailed(Exception):
    """A player raised an exception, or did not stop when asked to."""


Hears = Callable[[Thinking], None]


class Chosen(NamedTuple):
    """A player's answer."""

    action: Action
    worth: float | None
    """Its valuation of the position, in points of its evaluation; None if it gives none."""


def player_of(level: str) -> Player:
    """The player of a level in this process."""
    if level not in _PLAYERS:
        _PLAYERS[level] = make_player(level, secrets.randbits(63))
    return _PLAYERS[level]


# --- in the worker process ------------------------------------------------------------------------------------------
def _serve(line: Connection, stop: Flag) -> None:
    """The loop of a worker process: answers questions until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=follow, args=(parent,), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            level, observation, weighs = line.recv()
            try:
                line.send(_choose(level, observation, line, stop, weighs=weighs))
            except Exception as error:
                line.send(WorkerFailed(f"{type(error).__name__}: {error}"))


def follow(parent: multiprocessing.process.BaseProcess) -> None:
    """Ends the worker when the server ends, for whatever reason."""
    parent.join()
    os._exit(0)


def _choose(level: str, observation: Observation, line: Connection, stop: Flag, *, weighs: bool) -> Chosen:
    """Asks the player of a level, and reports its progress. `weighs`: it also values the position."""
    said: tuple[Stage | None, float] = (None, 0.0)

    def tell(stage: Stage, share: float) -> None:
        nonlocal said
        now = time.monotonic()
        if stage is not said[0] or now - said[1] >= SPEAKS_EVERY:
            said = (stage, now)
            line.send(Thinking(stage, share))

    player = player_of(level)
    if isinstance(player, Thinker):
        player.thought = Thought(tell, stop.is_set, weighs=weighs)
    action = player.choose(observation)
    return Chosen(action, player.thought.worth if isinstance(player, Thinker) else None)


# --- in the server --------------------------------------------------------------------------------------------------
class Worker:
    """One worker process; it is started when it is first needed, and restarted if it has died."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._stop = SPAWN.Event()
        self._closed = False
        self._changing = threading.Lock()

    def choose(self, level: str, observation: Observation, hears: Hears, weighs: bool = False) -> Chosen:
        """The player's answer. It blocks: call it in a thread. Raises `WorkerFailed`.

        A worker that was killed from outside gets one more try in a new process.
        """
        self._stop.clear()
        try:
            return self._ask(level, observation, hears, weighs)
        except (EOFError, OSError):
            self.end()
            try:
                return self._ask(level, observation, hears, weighs)
            except (EOFError, OSError) as error:
                raise WorkerFailed("the worker process died twice") from error

    def stop(self) -> None:
        """Asks the player to answer with the best so far."""
        self._stop.set()

    def end(self) -> None:
        """Kills the process without waiting for an answer."""
        with self._changing:
            if self._process is not None:
                with contextlib.suppress(OSError):
                    self._process.kill()
            if self._line is not None:
                self._line.close()
            self._process = self._line = None

    def close(self) -> None:
        """Ends the process, and starts no other: the thread that waits for its answer would try again."""
        self._closed = True
        self.end()

    def _ask(self, level: str, observation: Observation, hears: Hears, weighs: bool) -> Chosen:
        line = self._line or self._start()
        line.send((level, observation, weighs))
        asked = time.monotonic()
        limit = PATIENCE * LEVELS[level].budget.seconds
        while True:
            if line.poll(1.0):
                said = line.recv()
                if isinstance(said, WorkerFailed):
                    raise said
                if not isinstance(said, Thinking):
                    return said  # type: ignore[no-any-return]
                hears(said)
            elif time.monotonic() - asked > limit + GRACE:
                self.end()
                raise WorkerFailed(f"no answer after {limit + GRACE:.0f} seconds")
            elif time.monotonic() - asked > limit and not self._stop.is_set():
                log.warning("the computer player %r is asked to stop after %.0f seconds", level, limit)
                self.stop()

    def _start(self) -> Connection:
        with self._changing:
            if self._closed:
                raise WorkerFailed("the server is closing")
            line, theirs = SPAWN.Pipe()
            self._process = SPAWN.Process(target=_serve, args=(theirs, self._stop), daemon=True)
            self._process.start()
            theirs.close()
            self._line = line
            return line


class _Request(NamedTuple):
    """A request that waits for a worker."""

    behind: bool
    worker: asyncio.Future[Worker]


class WorkerPool:
    """A pool of worker processes; requests wait while all of them are busy.

    Games in which nobody plays come after all others, and leave a worker to those where there are several.
    """

    def __init__(self, count: int) -> None:
        self._all = [Worker() for _ in range(count)]
        self._free = list(self._all)
        self._waiting: list[_Request] = []
        self._behind = 0
        """Workers that think for games in which nobody plays."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")

    async def choose(
        self,
        level: str,
        observation: Observation,
        hears: Hears,
        started: Callable[[Worker], None],
        weighs: bool = False,
        *,
        behind: bool = False,
    ) -> Chosen:
        """The answer of a player of that level; `started` gets the worker once it thinks. Raises `WorkerFailed`.
        `weighs`: it also values the position. `behind`: nobody plays in this game, so that others come first.

        If the caller is canceled, the player is asked to stop, and its worker becomes free as soon as it does.
        """
        loop = asyncio.get_running_loop()
        request = _Request(behind, loop.create_future())
        self._waiting.append(request)
        self._hand_out()
        try:
            worker = await request.worker
        except asyncio.CancelledError:
            if request.worker.done() and not request.worker.cancelled():
                self._take_back(request.worker.result(), behind=behind)
            raise

        def hear(thinking: Thinking) -> None:
            loop.call_soon_threadsafe(hears, thinking)

        answer = loop.run_in_executor(self._threads, worker.choose, level, observation, hear, weighs)
        answer.add_done_callback(lambda _: self._take_back(worker, behind=behind))
        started(worker)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            worker.stop()
            raise

    def _take_back(self, worker: Worker, *, behind: bool) -> None:
        self._free.append(worker)
        self._behind -= behind
        self._hand_out()

    def _hand_out(self) -> None:
        """Gives free workers to those who wait: first come, first served, but for games in which nobody plays."""
        self._waiting = [request for request in self._waiting if not request.worker.done()]
        for request in sorted(self._waiting, key=lambda request: request.behind):
            most_behind = max(1, len(self._all) - 1)
            if not self._free or (request.behind and self._behind >= most_behind):
                return
            self._behind += request.behind
            self._waiting.remove(request)
            request.worker.set_result(self._free.pop(0))

    def close(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
