"""A running server for the browser tests, and tables to play at: pages that were opened in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from server.support import Server
from web.dice import Dice
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

SHOTS = Path(__file__).parent / "shots"
"""Where the tests leave pictures of what they saw: not part of the repository."""
SLOWEST = 40_000
"""Milliseconds after which a page is taken to be stuck; a machine that has much else to do needs many for a step."""
expect.set_options(timeout=SLOWEST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may be late once: its test gets a second try, which the report names."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Dice:
    """The dice of the shared server."""
    return Dice(tmp_path_factory.mktemp("dice"))


@pytest.fixture(autouse=True)
def _thrown_anew(dice: Dice, request: pytest.FixtureRequest) -> None:
    """Every test throws dice of its own, whatever was played before it."""
    dice.begin(request.node.nodeid)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, dice: Dice) -> Iterator[Server]:
    """A running server that the tests share; every context brings its own cookies. It offers mails, but sends none."""
    nowhere = {"MAIL": "smtp://127.0.0.1:9", "MAIL_FROM": "games@example.org", "URL": "https://games.example.org"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in nowhere.items():
            patch.setenv(f"NORETREAT_{name}", value)
        running = Server(tmp_path_factory.mktemp("web") / "data", dice.script)
    yield running
    running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Opens separate browsers: no cookie and no setting is shared between two of them.

    Without a service worker, which in each new browser fetches the whole client: whoever needs it asks for it.
    """
    opened: list[BrowserContext] = []

    def open_one(*, tips: bool = False, **options: Any) -> BrowserContext:
        wishes = {
            "viewport": {"width": 1440, "height": 900},
            "reduced_motion": "reduce",
            "color_scheme": "light",
            "service_workers": "block",
        }
        made = browser.new_context(**{**wishes, **options})
        made.set_default_timeout(SLOWEST)
        if not tips:  # they lie over the map, and come in every new game
            made.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
        opened.append(made)
        return made

    yield open_one
    for made in opened:
        made.close()


@pytest.fixture
def table(
    server: Server, context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Table]]:
    """Opens a page on the shared server; afterwards no page may have had an error in its scripts.

    A test that fails leaves pictures of its pages.
    """
    tables: list[Table] = []
    failed = request.session.testsfailed

    def sit_down(*, checklist: bool = False, **options: Any) -> Table:
        SHOTS.mkdir(exist_ok=True)
        tables.append(Table(context(**options).new_page(), server.address, SHOTS, checklist=checklist))
        return tables[-1]

    yield sit_down
    if request.session.testsfailed > failed:
        name = re.sub(r"\W+", "-", request.node.name)
        for number, one in enumerate(tables):
            one.shot(f"last-{name}-{number}", wanted=True)
    for one in tables:
        assert one.errors == []
