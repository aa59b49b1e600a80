"""Learning: a lesson done by clicking, its hints and its end, on a screen and on a phone; the tips of a first turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = pytest.mark.browser


def begin(table: Table, lesson: str) -> None:
    table.page.goto(table.address)
    table.at("learn").click()
    table.at(f"lesson-{lesson}").click()
    table.settled()


def march(table: Table, unit: str, to: str) -> None:
    """A unit and its goal, by two clicks."""
    table.settled()
    table.at_rest()
    if not table.page.locator(f"g.counter.selected[data-unit='{unit}']").count():
        table.click(f"unit-{unit}")
    table.do(f"to-{to}")


def step(table: Table, number: int) -> None:
    table.page.wait_for_selector(f"[data-testid=lesson][data-step='{number}']")


def test_the_first_lesson(table: Callable[..., Table]) -> None:
    """From the first page to the last step; every hint says more, and a step done is counted."""
    one = table()
    begin(one, "march")
    assert "2nd Panzer" in one.at("lesson-text").inner_text()
    for shown in (1, 2, 3):
        one.at("lesson-hint").click()
        expect(one.page.locator("[data-testid=lesson-hints] li")).to_have_count(shown)
    expect(one.page.locator(".lit path")).to_have_count(1)
    expect(one.page.locator(".lit circle")).to_have_count(1)
    one.shot("lesson-hints")
    march(one, "G2Pz", "1307")
    step(one, 1)
    expect(one.page.locator(".lit path")).to_have_count(0)
    march(one, "G4", "1308")
    step(one, 2)
    one.page.keyboard.press("u")
    step(one, 1)
    march(one, "G4", "1308")
    march(one, "G9", "1306")
    step(one, 3)
    one.at("primary").click()
    one.page.wait_for_selector("[data-testid=lesson][data-finished=true]")
    one.shot("lesson-done")
    one.at("lesson-next").click()
    one.page.get_by_test_id("lesson-text").filter(has_text="1507").wait_for()
    one.page.goto(f"{one.address}/learn")
    one.page.wait_for_selector("[data-testid=lesson-march] .go svg")
    one.shot("learn")
    one.page.goto(one.address)
    one.at("learn").wait_for()
    expect(one.page.locator("[data-testid=games] li")).to_have_count(0)


def test_a_step_that_was_missed(table: Callable[..., Table]) -> None:
    """Ending the phase too early is told, and the lesson begins again from its first position."""
    one = table()
    begin(one, "march")
    one.at("primary").click()
    one.page.wait_for_selector("[data-testid=lesson] .missed")
    before = one.page.url
    one.at("lesson-again").click()
    one.page.wait_for_url(lambda url: url != before)
    one.settled()
    step(one, 0)
    expect(one.page.locator("[data-testid=lesson] .missed")).to_have_count(0)


def test_a_lesson_on_a_phone(table: Callable[..., Table]) -> None:
    """Nothing lies on top of the prompt and its button, and the text can be folded away."""
    one = table(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    begin(one, "attack")
    one.shot("lesson-phone")
    box, tray = one.at("lesson").bounding_box(), one.at("tray").bounding_box()
    assert box is not None
    assert tray is not None
    assert box["y"] + box["height"] <= tray["y"]
    one.page.locator("[data-testid=lesson] header button").click()
    expect(one.page.get_by_test_id("lesson-text")).to_have_count(0)


def test_tips_in_a_first_game(table: Callable[..., Table]) -> None:
    """Each tip comes once; who wants none is left alone, in the next game as well."""
    one = table(tips=True)
    one.play_the_axis()
    one.settled()
    one.at("brief-ok").click()  # what wins comes first
    tip = one.at("tip")
    tip.wait_for()
    one.shot("tip")
    one.at("tip-ok").click()
    tip.wait_for(state="detached")
    one.page.evaluate("localStorage.removeItem('noretreat.tips')")
    one.page.reload()
    one.at("brief-ok").click()
    one.at("tip-none").click()
    one.page.reload()
    one.settled()
    assert one.page.get_by_test_id("tip").count() == 0


def test_a_lesson_with_hints_of_its_own_is_the_only_one_that_gives_any(table: Callable[..., Table]) -> None:
    """The computer may want something else than the lesson; and all its hints leave the map in sight."""
    mine = table()
    page = mine.page
    page.goto(f"{mine.address}/learn")
    mine.at("lesson-evening").click()
    lesson = mine.at("lesson")
    expect(lesson).to_contain_text("Your first game")
    for _ in range(4):  # one more than the lesson has
        mine.at("ask-hint").click()
    expect(mine.at("lesson-hints").locator("li")).to_have_count(3)
    assert mine.at("hint").count() == 0
    box, board = lesson.bounding_box(), mine.at("board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["width"] * box["height"] < 0.5 * board["width"] * board["height"]
