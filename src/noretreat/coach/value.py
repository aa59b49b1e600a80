"""The chance of winning, for people who read how a game went: a straight line through features of the position.

`bench/coach.py` trains it on games of the computer players, and docs/coach.md says how far it can be believed. No
player uses it.
"""

from __future__ import annotations

import math
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any, Final

import msgspec

from noretreat.coach.features import NAMES, features
from noretreat.core.board import AXIS, SIDES
from noretreat.core.state import State
from noretreat.core.types import SideIndex

POINTS: Final = 25 / 6
"""The points of the evaluation that make the odds of winning grow by the factor e, in an even game."""
WEIGHTS: Final = Path(__file__).parent / "chance.json"
_MOST: Final = 7.0
"""The log odds beyond which nothing counts any more: one game in a thousand."""


class Weights(msgspec.Struct, frozen=True):
    """The file of the weights."""

    provenance: dict[str, Any]
    features: tuple[str, ...]
    weights: tuple[float, ...]
    bias: float


@cache
def weights() -> Weights:
    """The weights; raises `ValueError` where they are of other features than these."""
    found = msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights)
    if found.features != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained on other features: python -m bench.coach train --write")
    return found


def chance_of_winning(state: State, side: SideIndex) -> float:
    """The chance, from 0 to 1, that `side` wins the game from here; half for a draw. It sees both hands.

    It is meant for positions between battles; in the middle of one it does not see what is already certain.
    """
    if state.ended is not None:
        winner = state.ended.winner
        return 0.5 if winner is None else float(winner is SIDES[side])
    line = weights()
    logit = line.bias + sum(map(mul, line.weights, features(state)))
    chance = 1 / (1 + math.exp(-max(-_MOST, min(_MOST, logit))))
    return chance if side == AXIS else 1 - chance
