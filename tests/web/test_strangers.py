"""What misled people who sat down at the game for the first time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import CARDS, Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
_BOX = "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"


def invited(table: Callable[..., Table]) -> tuple[Table, Table]:
    """Anna's new game of two, with tips, and Boris at his phone who has just taken the other seat."""
    anna, boris = table(tips=True), table(**PHONE)
    anna.page.goto(anna.address)
    anna.at("scenario-fall_blau").check()
    anna.at("who-friend").check()
    anna.at("seat-axis").check()
    anna.at("my-name").fill("Anna")
    anna.at("begin").click()
    boris.page.goto(anna.at("invite").input_value())
    boris.at("my-name").fill("Boris")
    boris.at("join-yes").click()
    expect(anna.at("seat-of-soviet")).to_contain_text("Boris")
    return anna, boris


@pytest.mark.slow
def test_the_first_minute_of_two(table: Callable[..., Table]) -> None:
    anna, boris = invited(table)
    anna.settled()
    anna.at("brief").wait_for()
    anna.at_rest()
    anna.shot("stranger-start")

    # What is to be read stands beside the map, and the whole map is free of it.
    stage = anna.page.locator("main.stage").evaluate(_BOX)
    assert anna.at("brief").evaluate(_BOX)[0] >= stage[2]
    anna.at("brief-ok").click()
    assert anna.at("tip").evaluate(_BOX)[0] >= stage[2]

    # The cards to choose from are whole: their lower edge lies above the bar.
    anna.page.mouse.move(5, 300)
    anna.at_rest()
    tray = anna.at("tray").evaluate(_BOX)
    for card in anna.page.locator(CARDS).all():
        assert card.evaluate(_BOX)[3] <= tray[1] + 1
    anna.shot("stranger-discard")

    # What only says what to do does not look like a button.
    expect(anna.at("primary")).to_be_disabled()
    assert anna.at("primary").evaluate("(e) => getComputedStyle(e).backgroundColor") == "rgba(0, 0, 0, 0)"

    # Cards drawn one after the other are one line of the log, for those who do not see them as well.
    anna.at("tab-log").click()
    drawn = anna.at("log").get_by_text("Axis draws")
    expect(drawn).to_have_count(1)
    expect(drawn).to_contain_text("Axis draws 6 cards: ")
    clara = table()
    clara.page.goto(anna.page.url)
    clara.at("tab-log").click()
    expect(clara.at("log").get_by_text("Axis draws")).to_have_text("Axis draws 6 cards")
    expect(clara.at("log")).to_contain_text("The scenario places the armies and deals the first cards.")
    clara.shot("stranger-log")

    # The phone's bar says who plays which side; how long something lasts comes with a word.
    expect(boris.at("seat-of-axis").get_by_text("Axis")).to_be_visible()
    expect(boris.at("seat-of-soviet").get_by_text("Soviet, you")).to_be_visible()
    boris.page.clock.install()
    boris.page.clock.fast_forward("03:00")
    expect(boris.at("waits").locator(".short")).to_be_visible()
    expect(boris.at("waits")).to_contain_text(re.compile(r"\d\s+min"))
    boris.shot("stranger-bar-phone")

    # Who proposed something hears that it was declined.
    anna.at("menu").click()
    anna.at("may-draw").click()
    boris.at("decline-draw").click()
    expect(anna.at("toasts")).to_contain_text("Boris declines: a draw")


def test_the_sheet_of_the_name(table: Callable[..., Table]) -> None:
    one = table()
    one.page.goto(one.address)
    expect(one.at("home-me"), "not a sign for help").not_to_contain_text("?")
    one.at("home-me").click()
    expect(one.at("habits")).to_be_visible()
    saves = [b.inner_text() for b in one.page.locator("dialog button:visible").all() if "Save" in b.inner_text()]
    assert saves[0] == "Save name and color"
    assert len(set(saves)) == len(saves), "each says what it saves"
    one.shot("stranger-name")

    # A mark is kept as it is made, and what is said of it lies above the sheet.
    one.at("find-me").click()
    said = one.page.locator(".toast")
    expect(said).to_have_text("This browser has no seats and no name yet.")
    assert said.evaluate("(e) => e.closest('[popover]').matches(':popover-open')")
    expect(one.at("find-me")).not_to_be_checked()
    one.at("my-name").fill("Anna of the sheet")
    one.at("me-keep").click()
    one.at("me").wait_for(state="detached")
    one.at("home-me").click()
    one.at("find-me").check()
    one.at("off-5").check()
    one.at("off-6").check()
    expect(one.page.get_by_text("Saved.").last).to_be_visible()
    one.shot("stranger-kept")
    one.page.wait_for_load_state("networkidle")
    one.page.reload()
    one.at("home-me").click()
    for mark in ("find-me", "off-5", "off-6"):
        expect(one.at(mark)).to_be_checked()


def test_the_word_for_the_clock_keeps_off_the_colors(table: Callable[..., Table]) -> None:
    one = table()
    one.page.goto(one.address)
    one.at("who-friend").check()
    one.at("terms").click()
    one.page.get_by_text("Time to think").wait_for()
    # Both at once: what the form still hears from the server may move them.
    between = one.page.locator(".new").evaluate(
        """(form) => {
          const box = (what) => form.querySelector(what).getBoundingClientRect();
          return box(".clock").top - box(".colors").bottom;
        }"""
    )
    assert between >= 10
