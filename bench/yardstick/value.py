"""A frozen guess of who will win, to take luck out of results: `noretreat arena ... --luck bench.yardstick:chance`.

It need not be right, and is not: the adjustment is fair whatever it says. It must not change while a match is played,
nor be chosen by what the match came to.
"""

from __future__ import annotations

import math
from typing import Final

from bench.yardstick.old.lookahead import DECISIONS, run_on
from noretreat.core.board import AXIS
from noretreat.core.state import State
from noretreat.data.facts import Side

_SCALE: Final = 20.0
"""How much better a position must look for the odds of winning to grow by the factor e."""


def chance(state: State) -> float:
    """The guessed chance that the Axis wins, 0 to 1: a battle or card that has begun is first played on by habit."""
    if state.ended is not None:
        winner = state.ended.winner
        return 0.5 if winner is None else float(winner is Side.AXIS)
    return 1 / (1 + math.exp(-run_on(state, AXIS, DECISIONS, branch=False) / _SCALE))
