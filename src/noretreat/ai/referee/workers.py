"""Work in several processes: one way to run tasks, whoever carries them out."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


def as_finished(
    function: Callable[..., T],
    tasks: Iterable[tuple[Any, ...]],
    processes: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Iterator[T]:
    """Yields what `function` returns for each task, as they finish in this process or in several.

    Begins no new task once `go_on` says no. When it is interrupted, the tasks that have begun are lost.
    """
    if processes == 1:
        for task in tasks:
            if not go_on():
                return
            yield function(*task)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin) as pool:
        waiting: set[Future[T]] = set()
        left = iter(tasks)
        try:
            while True:
                if go_on():
                    waiting |= {pool.submit(function, *task) for task in islice(left, 2 * processes - len(waiting))}
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()


def _begin() -> None:
    """A worker ends at once when the user interrupts; what it was at is lost anyway."""

    def stop(number: int, frame: FrameType | None) -> None:
        os._exit(130)

    signal.signal(signal.SIGINT, stop)
