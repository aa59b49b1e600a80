"""Battles fought together (15.12): the questions of the option, and the end of a drawn game, at the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.table import COUNTERS, HEXES, Table

pytestmark = pytest.mark.browser

TWO_BATTLES = """
turn 7
phase combat axis
rules digital
unit G4 1511
unit S_W 1611
unit G6 1704
unit S_KAL 1804
supports 2 0
"""
DRAW = """
turn 22
phase detraining soviet
rules classic
unit S_W 2008
unit S_S 2007
high_tide 22
"""


def begin(mine: Table, **body: object) -> str:
    """A game for both seats in this browser; its id."""
    made = mine.page.request.post(f"{mine.address}/api/games", data={"axis": "human", "soviet": "human", **body})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def progress(mine: Table) -> str:
    """The sentence under the question."""
    return mine.page.get_by_test_id("progress").inner_text()


def test_two_battles_are_committed_diced_and_applied_together(table: Callable[..., Table]) -> None:
    mine = table()
    mine.open(begin(mine, position=TWO_BATTLES, options={"simultaneous_battles": True}))
    asked: dict[str, str] = {}
    path: list[str] = []
    for _ in range(40):
        seen = mine.settled()
        path.append(seen.code)
        if seen.code in ("commit_next", "apply_next") and seen.code not in asked:
            asked[seen.code] = progress(mine)
            mine.shot(f"simultaneous-{seen.code}")
        if seen.phase != "combat" or "apply_next" in asked:
            break
        if seen.code in ("declare", "commit_next") and mine.lit(HEXES):
            mine.do(mine.lit(HEXES)[0])
        elif seen.code == "compose" and mine.lit(COUNTERS):
            mine.do(mine.lit(COUNTERS)[0])
        else:
            mine.step()
    assert asked.get("commit_next", "").startswith("2 battles still need"), (path, asked)
    assert mine.errors == []


def test_a_drawn_game_says_so_at_the_table_and_on_the_first_page(table: Callable[..., Table]) -> None:
    mine = table()
    game = begin(mine, position=DRAW)
    mine.page.goto(f"{mine.address}/g/{game}")
    told = mine.page.get_by_test_id("outcome").inner_text()
    assert "draw" in told.lower()
    assert "No victory" in told
    mine.shot("drawn-table")
    mine.page.goto(mine.address)
    card = mine.page.get_by_test_id(f"game-{game}")
    card.wait_for(state="attached")
    mine.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert "No victory" in card.inner_text()
    card.scroll_into_view_if_needed()
    mine.shot("drawn-home")
