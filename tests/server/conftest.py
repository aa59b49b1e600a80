"""Servers for the tests: one that they share, and some of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import Postgres
from server.accounts import Place, site_on
from server.mailbox import Mailbox
from server.support import SHARED, Server, with_parts

from noretreat.data.facts import Side
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.storage.database import url_of


@pytest.fixture(autouse=True)
def both_browsers_are_there(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test asks the games themselves, without browsers: both do their part for the dice as soon as both players
    sit at the table. `seeds_by_hand` is for tests that see to it.
    """
    if "seeds_by_hand" in request.fixturenames:
        return
    current = OpenGames._current

    async def with_seeds(tables: OpenGames, game_id: str) -> Match:
        match = await current(tables, game_id)
        people = [side for side, seat in match.seats.items() if seat.token]
        if match.chance is not None and match.awaits_seeds and len(people) == len(Side):
            await tables.put_chance(match, with_parts(match.chance))
        return match

    monkeypatch.setattr(OpenGames, "_current", with_seeds)


@pytest.fixture
def seeds_by_hand() -> None:
    """The test itself adds what browsers add to the dice."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, shared: every test brings its own browser, and so sees only its own games."""
    running = Server(tmp_path_factory.mktemp("server") / "data")
    SHARED.append(running)
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


def _place(folder: Path, url: str, mailbox: Mailbox) -> Iterator[tuple[Server, str]]:
    running = site_on(folder / "data", url, mailbox)
    SHARED.append(running)
    yield running, url
    running.close()


@pytest.fixture(scope="session")
def place_on_sqlite(site_mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A running site with accounts, and the address of its store."""
    yield from _place(tmp_path_factory.mktemp("site"), url_of(tmp_path_factory.mktemp("store")), site_mailbox)


@pytest.fixture(scope="session")
def place_on_postgresql(
    postgres: Postgres, site_mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, str]]:
    """The same on the other database."""
    url = postgres.new()
    yield from _place(tmp_path_factory.mktemp("site"), url, site_mailbox)
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, site_mailbox: Mailbox) -> Place:
    """A site with accounts, on either database. The two run until the end: every test brings visitors of its own."""
    server, url = request.getfixturevalue(f"place_on_{request.param}")
    return Place(server, url, site_mailbox)
