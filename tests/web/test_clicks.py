"""How many clicks half a turn takes: at most 45 with ten moves and three battles, at most six a battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.dice import Dice
from web.table import Table
from web.turn_one import MOVES, play

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_half_a_turn_takes_few_clicks(table: Callable[..., Table], dice: Dice) -> None:
    dice.begin("turn one")
    count = play(table(), one_by_one=False)
    assert count.moves == MOVES
    assert count.whole <= 45, count
    assert max(count.battles) <= 6, count
