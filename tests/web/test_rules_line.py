"""The rules of a game in one line: where one begins it, in the list of games, and in the information about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.table import Table

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("rules", "choice", "line"),
    [
        ("digital", "The usual rules.", "Digital rules, as usual"),
        (
            "living",
            "Not the usual rules, which are Digital.",
            "Unlike the usual game: Rules: Living (board game, second edition)",
        ),
    ],
)
def test_a_game_tells_its_rules_in_one_line(table: Callable[..., Table], rules: str, choice: str, line: str) -> None:
    mine = table()
    page = mine.page
    page.goto(mine.address)
    chooser = page.locator("select:has(option[value=living])")
    assert chooser.input_value() == "digital", "new games are digital"
    chooser.select_option(rules)
    assert choice in page.locator("form [data-testid=differences]").inner_text()
    mine.shot(f"rules-new-{rules}")
    page.locator("[data-testid=axis-human]").check(force=True)
    page.locator("[data-testid=soviet-human]").check(force=True)
    page.locator("[data-testid=begin]").click()
    page.wait_for_url("**/g/*")
    page.goto(mine.address)
    assert page.locator("article [data-testid=differences]").inner_text() == line
    mine.shot(f"rules-list-{rules}")
    page.locator("article > a").first.click()
    page.locator("[data-testid=menu]").click()
    assert page.locator("dd[data-testid=differences]").inner_text() == line
    mine.shot(f"rules-game-{rules}")
