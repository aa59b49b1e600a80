"""Work in several processes, here or on many machines: one interface to run tasks, whatever carries them out."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any, Protocol, TypeVar

from noretreat.data.load import add_text, added_texts

T = TypeVar("T")
Tasks = Iterable[tuple[Any, ...]]


class Crew(Protocol):
    """A crew that carries tasks out. The return value of `start` stands for the task until it is done."""

    hands: int
    """The number of tasks done at a time."""

    def start(self, function: Callable[..., Any], task: tuple[object, ...]) -> Any:
        """Starts a task."""

    def first_done(self, begun: list[Any]) -> tuple[list[Any], list[Any]]:
        """Waits until at least one task is done; returns those that are, and the others."""

    def result(self, done: Any) -> Any:
        """Return a task's result, or raise what it raised."""

    def leave(self, begun: list[Any]) -> None:
        """Gives these tasks up, and leaves."""


def as_finished(
    function: Callable[..., T],
    tasks: Tasks,
    processes: int,
    go_on: Callable[[], bool] = lambda: True,
    *,
    ray: bool = False,
) -> Iterator[T]:
    """Yields what `function` returns for each task, as they finish: in this process, in several, or with `ray` on all
    machines of a Ray cluster (one of so many processes is started here if none is running).

    Begins no new task once `go_on` says no. When it is interrupted, the tasks that have begun are lost.
    """
    if processes == 1 and not ray:
        for task in tasks:
            if not go_on():
                return
            yield function(*task)
        return
    crew: Crew = _cluster(processes) if ray else Processes(processes)
    begun: list[Any] = []
    left = iter(tasks)
    try:
        while True:
            if go_on():
                begun += [crew.start(function, task) for task in islice(left, 2 * crew.hands - len(begun))]
            if not begun:
                return
            done, begun = crew.first_done(begun)
            for each in done:
                yield crew.result(each)
    finally:
        crew.leave(begun)


class Processes:
    """A crew of processes on this machine."""

    def __init__(self, number: int) -> None:
        self.hands = number
        self._pool = ProcessPoolExecutor(
            number, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(added_texts(),)
        )

    def start(self, function: Callable[..., T], task: tuple[object, ...]) -> Future[T]:
        """Starts a task."""
        with _undisturbed():  # a process that begins takes this on, until it can answer (`_begin`)
            return self._pool.submit(function, *task)

    def first_done(self, begun: list[Future[T]]) -> tuple[list[Future[T]], list[Future[T]]]:
        """Waits until at least one task is done."""
        done, others = wait(begun, return_when=FIRST_COMPLETED)
        return list(done), list(others)

    def result(self, done: Future[T]) -> T:
        """Return a task's result."""
        return done.result()

    def leave(self, begun: list[Future[T]]) -> None:
        """Leaves, waiting only for the tasks in progress at this moment."""
        self._pool.shutdown(cancel_futures=True)


def _begin(texts: tuple[str, ...] = ()) -> None:
    """Sets a worker up: it knows its user's scenarios and rule sets. An interrupt ends it at once, its task lost."""

    def stop(number: int, frame: FrameType | None) -> None:
        os._exit(130)

    signal.signal(signal.SIGINT, stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for text in texts:
        add_text(text, "a file of the command")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Puts an interruption off, where the system can: it comes once this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cluster(processes: int) -> Crew:
    """The crew of a Ray cluster; raises `ValueError` where Ray is not installed."""
    try:
        from noretreat.ai.referee.cluster import Cluster
    except ModuleNotFoundError as error:
        raise ValueError("Ray is not installed: pip install '.[ray]' in a checkout") from error
    return Cluster(processes)
