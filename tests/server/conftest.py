"""Servers for the tests: one that they share, and some of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.accounts import Place, site_on
from server.mailbox import Mailbox
from server.support import Server

from noretreat.storage.database import url_of


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


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    """A mail server that takes everything."""
    box = Mailbox()
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture(scope="session")
def site_mailbox() -> Iterator[Mailbox]:
    """The mail server of the site that tests share."""
    box = Mailbox()
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def site_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The store of the site that tests share, on either database."""
    if request.param == "sqlite":
        yield url_of(tmp_path_factory.mktemp("store"))
        return
    server = request.getfixturevalue("postgres")
    url = server.new()
    yield url
    server.drop(url)


@pytest.fixture(scope="session")
def site_with_accounts(
    site_store: str, site_mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running site with accounts, shared: every test brings visitors whom no other test knows."""
    running = site_on(tmp_path_factory.mktemp("site") / "data", site_store, site_mailbox)
    yield running
    running.close()


@pytest.fixture
def place(site_with_accounts: Server, site_store: str, site_mailbox: Mailbox) -> Place:
    """A site with accounts, for one test."""
    return Place(site_with_accounts, site_store, site_mailbox)
