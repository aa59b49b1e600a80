"""Tasks on a Ray cluster: the machines that `RAY_ADDRESS` names, or some processes of this one.

Only this module imports Ray (the extra `noretreat[ray]`). All machines need the same version of this package; the
user's own players travel with the working folder of the command, scenarios and rule sets with each task.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import ray

from noretreat.data.load import add_text, added_texts

_here: Final[set[str]] = set()
"""The scenarios and rule sets that this worker has been given."""


class Cluster:
    """The machines of a Ray cluster."""

    def __init__(self, processes: int) -> None:
        """Joins the cluster of `RAY_ADDRESS`, or starts one with this many processes on this machine."""
        self._own = not ray.is_initialized()
        if self._own:
            address = os.environ.get("RAY_ADDRESS")
            here = str(Path.cwd())
            settings: dict[str, Any] = {"runtime_env": {"working_dir": here}} if address else {"num_cpus": processes}
            ray.init(address=address, include_dashboard=False, log_to_driver=False, **settings)
        self.hands = int(ray.cluster_resources().get("CPU", 1))
        self._texts = added_texts()
        self._remote: Any = ray.remote(num_cpus=1)(with_texts)

    def start(self, function: Callable[..., Any], task: tuple[object, ...]) -> Any:
        """Takes a task on; if its machine is lost, it is done again on another."""
        return self._remote.remote(self._texts, function, task)

    def first_done(self, begun: list[Any]) -> tuple[list[Any], list[Any]]:
        """Waits until at least one task is done."""
        done, others = ray.wait(begun, num_returns=1)
        return done, others

    def result(self, done: object) -> Any:
        """Return a task's result."""
        return ray.get(done)

    def leave(self, begun: list[Any]) -> None:
        """Stops these tasks, and leaves the cluster if it was joined here."""
        for task in begun:
            ray.cancel(task, force=True)
        if self._own:
            ray.shutdown()


def with_texts(texts: tuple[str, ...], function: Callable[..., Any], task: tuple[object, ...]) -> Any:
    """Carries a task out where the files of its user may not be: adds those that this process lacks."""
    for text in texts:
        if text not in _here:
            add_text(text, "a file of the command")
            _here.add(text)
    return function(*task)
