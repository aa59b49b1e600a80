"""Answers that are the same for everybody, kept for a moment: however many ask at once, the store is asked once."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

KEPT: Final = 1.0
"""Seconds for which an answer is kept."""
MOST: Final = 200
"""Answers that are kept."""


class Briefly(Generic[T]):
    """The answers of one kind, by what was asked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Hashable, tuple[float, asyncio.Task[T]]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The answer to a question: one of a moment ago, or a new one. A failure is not kept."""
        at = self._clock()
        kept = self._kept.get(key)
        if kept is None or at - kept[0] >= KEPT or _failed(kept[1]):
            kept = self._kept[key] = (at, asyncio.ensure_future(_made(make)))
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        # Whoever stops waiting takes the answer from nobody else.
        return await asyncio.shield(kept[1])


async def _made(make: Callable[[], Awaitable[T]]) -> T:
    return await make()


def _failed(task: asyncio.Task[T]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
