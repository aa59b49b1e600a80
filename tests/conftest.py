"""What several tests share: a browser for those that drive the real page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from noretreat.rules import windows
from tools import setup

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A test browser stays by itself: no look-ups, no first-run pages; the sandbox needs rights that containers lack.
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium: required on Debian, where one command installs it; elsewhere its lack skips the test."""
    path = setup.find_browser()
    if path is None:
        (pytest.fail if setup.on_debian() else pytest.skip)(setup.browser_help())
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless browser for the whole run; open a new context for each test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=BROWSER_FLAGS)
        yield running
        running.close()


@pytest.fixture
def no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards without events: no window opens, and red cards are drawn like all others."""
    monkeypatch.setattr(windows, "REGISTRY", {})
    monkeypatch.setattr(windows, "_BY_WINDOW", {})
    monkeypatch.setattr(windows, "_MANDATORY", [0, 0])
