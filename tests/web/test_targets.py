"""Targets at the screen: declared by a click, and taken back one by one (10.1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = pytest.mark.browser
POSITION = f"rules deluxe\n{TWO_TARGETS}unit G3Pz 1513\nunit S_SW 1613\n"


@pytest.mark.parametrize("window", [{}, {"viewport": {"width": 390, "height": 844}}], ids=["desktop", "phone"])
def test_a_target_is_taken_back_alone(table: Callable[..., Table], window: dict[str, object]) -> None:
    """In the list, or by a second click on the map; the other targets stay."""
    mine = table(**window)
    mine.set_up(POSITION, "declare")
    for hex_ in ("1611", "1612"):
        mine.do(f"at-{hex_}")
    verb = "Tap" if window else "Click"
    expect(mine.at("progress")).to_have_text(f"Target markers placed: 2 of 5. {verb} a target again to take it back.")
    before = mine.see().ply
    mine.click("hex-1612")
    expect(mine.at("tray")).to_have_attribute("data-ply", str(before - 1))
    expect(mine.at("progress")).to_contain_text("Target markers placed: 1 of 5.")
    mine.do("at-1612")
    mine.click("tab-phase")
    for hex_ in ("1611", "1612"):
        expect(mine.at(f"take-back-{hex_}").first).to_have_text("Take back")
    mine.shot(f"targets-{'phone' if window else 'desktop'}")
    mine.at("take-back-1611").first.click()
    expect(mine.at("take-back-1611")).to_have_count(0)
    if not window:  # on a phone the sheet gives way to the map
        expect(mine.at("take-back-1612").first).to_be_visible()
    expect(mine.at("progress")).to_contain_text("Target markers placed: 1 of 5.")
    game = mine.page.url.removeprefix(mine.address).replace("/g/", "/api/games/")
    assert mine.page.request.get(f"{mine.address}{game}").json()["view"]["targets"] == ["1612"]
