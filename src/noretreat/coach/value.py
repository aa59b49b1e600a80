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
from noretreat.data.facts import Phase

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
    phase_ends: dict[str, float] = {}
    """What the end of a phase changes on the mean in the log odds, by side and phase (`axis movement`): the features
    are read with other eyes then, which is nobody's doing.
    """
    phases: dict[str, float] = {}
    """What a whole phase in which its side had a choice changes on the mean, its end included."""


@cache
def weights() -> Weights:
    """The weights; raises `ValueError` where they are of other features than these."""
    found = msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights)
    if found.features != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained on other features: python -m bench.coach train --write")
    return found


def after_a_phase(chance: float, side: SideIndex, phase: Phase) -> float:
    """The chance of the Axis that is usual after the end of a phase of `side`, by that before it."""
    return _moved(chance, weights().phase_ends.get(end_of(side, phase), 0.0))


def before_a_phase(chance: float, side: SideIndex, phase: Phase) -> float:
    """The chance of the Axis from which a phase of `side` that has been played as usual leads to this one, apart from
    what its end alone changes.
    """
    name, line = end_of(side, phase), weights()
    return _moved(chance, line.phase_ends.get(name, 0.0) - line.phases.get(name, 0.0))


def _moved(chance: float, jump: float) -> float:
    return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, log_odds(chance) + jump)))) if jump else chance


def end_of(side: SideIndex, phase: Phase) -> str:
    """The name of the end of a phase in the file of the weights."""
    return f"{SIDES[side]} {phase}"


def log_odds(chance: float) -> float:
    """The log odds of a chance, as far from even as anything counts."""
    least = 1 / (1 + math.exp(_MOST))
    held = max(least, min(1 - least, chance))
    return math.log(held / (1 - held))


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
