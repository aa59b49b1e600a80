"""Work in several processes, here or on many machines: one way to run tasks, whoever carries them out."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Protocol, TypeVar

from noretreat.data.load import add_ruleset, added

T = TypeVar("T")
Tasks = Iterable[tuple[Any, ...]]


class Crew(Protocol):
    """Who carries tasks out. What `start` returns stands for the task until it is done."""

    hands: int
    """How many tasks are done at a time."""

    def start(self, function: Callable[..., Any], task: tuple[Any, ...]) -> Any:
        """Takes a task on."""

    def first_done(self, begun: list[Any]) -> tuple[list[Any], list[Any]]:
        """Waits until at least one task is done: those that are, and the others."""

    def result(self, done: Any) -> Any:
        """What a task returned; raises what it raised."""

    def leave(self, begun: list[Any]) -> None:
        """Gives these tasks up, and goes."""


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
    """Processes on this machine."""

    def __init__(self, number: int) -> None:
        self.hands = number
        self._pool = ProcessPoolExecutor(
            number, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(added(),)
        )

    def start(self, function: Callable[..., T], task: tuple[Any, ...]) -> Future[T]:
        """Takes a task on."""
        with _undisturbed():  # a process that begins takes this on, until it can answer (`_begin`)
            return self._pool.submit(function, *task)

    def first_done(self, begun: list[Future[T]]) -> tuple[list[Future[T]], list[Future[T]]]:
        """Waits until at least one task is done."""
        done, others = wait(begun, return_when=FIRST_COMPLETED)
        return list(done), list(others)

    def result(self, done: Future[T]) -> T:
        """What a task returned."""
        return done.result()

    def leave(self, begun: list[Future[T]]) -> None:
        """Waits only for what is being done at this moment."""
        self._pool.shutdown(cancel_futures=True)


def _begin(rulesets: tuple[Path, ...] = ()) -> None:
    """A worker knows the rule set files of its user, and ends at once when he interrupts; what it was at is lost."""

    def stop(number: int, frame: FrameType | None) -> None:
        os._exit(130)

    signal.signal(signal.SIGINT, stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for path in rulesets:
        add_ruleset(path)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Puts an interruption off, where the system can: it comes when this is over."""
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
        raise ValueError("Ray is not installed: pip install 'noretreat[ray]'") from error
    return Cluster(processes)
