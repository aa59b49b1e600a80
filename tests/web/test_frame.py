"""The frame of the table in the smallest windows, and for those who listen to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import STAFF, TWO_ARMIES, sit
from web.table import Table

pytestmark = pytest.mark.browser


_LISTEN = """() => {
  window.heard = [];
  const said = document.querySelector('[data-testid=said]');
  new MutationObserver(() => window.heard.push(said.textContent))
    .observe(said, { childList: true, characterData: true, subtree: true });
}"""
_HEARD = "(words) => window.heard.some((said) => said.includes(words))"


def test_a_move_and_its_undo_are_said(table: Callable[..., Table]) -> None:
    """What is said may give way to the next sentence at once: it was heard all the same."""
    mine = sit(table, STAFF)
    mine.at_rest()
    mine.page.evaluate(_LISTEN)
    mine.pick_up("unit-G2Pz")
    mine.do(mine.lit("[data-testid^='to-']")[0])
    mine.page.wait_for_function(_HEARD, arg="2nd Panzer Army")
    mine.page.keyboard.press("u")
    mine.page.wait_for_function(_HEARD, arg="Taken back.")


def test_the_smallest_windows(table: Callable[..., Table]) -> None:
    """Letters four times as large: the page scrolls, the map keeps 15 rem; the first word of a game can be put away."""
    mine = sit(table, TWO_ARMIES, viewport={"width": 320, "height": 256})
    assert mine.page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    assert mine.page.evaluate("() => document.documentElement.scrollWidth") == 320
    board = mine.at("board").bounding_box()
    assert board is not None
    assert board["height"] >= 240
    one = table(tips=True, viewport={"width": 320, "height": 568})
    one.keep("noretreat.language", "de")
    one.play_the_axis()
    one.at("brief").wait_for()
    one.at_rest()
    brief, stage = one.at("brief-ok").bounding_box(), one.page.locator("main.stage").bounding_box()
    assert brief is not None
    assert stage is not None
    assert brief["y"] + brief["height"] <= stage["y"] + stage["height"]
    one.page.request.post(
        f"{one.address}/api/games", data={"scenario": "barbarossa", "axis": "human", "soviet": "open"}
    )
    one.page.goto(one.address)
    one.at("invite").wait_for()
    for width in (390, 360, 320):
        one.page.set_viewport_size({"width": width, "height": 640})
        assert one.page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_every_page_has_a_heading_and_a_main_part(table: Callable[..., Table]) -> None:
    mine = sit(table, TWO_ARMIES, contrast="more")
    page = mine.page
    ink = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)"
    assert page.evaluate(ink, "--ink-2") == page.evaluate(ink, "--ink"), "more contrast is asked for"
    game = page.url
    for address in (game, f"{game}no", mine.address, f"{mine.address}/edit", f"{mine.address}/account"):
        page.goto(address)
        page.locator("h1").first.wait_for(state="attached")  # while a page comes, another main part holds its place
        expect(page.locator("main"), address).to_have_count(1)
        page.locator("nav").first.wait_for(state="attached")
        bare = page.evaluate("[...document.querySelectorAll('aside:not([aria-label], [aria-labelledby])')].length")
        assert bare == 0, address
