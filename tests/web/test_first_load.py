"""What a first visit may weigh: bytes over the line, not times."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from server.support import Server

from noretreat.server.http.static_files import Pages

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

HOME, WITH_TABLE = 150_000, 440_000
"""Bytes that the first page may take, and with a first table; the drawn map is counted as the build has packed it."""
DRAWN = 74_500
"""The tests' server sends bare ground in the place of the map; a test below holds the map to this."""
SHIFT = 0.05
_SHIFT = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


_COMES = """
  window.came = [];
  const parts = { tray: "[data-testid=tray]", counters: ".counter", hand: ".hand", panel: ".side [role=tabpanel]" };
  new MutationObserver(() => {
    const there = Object.keys(parts).filter((one) => document.querySelector(parts[one]));
    if (there.length && there.join() !== window.came.at(-1)) window.came.push(there.join());
  }).observe(document, { childList: true, subtree: true });
"""
"""Notes after each stretch of work of the page which parts of the table have come."""


def test_a_first_visit_is_light(server: Server, context: Callable[..., BrowserContext]) -> None:
    page = context(locale="en").new_page()
    page.add_init_script(_SHIFT)
    page.add_init_script(_COMES)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def asked(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"].removeprefix(server.address)

    def came(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    def weight() -> float:
        """The bytes of all but the lobby, whose weight is that of the games which other tests have left there."""
        return sum(size for one, size in sizes.items() if names[one] != "/api/lobby")

    wire.on("Network.requestWillBeSent", asked)
    wire.on("Network.loadingFinished", came)
    page.goto(server.address)
    page.get_by_test_id("begin").wait_for()
    page.wait_for_load_state("networkidle")
    brought = sorted(names[one] for one in sizes)
    assert weight() <= HOME, brought
    assert len(sizes) <= 20, brought
    assert page.evaluate("window.shift") <= SHIFT
    assert not [name for name in brought if "cyrillic" in name or "latin-ext" in name or "map-" in name], brought
    page.get_by_test_id("first-play").click()
    page.get_by_test_id("tray").wait_for()
    page.locator(".counter").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.came") == ["tray", "tray,counters", "tray,counters,hand", "tray,counters,hand,panel"]
    brought = sorted(names[one] for one in sizes)
    assert weight() + DRAWN <= WITH_TABLE, brought
    assert not [name for name in brought if "Sheet" in name], "sheets come when they are opened"


def test_the_map_is_as_light_as_is_counted_on() -> None:
    for theme in ("light", "dark"):
        drawn, title = (Pages().asset(f"art/{name}-{theme}.svg") for name in ("map", "title"))
        assert drawn is not None
        assert title is not None
        assert len(drawn.packed["br"]) <= DRAWN
        assert len(title.packed["br"]) <= 20_000
