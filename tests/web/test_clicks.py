"""How many clicks half a turn takes: at most 45 with ten moves and three battles, at most six a battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.dice import Dice
from web.table import Table
from web.turn_one import MOVES, Count, play

pytestmark = pytest.mark.browser


def counted(table: Callable[..., Table], dice: Dice, *, one_by_one: bool) -> Count:
    """The half turn with the same dice, on a page of its own."""
    dice.begin(f"turn one {one_by_one}")
    dice.begin("turn one")
    return play(table(), one_by_one=one_by_one)


def test_half_a_turn_takes_few_clicks(table: Callable[..., Table], dice: Dice) -> None:
    helped = counted(table, dice, one_by_one=False)
    single = counted(table, dice, one_by_one=True)
    assert helped.moves == single.moves == MOVES
    assert helped.whole <= 45, helped
    assert max(helped.battles) <= 6, helped
    assert helped.whole < single.whole, (helped, single)
