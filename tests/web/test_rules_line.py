"""The rules of a game in one line: where one begins it, in the list of games, and in the information about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("rules", "choice", "line"),
    [
        ("digital", "The usual rules.", "Digital rules, as usual"),
        (
            "living",
            "Not the standard rules (Digital).",
            "Unlike the usual game: Rules: Living (board game, second edition)",
        ),
    ],
)
def test_a_game_tells_its_rules_in_one_line(table: Callable[..., Table], rules: str, choice: str, line: str) -> None:
    mine = table()
    page = mine.page
    page.goto(mine.address)
    expect(page.get_by_test_id("rules-digital"), "new games are digital").to_be_checked()
    page.get_by_test_id(f"rules-{rules}").check()
    expect(page.locator("form [data-testid=differences]")).to_contain_text(choice)
    mine.shot(f"rules-new-{rules}")
    page.get_by_test_id("who-both").check()
    page.locator("[data-testid=begin]").click()
    page.wait_for_url("**/g/*")
    page.goto(mine.address)
    chips = page.locator("article[data-testid^=game-] [data-testid=differences]").first.inner_text()
    assert chips == line.removeprefix("Unlike the usual game: ")
    mine.shot(f"rules-list-{rules}")
    page.locator("article[data-testid^=game-] a").first.click()
    mine.take_over()
    page.locator("[data-testid=menu]").click()
    expect(page.locator("dd[data-testid=differences]")).to_have_text(line)
    mine.shot(f"rules-game-{rules}")
