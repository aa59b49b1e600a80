"""Servers for the tests: one that they share, and some of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.support import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, shared: every test brings its own browser, and so sees only its own games."""
    running = Server(tmp_path_factory.mktemp("server") / "data")
    yield running
    running.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A running server that the test may stop and kill."""
    running = Server(tmp_path / "data")
    yield running
    running.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[str], Server]]:
    """Starts servers with a twist: a line of Python that runs before them."""
    started: list[Server] = []

    def start(twist: str) -> Server:
        script = f"{twist}\nfrom noretreat.cli.main import main\nraise SystemExit(main())"
        started.append(Server(tmp_path / "data", script))
        return started[-1]

    yield start
    for running in started:
        running.close()
