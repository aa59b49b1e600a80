"""The chance of winning, for people who read how a game went."""

from __future__ import annotations

import math
from typing import Final

from noretreat.ai.evaluation.prospects import prospects
from noretreat.core.board import AXIS, SIDES
from noretreat.core.state import State
from noretreat.core.types import SideIndex

POINTS: Final = 25 / 6
"""The points that make the odds of winning grow by the factor e, in an even game."""


def chance_of_winning(state: State, side: SideIndex) -> float:
    """The chance, from 0 to 1, that `side` wins the game from here; half for a draw."""
    if state.ended is not None:
        winner = state.ended.winner
        return 0.5 if winner is None else float(winner is SIDES[side])
    chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, prospects(state, AXIS) / POINTS))))
    return chance if side == AXIS else 1 - chance
