"""The pulse of a process: how late its event loop is, how long garbage collections stop it, how busy its connections
to the database are. It is felt twice a second, for the figures of `monitoring`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Final, Protocol

EVERY: Final = 0.5
"""Seconds between two beats."""


class Felt(Protocol):
    """What takes the figures down."""

    def late(self, seconds: float) -> None:
        """By how much a beat came late."""

    def collected(self, generation: int, seconds: float) -> None:
        """A garbage collection."""

    def connections(self, found: Mapping[str, int]) -> None:
        """Connections to the database and what waits for one, by state."""


class Collections:
    """The garbage collections since they were last asked for.

    They are only noted as they happen: one may interrupt anything, also whoever is taking figures down.
    """

    def __init__(self) -> None:
        self._found: deque[tuple[int, float]] = deque(maxlen=10_000)
        self._begun = 0.0

    def __call__(self, moment: str, info: Mapping[str, int]) -> None:
        """Notes the beginning or the end of one (`gc.callbacks`)."""
        if moment == "start":
            self._begun = time.perf_counter()
        else:
            self._found.append((info["generation"], time.perf_counter() - self._begun))

    def taken(self) -> Iterator[tuple[int, float]]:
        """Generation and duration of each, which are forgotten."""
        while self._found:
            yield self._found.popleft()


async def beat(felt: Felt, connections: Callable[[], Mapping[str, int]]) -> None:
    """Feels the pulse of this process until it is canceled."""
    collections, loop = Collections(), asyncio.get_running_loop()
    gc.callbacks.append(collections)
    try:
        while True:
            felt.connections(connections())
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            felt.late(max(0.0, loop.time() - due))
            for generation, seconds in collections.taken():
                felt.collected(generation, seconds)
    finally:
        gc.callbacks.remove(collections)


@contextlib.asynccontextmanager
async def feeling(felt: Felt | None, connections: Callable[[], Mapping[str, int]]) -> AsyncIterator[None]:
    """Feels the pulse of this process meanwhile; not without somebody who takes it down."""
    task = asyncio.create_task(beat(felt, connections), name="pulse") if felt else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
