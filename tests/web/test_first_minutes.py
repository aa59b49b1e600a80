"""The first five minutes: a newcomer finds a game of an hour, reads what wins in it, and what every badge means."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.screens import make
from web.table import Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
TABLET = {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"}
SCREENS = pytest.mark.parametrize("screen", [TABLET, PHONE], ids=["tablet", "phone"])


@SCREENS
def test_a_newcomer_is_led_to_an_hour_and_told_what_wins(
    table: Callable[..., Table], screen: dict[str, object]
) -> None:
    one = table(tips=True, **screen)
    one.page.goto(one.address)
    said = one.at("first-game").inner_text()
    assert "about 60 min" in said
    assert "24 victory points" in said
    assert one.at("scenario-fall_blau").is_checked()
    one.shot(f"first-home-{len(screen)}")
    one.at("first-play").click()
    one.settled()
    assert "Axis by the end of turn 10: 24 victory points" in one.at("aim").inner_text()
    assert "Stalingrad and one more Objective" in one.at("lesson-text").inner_text()
    assert one.see().code == "flip", "the two cards that nobody can judge yet are discarded already"
    one.shot(f"first-table-{len(screen)}")
    if screen.get("is_mobile"):
        assert one.page.get_by_test_id("tip").count() == 0, "a phone has room for one of them"
        one.at("lesson").locator("header button").click()
    assert "Better armies" in one.at("tip").inner_text(), "the tips that the home page promises come in turn 7 as well"
    one.page.goto(one.address)
    one.at("begin").wait_for()
    assert one.page.get_by_test_id("first-game").count() == 0, "no newcomer any more"
    assert "Fall Blau" in one.page.locator("[data-testid^='game-']").first.inner_text(), (
        "a whole game is in the list of games"
    )


def test_a_game_begins_with_what_wins(table: Callable[..., Table]) -> None:
    one = table(tips=True, **TABLET)
    one.open(make(one, scenario="fall_blau"))
    assert "Axis by the end of turn 10" in one.at("brief").inner_text()
    assert one.page.get_by_test_id("tip").count() == 0, "one notice at a time"
    one.page.keyboard.press("Escape")
    one.at("brief-ok").click()
    one.at("brief").wait_for(state="detached")
    expect(one.at("aim"), "it stays in the head of the table").to_be_visible()
    assert "Your hand" in one.at("tip").inner_text()
    one.page.reload()
    one.settled()
    assert one.page.get_by_test_id("brief").count() == 0, "once a game"


def test_the_campaign_says_the_number_that_wins_and_when(table: Callable[..., Table]) -> None:
    one = table()
    one.open(make(one, scenario="barbarossa"))
    assert "Axis on turn 3: 21 victory points" in one.at("aim").inner_text()
    one.at("aim").locator("a").click()
    one.at("victory-sheet").wait_for()


def test_badges_are_read_where_they_stand(table: Callable[..., Table]) -> None:
    """No tooltip is needed: the words are on the card, their reason beside the choice."""
    one = table()
    one.page.goto(one.address)
    cards = one.page.locator(".scenario")
    assert cards.first.inner_text().startswith("A.")
    blau = cards.filter(has_text="Fall Blau").inner_text()
    assert "A good first game" in blau
    assert "setup partly reconstructed" in blau
    assert "pieced it together from game reports" in one.at("why-reconstructed").inner_text()
    assert "played 20 games against itself" in one.at("why-won").inner_text()
    assert "24 victory points" in one.at("what-wins").inner_text()
    one.at("scenario-barbarossa").check()
    expect(one.at("what-wins")).to_contain_text("Sudden Death")
    assert one.page.locator(".scenario [title]").count() == 0


@pytest.mark.parametrize("lesson", ["pocket", "retreat"])
def test_a_hex_that_a_lesson_names_bears_its_number(table: Callable[..., Table], lesson: str) -> None:
    """With every hint open, at the zoom of the moment and at the smallest: what is named can be found on the map."""
    one = table()
    one.page.goto(f"{one.address}/learn")
    one.at(f"lesson-{lesson}").click()
    one.settled()
    while one.page.get_by_test_id("lesson-hint").count():
        one.at("lesson-hint").click()
    words = one.at("lesson").inner_text()
    named = set(re.findall(r"\b\d{4}\b", words))
    assert named
    for zoom in ("", "f"):
        if zoom:
            one.page.keyboard.press(zoom)
            one.at_rest()
        for hex_ in named:
            box = one.at(f"named-{hex_}").bounding_box()
            assert box is not None
            assert box["height"] >= 9, "large enough to be read"
    one.shot(f"lesson-named-{lesson}")
