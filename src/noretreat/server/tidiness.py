"""The garbage collector of a process that serves: it never walks through all games while somebody waits.

Python looks for garbage among all objects that there are, and stands still meanwhile: for half a second with a thousand
games in memory. So what a collection has found in use is set aside, and the next one walks through what came since.
What was set aside and is no longer used is freed as ever, unless its parts refer to each other; these are looked for
when the process has next to nothing to do, or when very much is set aside.

What a start has read and made is set aside unseen: it stays, and whoever waits for the server waits for no walk.

Nor does the event loop keep the threads waiting that read and write the store: each call of SQLite gives the
interpreter away and has to get it back, and a busy loop gives it back only after the interval at which threads take
turns. With the 5 ms of Python a busy process has its single writer wait for most of the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import time
from collections.abc import AsyncIterator, Mapping
from typing import Final

YOUNG: Final = (5_000, 4, 2)
"""Objects made and still in use until the youngest are walked through, and how often that happens until those that
were left each time are, and so on."""
EVERY: Final = 10.0
"""Seconds between two looks at what there is to do."""
IDLE: Final = 0.05
"""The share of a core below which the process has nothing to do."""
LATE: Final = 0.2
"""Seconds by which a look is late where the machine is too busy to say that this process is not."""
MANY: Final = 250_000
"""So many objects more set aside than after the last walk through everything make another one worth while, where nobody
waits; ..."""
TOO_MANY: Final = 5_000_000
"""... and so many, some hundred megabytes, call for it whoever waits."""
TURNS: Final = 0.0005
"""Seconds after which a thread that computes lets another one have its turn."""


def started() -> None:
    """Ends the start of a process, in which nobody looked for garbage: what it has made stays, and is set aside."""
    gc.freeze()
    gc.enable()


class Tidiness:
    """Sets aside what each full collection leaves (`gc.callbacks`)."""

    def __init__(self) -> None:
        self._kept = 0
        self._used = time.process_time(), time.monotonic()

    def __call__(self, moment: str, info: Mapping[str, int]) -> None:
        """Sets aside what a full collection has left."""
        if moment == "stop" and info["generation"] == 2:  # the oldest
            gc.freeze()

    def begin(self) -> None:
        """Sets aside what the start has made."""
        started()
        self._kept = gc.get_freeze_count()

    def walk(self) -> None:
        """Walks through everything, also what was set aside."""
        gc.unfreeze()
        gc.collect()
        self._kept = gc.get_freeze_count()

    def look(self) -> None:
        """Walks through everything if it is time for that."""
        idle, more = self._idle(), gc.get_freeze_count() - self._kept
        if more > (MANY if idle else TOO_MANY):
            self.walk()

    def _idle(self) -> bool:
        """True if the process has done next to nothing since the last look, and that not for want of a processor."""
        before, self._used = self._used, (time.process_time(), time.monotonic())
        passed = self._used[1] - before[1]
        return passed < EVERY + LATE and self._used[0] - before[0] < IDLE * passed


@contextlib.asynccontextmanager
async def tidying(*, wanted: bool) -> AsyncIterator[None]:
    """Keeps this process tidy meanwhile, where that is wanted: in one that does nothing else but serve."""
    if not wanted:
        yield
        return
    tidiness, before, turns = Tidiness(), gc.get_threshold(), sys.getswitchinterval()
    gc.callbacks.append(tidiness)
    gc.set_threshold(*YOUNG)
    sys.setswitchinterval(TURNS)
    tidiness.begin()
    task = asyncio.create_task(_looking(tidiness), name="tidiness")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        gc.callbacks.remove(tidiness)
        gc.set_threshold(*before)
        sys.setswitchinterval(turns)
        gc.unfreeze()


async def _looking(tidiness: Tidiness) -> None:
    while True:
        await asyncio.sleep(EVERY)
        tidiness.look()
