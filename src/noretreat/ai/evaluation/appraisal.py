"""The worth of a whole position to a side: its arrangement, material, points, cards and support markers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.evaluation.card_values import count_worth, hand_worth
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import foresees, standing_worths
from noretreat.core.board import ENEMY, SIDES
from noretreat.core.setup import Setup
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Phase
from noretreat.rules.stacking import overstacked

OVERSTACKED: Final = 0.6
"""Share of a unit's worth that is lost when it must leave an overstacked hex."""
_WON: Final = 150.0
_SUPPORT: Final = 0.1
"""The worth of a support marker."""
_MOST: Final = 4096


class Remembered:
    """A cache of worths by what they depend on; once it is full it is emptied."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[float, Setup]] = {}

    def of(self, state: State, key: tuple[object, ...], work_out: Callable[[], float]) -> float:
        """Return the worth under this key, which includes `standing(state)`; compute it if it is not known yet."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            # The key names the set-up by its id: kept here, no other one can get that id.
            known = self._known[key] = (work_out(), state.setup)
        return known[0]


_APPRAISED: Final = Remembered()


def position_worth(state: State, side: SideIndex) -> float:
    """The worth of a position to `side`, with its cards and support markers; the end of the game counts most."""
    if state.ended is not None:
        if state.ended.winner is None:
            return 0.0
        return _WON if state.ended.winner is SIDES[side] else -_WON
    enemy = ENEMY[side]
    markers = _SUPPORT * (state.supports[side] - state.supports[enemy]) if state.phase == Phase.CARDS else 0.0
    return appraise(state, side) + cards_worth(state, side) + markers


def cards_worth(state: State, side: SideIndex) -> float:
    """Return the worth of a side's hand, less that of the enemy's, of which only the size counts."""
    enemy = ENEMY[side]
    return hand_worth(state, side, state.hands[side]) - count_worth(state, enemy, state.hands[enemy].bit_count())


def standing(state: State) -> tuple[object, ...]:
    """The key for the worth of a position's troops, cities and points: equal for positions alike in all of that.

    Cards, dice, the battle in progress and the units that have moved or fought are left out; `foresees` is included.
    """
    return (
        id(state.setup), state.turn, state.phasing, state.phase, state.initiative, state.weather,
        tuple(state.where), tuple(state.face), state.unsupplied, state.disorganized,
        state.axis_control, state.soviet_control, state.scorched, state.works,
        state.event_vp, state.high_tide, *state.supports, *state.triggers, *state.local_support,
        state.counterblows, state.standing_counterblows, state.captured, state.sudden_death_cancelled,
        state.reserve, state.extension_laid, state.effects, foresees(),
    )  # fmt: skip


def appraise(state: State, side: SideIndex, attacks: bool = False) -> float:
    """Return the worth of a position's units, cities and points to `side`, with or without the attacks it could make.

    Results are cached: after a battle the same position comes about in many ways.
    """
    return _APPRAISED.of(state, (side, attacks, standing(state)), lambda: _worked_out(state, side, attacks))


def _worked_out(state: State, side: SideIndex, attacks: bool) -> float:
    """`appraise` without the cache."""
    assessment = Assessment(state, side)
    score = Scorer(assessment).score([piece.node for piece in assessment.own], attacks)
    return stock(assessment) + score


def stock(assessment: Assessment) -> float:
    """Return the worth of both sides' assets wherever their units stand: troops, cities, points, nearness to goals."""
    state, side, horizon = assessment.state, assessment.side, assessment.horizon
    # The loss of units that a goal names is already in the nearness of that goal.
    own, foes = (
        sum(piece.worth - horizon.wanted.get(piece.unit, 0.0) for piece in pieces)
        for pieces in (assessment.own, assessment.foes)
    )
    material = own - foes
    for node in overstacked(state, side):
        material -= OVERSTACKED * min(piece.worth for piece in assessment.own if piece.node == node)
    worths = standing_worths(state, horizon)
    held = sum(worth if state.control(side) >> node & 1 else -worth for node, worth in worths.items())
    return material + 0.5 * held + horizon.reached(state, side)
