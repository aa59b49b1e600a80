"""Hints of three strengths, and the rest of the moves left to the computer: seen, played and taken back in the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.table import Table

pytestmark = pytest.mark.browser

MOVING = "turn 7\nphase movement axis\nunit G1Pz 1511\nunit G4 1609\nunit S_W 1611\nunit S_SW 1813\nhand axis 1"


def test_a_hint_says_where_then_which_then_why(table: Callable[..., Table]) -> None:
    one = table()
    before = one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    first = one.at("hint").locator("p").inner_text()
    one.at("hint-more").click()
    assert one.at("hint").locator("p").inner_text() != first
    assert one.at("hint-why").count() == 0
    one.at("hint-more").click()
    assert one.at("hint-why").locator("li").count() > 0
    one.shot("hint")
    one.at("hint-play").click()
    assert one.settled(before.ply).ply > before.ply
    one.at("hint").wait_for(state="detached")


def test_the_moves_left_to_the_computer_can_be_taken_back(table: Callable[..., Table]) -> None:
    one = table()
    before = one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    one.at("hand-over").click()
    one.page.wait_for_function(
        "() => !document.querySelector('[data-testid=handed-over]') && !document.querySelector('[data-testid=hint]')"
    )
    after = one.settled()
    assert after.ply > before.ply, "units were moved"
    assert after.phase == "movement", "and the phase is left to its player"
    one.at("restart").click()
    one.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) === ply", arg=before.ply
    )
