"""Puzzles in the browser: missed, explained, hinted at, solved and shown, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table
from web.test_lessons import march

from noretreat.core.actions import MoveUnit
from noretreat.puzzles.book import puzzles
from noretreat.puzzles.records import BY_MOVES, Kind, Puzzle

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
EASY = sorted(
    (
        one
        for one in puzzles().values()
        if one.kind in BY_MOVES and one.needed > 0 and all(isinstance(action, MoveUnit) for action in one.solution)
    ),
    key=lambda one: (len(one.solution), one.kind is not Kind.CUT_OFF),
)
"""The shortest first, and of these such in which a unit marches alone."""
ONE, TWO = EASY[:2]


def begin(table: Table, puzzle: Puzzle) -> None:
    table.page.goto(table.address)
    table.at("to-puzzles").click()
    table.at("puzzle-list").wait_for()
    if table.page.get_by_test_id("puzzle-more").count():
        table.at("puzzle-more").click()
    table.at(f"puzzle-{puzzle.id}").click()
    stands(table, "open")


def stands(table: Table, state: str) -> None:
    table.page.wait_for_selector(f"[data-testid=puzzle][data-state={state}]")
    table.settled()


def solve(table: Table, puzzle: Puzzle) -> None:
    for action in puzzle.solution:
        assert isinstance(action, MoveUnit)
        if table.at("puzzle").get_attribute("data-state") == "open":
            march(table, action.unit, action.to)
            table.settled()


def test_one_is_missed_and_explained_then_solved_and_another_one_is_shown(table: Callable[..., Table]) -> None:
    one = table()
    begin(one, ONE)
    expect(one.at("puzzle-aims").locator("path, circle").first).to_be_attached()
    assert not one.page.get_by_test_id("ask-hint").count() or one.at("ask-hint").is_enabled()
    one.at("primary").click()
    stands(one, "missed")
    expect(one.at("puzzle-change")).to_contain_text("1500 →")
    expect(one.at("prompt")).to_have_text("This puzzle is over.")
    one.at("puzzle-why").click()
    expect(one.page.locator("[data-testid=puzzle-lines] li").first).to_be_visible()
    one.shot("puzzle-why-not")
    before = one.page.url
    one.at("puzzle-again").click()
    one.page.wait_for_url(lambda url: url != before)
    stands(one, "open")
    for shown in (1, 2, 3):
        one.at("puzzle-hint").click()
        expect(one.page.locator("[data-testid=puzzle-lines] li")).to_have_count(shown)
    expect(one.page.get_by_test_id("puzzle-hint")).to_have_count(0)
    expect(one.at("puzzle-lines")).to_be_focused()
    expect(one.at("puzzle-lit").locator("path, circle").first).to_be_attached()
    solve(one, ONE)
    stands(one, "solved")
    expect(one.at("puzzle-change")).to_have_text("Counted before: your rating stays as it is.")
    one.shot("puzzle-solved")
    one.at("puzzle-all").click()
    one.at("puzzle-more").click()
    expect(one.at(f"puzzle-{ONE.id}")).to_contain_text("Solved")
    one.at(f"puzzle-{TWO.id}").click()
    stands(one, "open")
    one.at("puzzle-solution").click()
    stands(one, "shown")
    one.at("puzzle-steps").click()
    one.page.wait_for_selector("[data-testid=replay]")
    one.page.goto(before)
    expect(one.at("puzzle-left")).to_contain_text("made way for newer ones")
    one.at("puzzle-again").click()
    stands(one, "open")
    assert one.page.url != before
    expect(one.page.locator("[data-testid=puzzle]")).to_have_attribute("data-id", ONE.id)
    one.page.goto(one.address)
    one.at("to-puzzles").wait_for()
    expect(one.page.locator("[data-testid=games] li")).to_have_count(0)


def test_one_is_solved_on_a_phone(table: Callable[..., Table]) -> None:
    """The card leaves the question alone, and a kind that a link names is the one that is chosen."""
    one = table(**PHONE)
    one.page.goto(f"{one.address}/puzzles?kind={ONE.kind.value}")
    expect(one.at(f"puzzle-kind-{ONE.kind.value}")).to_have_attribute("aria-pressed", "true")
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one.at(f"puzzle-{ONE.id}").click()
    stands(one, "open")
    one.shot("puzzle-phone")
    box, tray = one.at("puzzle").bounding_box(), one.at("tray").bounding_box()
    assert box is not None
    assert tray is not None
    assert box["y"] + box["height"] <= tray["y"]
    one.page.locator("[data-testid=puzzle] header button").click()
    expect(one.page.get_by_test_id("puzzle-task")).to_have_count(0)
    (move,) = ONE.solution
    assert isinstance(move, MoveUnit)
    one.at_rest()
    one.click(f"unit-{move.unit}")
    one.click(f"to-{move.to}")
    one.at("go-there").tap()
    stands(one, "solved")
    expect(one.at("puzzle-change")).to_contain_text("1500 →")
