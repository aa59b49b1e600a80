"""A turn against the computer, by clicks: its half takes at most 45 with ten moves and three battles, six a battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.dice import Dice
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, Table
from web.turn_one import MOVES, play

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_turn_takes_few_clicks(table: Callable[..., Table], dice: Dice) -> None:
    """The log tells what was thrown; then the computer plays its half, and turn 2 begins."""
    dice.begin("turn one")
    mine = table()
    count = play(mine, one_by_one=False)
    assert count.moves == MOVES
    assert count.whole <= 45, count
    assert max(count.battles) <= 6, count
    mine.at("tab-log").click()
    expect(mine.at("log")).to_contain_text("Die:")
    seen = mine.settled()
    for _ in range(60):
        if seen.turn == 2 or seen.over:
            break
        seen = mine.step()
    assert seen.turn == 2
    assert mine.lit(CARDS) or mine.lit(COUNTERS) or mine.lit(HEXES) or mine.lit(BUTTONS) or seen.primary
