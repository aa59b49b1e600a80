"""Nothing is lost by a click: what ends a phase, breaks a duty or costs a unit says so on its way, and asks once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.table import Table
from web.test_advice import advised
from web.test_orders import MOVING, order
from web.tongues import LANGUAGES, foreign, speak

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BY_HAND_AND_FINGER = pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])


def sit(table: Callable[..., Table], position: str, **options: Any) -> Table:
    """A table that asks before it goes on, with both sides here."""
    mine = table(checklist=True, **options)
    made = mine.page.request.post(
        f"{mine.address}/api/games", data={"position": position, "axis": "human", "soviet": "human"}
    )
    mine.open(made.json()["id"])
    return mine


def in_every_language(mine: Table, name: str) -> None:
    """A text of the screen has no English in it where the page speaks another language; ends in English."""
    for language in LANGUAGES:
        speak(mine.page, language)
        said = " ".join(mine.page.get_by_test_id(name).all_inner_texts())
        assert said
        assert not foreign(said, language), (language, said)
    speak(mine.page, "en")


# --- typed orders and hints ---------------------------------------------------------------------------------------
@BY_HAND_AND_FINGER
def test_a_typed_end_of_a_phase_passes_the_list_of_what_is_open(
    table: Callable[..., Table], window: dict[str, Any]
) -> None:
    """What the order moves itself is not counted; back from the list the phase goes on with the moves made."""
    mine = sit(table, MOVING, **window)
    start = mine.see()
    if window:
        mine.click("menu")
        mine.click("orders-menu")
    order(mine, "end movement")
    expect(mine.at("orders-note")).to_have_text("Ends the phase: Movement. 5 units have not moved.")
    in_every_language(mine, "orders-note")
    order(mine, "9 A > 1510; end movement")
    expect(mine.at("orders-note")).to_have_text("Ends the phase: Movement. 4 units have not moved.")
    if window:
        mine.click("orders-give")
    else:
        mine.page.keyboard.press("Enter")
    expect(mine.at("checklist")).to_contain_text("4 units have not moved.")
    assert mine.see().ply == start.ply + 1, "the move is made, the phase not ended"
    mine.at("check-back").press("Enter")
    expect(mine.at("orders-said")).to_have_text("1 of 2 orders given; the phase goes on.")
    assert mine.see().phase == "movement"
    order(mine, "end movement")
    mine.page.keyboard.press("Enter")
    mine.at("check-go").press("Enter")
    assert mine.settled(start.ply + 1).phase == "combat"


@BY_HAND_AND_FINGER
def test_a_hint_that_ends_a_phase_says_which_and_passes_the_list(
    table: Callable[..., Table], window: dict[str, Any]
) -> None:
    mine = sit(table, MOVING, **window)
    start = mine.see()
    advised(mine, {"type": "Done"})
    mine.at("ask-hint").click()
    mine.at("hint-more").click()
    expect(mine.at("hint-ends")).to_have_text("Ends the phase: Movement. 5 units have not moved.")
    in_every_language(mine, "hint-ends")
    mine.at("hint-play").press("Enter")
    expect(mine.at("checklist")).to_contain_text("5 units have not moved.")
    mine.at("check-back").click()
    assert mine.see().ply == start.ply
    mine.at("hint-play").click()
    mine.at("check-go").click()
    assert mine.settled(start.ply).phase == "combat"
