"""Plans that differ: those of players of several tempers."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from bench.yardstick.hard.evaluation.worth import Style
from bench.yardstick.hard.proposals.moves import Effort, MovePlanner
from noretreat.core.types import Node

_SHARE: Final = 0.35
"""The share of the effort for each plan of another temper."""
_APART: Final = 0.7
"""The spread of drawn weights, as the standard deviation of their logarithm."""
_WISHES: Final = ("pull", "open_city", "reply", "roam", "stretched", "ground")
"""The weights that are drawn; the worth of troops, and the threshold for an attack, stay as they are."""
_POLISH: Final = 0.12
"""The share of the effort for going over such a plan in the side's own style."""


def plans_of_tempers(planner: MovePlanner, effort: Effort, most: int, *, polished: bool) -> list[list[Node]]:
    """The arrangement of the side's own style first, then those of other styles, `most` in all, without duplicates.

    The same position always gives the same plans.

    `polished`: each is gone over in the side's own style, as is needed to compare them by their scores. The planner is
    left at one of them.
    """
    planner.search()
    plans = [list(planner.at)]
    own = planner.assessment.style
    for style in islice(chain(_tempers(own), _drawn(own, seed=planner.state.turn)), max(0, most - 1)):
        if effort.thought.stopped:
            break
        planner.take(planner.in_style(style, _SHARE))
        if polished:
            planner.polish(_POLISH)
        if planner.at not in plans:
            plans.append(list(planner.at))
    return plans


def _tempers(style: Style) -> list[Style]:
    """Variants of a style: with an eye for ground, bolder, more careful, for a closed line; into the enemy's rear,
    driving for the cities, and watching over its own.
    """
    return [
        style._replace(pull=2.2 * style.pull, ground=2.5 * style.ground),
        style._replace(reply=0.4 * style.reply, stretched=0.5 * style.stretched, pull=1.5 * style.pull),
        style._replace(reply=1.7 * style.reply, stretched=2 * style.stretched, open_city=1.2, pull=0.7 * style.pull),
        style._replace(reply=1.2 * style.reply, roam=2.5 * style.roam, stretched=2 * style.stretched),
        style._replace(breakthrough=2.2 * style.breakthrough, rear=0.0, reply=0.7 * style.reply),
        style._replace(pull=3.5 * style.pull, reply=0.7 * style.reply),
        style._replace(open_city=1.5, pull=0.4 * style.pull, roam=1.5 * style.roam),
    ]


def _drawn(style: Style, seed: int) -> Iterator[Style]:
    """Styles with their wishes for the map drawn anew: a plan nobody would think of can still be the best."""
    luck = random.Random(seed)
    while True:
        drawn = {name: getattr(style, name) * math.exp(luck.gauss(0.0, _APART)) for name in _WISHES}
        yield style._replace(**drawn)
