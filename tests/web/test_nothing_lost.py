"""Nothing is lost by a click: what ends a phase, breaks a duty or costs a unit says so on its way, and asks once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.phases import FIGHT
from web.positions import TWO_TARGETS, sit
from web.table import LOUDEST, Table
from web.test_advice import advised
from web.test_orders import MOVING, order
from web.tongues import LANGUAGES, foreign, speak

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BY_HAND_AND_FINGER = pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
BY_HAND = pytest.mark.parametrize("window", [{}], ids=["desk"])
BY_FINGER = pytest.mark.parametrize("window", [PHONE], ids=["phone"])
"""What is said and counted is the same on both: one of them is enough where places are not measured."""


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
    if not window:
        mine.page.keyboard.type("4 Pz > 1510")
        mine.page.keyboard.press("Enter")
        expect(mine.at("checklist")).to_be_visible()
    assert mine.see().ply == start.ply + 1, "the move is made, the phase not ended, also by whoever types on"
    mine.at("check-back").press("Enter")
    expect(mine.at("orders-said")).to_have_text("1 of 2 orders given; the phase goes on.")
    assert mine.see().phase == "movement"
    order(mine, "end movement")
    mine.page.keyboard.press("Enter")
    expect(mine.at("checklist")).to_be_visible()
    mine.page.keyboard.press("Enter")
    assert mine.settled(start.ply + 1).phase == "combat"


@BY_FINGER
def test_a_hint_that_ends_a_phase_says_which_and_passes_the_list(
    table: Callable[..., Table], window: dict[str, Any]
) -> None:
    mine = sit(table, MOVING, **window)
    start = mine.see()
    advised(mine, {"type": "Done"})
    mine.at("ask-hint").click()
    expect(mine.at("hint-ends")).to_have_text("Ends the phase: Movement. 5 units have not moved.")
    in_every_language(mine, "hint-ends")
    mine.at("hint-play").press("Enter")
    expect(mine.at("checklist")).to_contain_text("5 units have not moved.")
    mine.at("check-back").click()
    assert mine.see().ply == start.ply
    mine.at("hint-play").click()
    mine.at("check-go").click()
    assert mine.settled(start.ply).phase == "combat"


# --- what is given up ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("window", "code", "gives_up", "loud"),
    [(PHONE, "advance", "Stay", ""), ({}, "support", "No support", "Blitz"), (PHONE, "support", "No support", "Blitz")],
    ids=["advance-phone", "support-desk", "support-phone"],
)
def test_the_loudest_button_never_gives_up(
    table: Callable[..., Table], window: dict[str, Any], code: str, gives_up: str, loud: str
) -> None:
    """What gives up stands elsewhere, and looks like any other answer; by key it is met before it is pressed."""
    mine = table(**window)
    supports = "supports 1 0" if loud else "supports 0 0"
    seen = mine.set_up(TWO_TARGETS.replace("supports 0 0", supports), code, eager=FIGHT)
    way, active = mine.at("primary"), mine.page.locator(LOUDEST)
    expect(way).to_contain_text(gives_up)
    in_every_language(mine, "primary")
    expect(active).to_contain_text(loud or "Choose a")
    assert active.is_enabled() == bool(loud)
    assert active.evaluate("(e) => e.classList.contains('primary')")
    assert not way.evaluate("(e) => e.classList.contains('primary')")
    one, other = way.bounding_box(), active.bounding_box()
    assert one is not None
    assert other is not None
    apart = (one["x"] + one["width"] <= other["x"], one["y"] + one["height"] <= other["y"])
    assert any(apart), (one, other)
    if loud and not window:
        mine.page.keyboard.press("y")
        mine.settled(seen.ply)
        game = mine.page.url.rsplit("/", 1)[1]
        view = mine.page.request.get(f"{mine.address}/api/games/{game}").json()["view"]
        assert view["supports"]["axis"] == 0, "the key of the bold button has spent the marker"
        return
    mine.page.keyboard.press("Control+Enter")
    expect(way).to_be_focused()
    assert mine.see().ply == seen.ply
    mine.page.keyboard.press("Control+Enter")
    assert mine.settled(seen.ply).ply > seen.ply


@BY_HAND_AND_FINGER
def test_nothing_is_given_up_where_stay_stood(table: Callable[..., Table], window: dict[str, Any]) -> None:
    """Whoever presses "Stay" twice gives nothing else up; by key, X declines what is offered."""
    mine = table(**window)
    mine.set_up(TWO_TARGETS, "advance", eager=FIGHT)
    stay = mine.at("primary").bounding_box()
    assert stay is not None
    seen = mine.set_up(TWO_TARGETS.replace("supports 0 0", "supports 1 0"), "support", eager=FIGHT)
    expect(mine.at("support-as-proposed")).to_be_visible()
    for one in mine.page.locator("[data-declines], [data-gives-up]").all():
        box = one.bounding_box()
        assert box is not None
        left, right = max(stay["x"], box["x"]), min(stay["x"] + stay["width"], box["x"] + box["width"])
        top, bottom = max(stay["y"], box["y"]), min(stay["y"] + stay["height"], box["y"] + box["height"])
        assert left >= right or top >= bottom, (one.inner_text(), box, stay)
    if not window:
        mine.page.keyboard.press("x")
        assert mine.settled(seen.ply).ply > seen.ply


# --- duties -------------------------------------------------------------------------------------------------------
SUMMER = TWO_TARGETS.replace("phase combat", "phase cards") + "hand axis 13 6\nhand soviet 3\n"


@BY_HAND
def test_a_duty_is_counted_until_it_is_met_and_stands_on_the_button_that_breaks_it(
    table: Callable[..., Table], window: dict[str, Any]
) -> None:
    """Summer Campaign asks for four targets; two can be marked here."""
    mine = table(checklist=True, **window)
    mine.set_up(SUMMER, "declare", eager=("PlayEvent", "Done", "Pass"))
    duty, way = mine.at("duty"), mine.at("primary")
    expect(duty).to_contain_text("attacks declared: 0 of 4. Too few cost 1 victory point.")
    expect(way).to_contain_text("No more targets: lose 1 point")
    in_every_language(mine, "duty")
    in_every_language(mine, "primary")
    before = mine.do("at-1611")
    expect(duty).to_contain_text("attacks declared: 1 of 4")
    mine.page.keyboard.press("Control+Enter")
    first = mine.at("checklist").locator("li").first
    expect(first).to_contain_text("attacks declared: 1 of 4. Too few cost 1 victory point.")
    expect(mine.at("check-go")).to_contain_text("lose 1 point")
    mine.at("check-back").click()
    assert mine.see().ply == before.ply
