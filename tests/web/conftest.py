"""A running server for the browser tests, and tables to play at: pages that were opened in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from server.model_host import ModelHost
from server.support import Server
from web.dice import Dice
from web.pages import Pages
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SHOTS = Path(__file__).parent / "shots"
"""Where the tests leave pictures of what they saw: not part of the repository."""
FAILED = pytest.StashKey[bool]()
"""Whether the test has just failed, on its first try or its second."""
SLOWEST = 40_000
"""Milliseconds after which a page is taken to be stuck; a machine that has much else to do needs many for a step."""
expect.set_options(timeout=SLOWEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes on a test whether it failed, for what is left to do after it."""
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.outcome != "passed" and call.excinfo is not None
    return report


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
def model_host() -> Iterator[ModelHost]:
    """The server of a language model."""
    running = ModelHost()
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, dice: Dice, model_host: ModelHost) -> Iterator[Server]:
    """A running server that the tests share; every context brings its own cookies. It offers mails, but sends none, and
    a language model.
    """
    nowhere = {"MAIL": "smtp://127.0.0.1:9", "MAIL_FROM": "games@example.org", "URL": "https://games.example.org"}
    nowhere |= {"ASK_URL": model_host.url, "ASK_MODEL": "qx-7b"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in nowhere.items():
            patch.setenv(f"NORETREAT_{name}", value)
        running = Server(tmp_path_factory.mktemp("web") / "data", dice.script)
    yield running
    running.close()


def _context(browser: Browser, *, tips: bool = False, **options: Any) -> BrowserContext:
    """A browser of its own: no cookie and no setting is shared with another.

    Without a service worker, which in each new browser fetches the whole client: whoever needs it asks for it.
    """
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
    return made


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Opens separate browsers, which are closed after the test."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        opened.append(_context(browser, **options))
        return opened[-1]

    yield open_one
    for made in opened:
        made.close()


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Iterator[Pages]:
    """The pages that the tests of a worker give to each other, washed."""
    SHOTS.mkdir(exist_ok=True)

    def sit_down(page: Page, address: str, *, checklist: bool) -> Table:
        return Table(page, address, SHOTS, checklist=checklist)

    shared = Pages(partial(_context, browser), sit_down)
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def desk(pages: Pages) -> Iterator[dict[str, Table]]:
    """Holds the pages that the tests of a module share, by their options, if it shares them."""
    shared: dict[str, Table] = {}
    yield shared
    for one in shared.values():
        pages.give_back(one, failed=False)


@pytest.fixture
def table(
    server: Server,
    context: Callable[..., BrowserContext],
    pages: Pages,
    desk: dict[str, Table],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Table]]:
    """Opens a page on the shared server; afterwards no page may have had an error in its scripts.

    It is one of `Pages`, as good as new; whoever wants a new one asks for its `own`. In a module marked `shared_page`
    the first page of a test is one that it shares with all tests that wish for the same options. It is turned from game
    to game, which takes a quarter of the work of loading the client. There a test that depends on what the browser
    keeps, or leaves something in it, asks for its `own`, too.
    A test that fails leaves pictures of its pages.
    """
    tables: list[Table] = []
    borrowed: list[Table] = []

    def sit_down(*, checklist: bool = False, own: bool = False, **options: Any) -> Table:
        if own:
            tables.append(Table(context(**options).new_page(), server.address, SHOTS, checklist=checklist))
        elif tables or not request.node.get_closest_marker("shared_page"):
            tables.append(pages.take(server.address, checklist=checklist, **options))
            borrowed.append(tables[-1])
        else:
            key = repr((checklist, sorted(options.items())))
            if key not in desk:
                desk[key] = pages.take(server.address, checklist=checklist, **options)
                desk[key].shared = True
            tables.append(desk[key])
        return tables[-1]

    yield sit_down
    if failed := request.node.stash.get(FAILED, False):
        name = re.sub(r"\W+", "-", request.node.name)
        for number, one in enumerate(tables):
            one.shot(f"last-{name}-{number}", wanted=True)
    errors = [list(one.errors) for one in tables]
    borrowed += [desk.pop(key) for key, one in list(desk.items()) if one in tables and (failed or one.errors)]
    for one in borrowed:
        pages.give_back(one, failed=failed)
    assert not any(errors), errors
