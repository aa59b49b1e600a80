"""The frame holds still: the map, the tray, the panel and the buttons stay where they are while an answer is due."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = pytest.mark.browser

_VIEW = "() => document.querySelector('[data-testid=board] .sheet').style.transform"


def test_the_map_stays_and_arrows_lead_to_what_is_asked(table: Callable[..., Table]) -> None:
    """An arrow at the edge names what lies out of view; by a key it leads there, and the focus with it.

    A new question does not move the map, nor, if that is wished, does what is played back.
    """
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    one.at_rest()
    assert one.page.locator("[data-testid^=beyond-]").count() == 0
    for _ in range(8):
        one.page.keyboard.press("ArrowLeft")
    arrow = one.page.locator("[data-testid^=beyond-]")
    expect(arrow).to_have_count(1)
    expect(arrow).to_have_accessible_name("Show on the map: South Front and West Front")
    arrow.focus()
    one.page.keyboard.press("Enter")
    expect(arrow).to_have_count(0)
    one.at_rest()
    assert one.on_screen("at-1611")
    assert one.page.evaluate("document.activeElement.closest('#map') !== null")

    one.page.evaluate("document.activeElement.blur()")
    for _ in range(12):
        one.page.keyboard.press("ArrowLeft")
    one.at_rest()
    before = one.page.evaluate(_VIEW)
    one.do("primary")
    one.at_rest()
    assert one.page.evaluate(_VIEW) == before, "the next question moves nothing"
    one.at("menu").click()
    one.at("settings-open").click()
    one.at("set-holds-map").check()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("r")
    one.at("replay").wait_for()
    one.page.keyboard.press("Home")
    one.at("replay-speed").select_option(index=3)
    one.at("replay-play").click()
    expect(one.at("replay-play")).to_have_attribute("title", "Play (Space)")
    one.at_rest()
    assert one.page.evaluate(_VIEW) == before, "nor does what is played back"
