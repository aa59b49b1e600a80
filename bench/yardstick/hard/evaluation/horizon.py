"""The checks and goals ahead, and the weight they give to points, objectives and troops (chapter 12).

Far from any decision a city is worth its point, and troops are worth the cities they will take. Shortly before a check,
a point counts for more the nearer the score is to the mark; at the end of a scenario troops count for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET, bits
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.data.facts import Goal
from noretreat.rules import victory

LEAST_POINT: Final = 1.3
"""The worth of a point far from any check."""
STEEPEST: Final = 7.0
"""The most that a single check can make of a point."""
_GOAL: Final = 0.95
"""The most that the goal of a scenario makes, as a share of `STEEPEST`."""
_SPREAD: Final = 0.6
"""The amount by which each player turn before a check widens the range of scores at which it still matters."""
SUDDEN: Final = 0.8
"""As `_GOAL`, for a mark that does not also end the game for the side that misses it."""
_FAR: Final = 14
"""Player turns beyond which a check is ignored."""
_FADED_TROOPS: Final = 14
"""Player turns before the end from which troops begin to count for less."""
_LEAST: Final = 0.08
"""The share of their worth that troops keep in the last player turn."""
_MATCH_POINT: Final = 7.0
"""The worth of the objective with which a side wins, and of the one whose loss saves the other."""
_CLOSER: Final = 1.0
"""The worth of the objective before that, beyond its point."""
_OBJECTIVE: Final = 0.38
"""The worth of any other objective beyond its point."""
_TIDE: Final = 0.5
"""The worth of one more point shortly before the Axis high tide is taken, and before it is compared."""
_NAMED: Final = 6.0
"""The worth of all hexes together that a goal of the scenario names."""
_LAST_STAND: Final = 10.0
"""The worth of the Berlin Garrison while it may be destroyed: the war (WIN-7)."""
_GARRISON: Final = BOARD.unit_index["BERLIN_G"]
_MISSED: Final = 0.55
"""The factor by which a goal counts for less with each further hex that it lacks."""


_A_HEX: Final = 1.2
"""The amount that each missing hex adds to what a goal lacks."""
_AT_ANY_SCORE: Final = "high tide"
"""The check that asks for more points than there were, however many."""


class Check(NamedTuple):
    """A moment at which the score of one side is held against a mark."""

    name: str
    side: SideIndex
    lead: float
    """Points above the least score that passes; negative: missing."""
    turns: int
    """Player turns left before it, the present one included."""
    weight: float

    def steepness(self, more: float = 0.0) -> float:
        """The worth of a point for this check, with `more` points: highest at the mark and shortly before the check."""
        spread = 0.45 + _SPREAD * self.turns
        return STEEPEST * self.weight * _bell((self.lead + more + 0.5) / spread) / (0.55 + 0.45 * self.turns)


def _bell(x: float) -> float:
    """The slope of the logistic curve, 1 at 0."""
    return 1.0 / math.cosh(min(20.0, abs(x)) / 1.4) ** 2


class Horizon:
    """The worth of points, hexes and troops to both sides, by what is to be decided.

    The game is zero-sum here: what one side gains the other loses.
    """

    def __init__(self, state: State) -> None:
        self.now = 2 * state.turn + state.phasing
        self.checks = list(_checks(state, self.now))
        self.point = max(LEAST_POINT, sum(check.steepness() for check in self.checks))
        """The worth of a victory point."""
        self.troops = _troops(state, self.now)
        """The share of their worth that troops keep."""
        self.hexes: dict[Node, float] = {}
        """The worth of some hexes beyond their point."""
        self.wanted: dict[int, float] = {}
        """The worth of the loss of these units for the goals of the scenario."""
        _add_objectives(state, self.hexes)
        _add_goals(state, self.now, self.hexes, self.wanted)
        self.units = dict(self.wanted)
        """The worth of the loss of these units, beyond everything else."""
        if state.where[_GARRISON] >= 0:
            self.units[_GARRISON] = self.units.get(_GARRISON, 0.0) + _LAST_STAND

    def reached(self, state: State, side: SideIndex) -> float:
        """The worth to `side` of the points, objectives and goals that the sides have.

        Each counts for what it was worth on the way there: `point` times the score alone would tell a side that has
        passed a mark that its cities are now worth little.
        """
        worth = _of_score(state, self.checks)
        worth += _of_objectives(state, AXIS) - _of_objectives(state, SOVIET) + _of_goals(state, self.now)
        return worth if side == AXIS else -worth


def _turns_to(state: State, turn: int, side: SideIndex | None, now: int) -> int:
    """Player turns before the Victory Phase of `side` (None: of the whole turn), the present one included."""
    digital = state.rules.victory_phases_per_turn == 2 and side is not None
    moment = 2 * turn + (side or 0) * digital
    return moment - now


def _checks(state: State, now: int) -> list[Check]:
    """The marks of Sudden Death, the operational check and the goals in points, as far as they can be seen."""
    found: list[Check] = []
    last = state.setup.last_turn
    if victory.can_end_early(state):
        for side in (AXIS, SOVIET):
            found += _marks(state, side, now, last)
    if state.turn <= 22 <= last and state.setup.victory is None:
        found += _operational(state, now)
    conditions = state.setup.victory
    if conditions is not None:
        side = SIDE_INDEX[conditions.side]
        turns = max(1, _turns_to(state, last + 1, None, now))
        goals = sorted(conditions.any_of, key=lambda goal: _missing(state, goal, side))
        for rank, goal in enumerate(goals):
            lead = _lead(state, goal, side)
            if lead is not None:
                found.append(Check("goal", side, lead, turns, _GOAL if rank == 0 else 0.5 * _GOAL))
    return found


def _marks(state: State, side: SideIndex, now: int, last: int) -> list[Check]:
    """The Sudden Death checks of a side within sight (WIN-3)."""
    found = []
    for turn in range(state.turn, min(last, state.turn + _FAR // 2) + 1):
        mark = victory.threshold(turn, side)
        turns = _turns_to(state, turn, side, now)
        if mark is None or not 0 < turns <= _FAR:
            continue
        if side == AXIS and state.initiative != AXIS:
            continue
        if side == SOVIET and turn < victory.SHIFT_TURN:
            continue
        lead = _score(state, side, turn) - mark - 1
        found.append(Check("sudden death", side, lead, turns, SUDDEN))
    return found


def _operational(state: State, now: int) -> list[Check]:
    """The Axis high tide and the operational check after turn 22 (WIN-5, WIN-6)."""
    if state.initiative == AXIS:
        turns = _turns_to(state, victory.SHIFT_TURN, None, now)
        return [Check(_AT_ANY_SCORE, AXIS, 0.0, max(1, turns), 0.25)] if turns <= _FAR else []
    turns = _turns_to(state, victory.LAST_YEAR, None, now)
    if turns > _FAR:
        return []
    return [Check("operational", SOVIET, _score(state, SOVIET, 22) - state.high_tide, max(1, turns), 1.0)]


def _score(state: State, side: SideIndex, turn: int) -> int:
    """The score of a side as it would be on a turn, if nothing changed."""
    hexes = BOARD.vp_hexes & ~state.scorched
    if turn >= victory.LAST_YEAR:
        hexes &= BOARD.germany
    points = (state.control(side) & hexes).bit_count()
    same_year = (turn >= victory.LAST_YEAR) == (state.turn >= victory.LAST_YEAR)
    if state.initiative == side and same_year:
        points += state.event_vp
    if turn < victory.LAST_YEAR and victory.holds_finland(state, side):
        points += 1
    return points


def _lead(state: State, goal: Goal, side: SideIndex) -> float | None:
    """The margin by which a goal that counts points or hexes is passed; None for one that does not."""
    if goal.points is not None:
        return float(victory.victory_points(state, side) - goal.points)
    if goal.high_tide:
        return float(victory.victory_points(state, side) - state.high_tide)
    if goal.held is not None:
        return float((state.control(side) & victory.counted_hexes(state)).bit_count() - goal.held)
    return None


def _missing(state: State, goal: Goal, side: SideIndex) -> float:
    """The approximate number of hexes and units that a goal still lacks."""
    missing = 0.0
    lead = _lead(state, goal, side)
    if lead is not None:
        missing += max(0.0, -lead)
    missing += _A_HEX * (BOARD.mask(*goal.hexes) & ~state.control(side)).bit_count()
    if goal.objectives is not None:
        missing += _A_HEX * max(0, goal.objectives - len(victory.objectives_held(state, side)))
    return missing + 1.5 * sum(state.where[BOARD.unit_index[unit]] >= 0 for unit in goal.lost)


def _troops(state: State, now: int) -> float:
    """The share of their worth that troops keep: less towards the end of the game."""
    turns = max(1, 2 * (state.setup.last_turn + 1) - now)
    if turns >= _FADED_TROOPS:
        return 1.0
    return _LEAST + (1.0 - _LEAST) * (turns - 1) / (_FADED_TROOPS - 1)


def _of_score(state: State, checks: Sequence[Check]) -> float:
    """The worth of both sides' points to the Axis, with all checks in sight."""
    counted = victory.counted_hexes(state)
    score = (state.control(AXIS) & counted).bit_count()
    marks = [
        (check._replace(lead=check.lead - (score if check.side == AXIS else -score)), check.name == _AT_ANY_SCORE)
        for check in checks
    ]
    events = state.event_vp if state.initiative == AXIS else -state.event_vp
    return _climb(tuple(marks), counted.bit_count())[score] + LEAST_POINT * events


@lru_cache(maxsize=4096)
def _climb(marks: tuple[tuple[Check, bool], ...], most: int) -> list[float]:
    """The worth of all Axis points together, for each score of the Axis up to `most`.

    `marks`: checks with their leads at no points at all, and whether they count the same at any score.
    """
    total, totals = 0.0, [0.0]
    for score in range(most):
        between = score + 0.5
        steep = sum(
            check.steepness(-check.lead if always else between if check.side == AXIS else -between)
            for check, always in marks
        )
        total += max(LEAST_POINT, steep)
        totals.append(total)
    return totals


def _of_objectives(state: State, side: SideIndex) -> float:
    """The worth of the Objectives that a side controls, beyond their points."""
    lacking = _lacking(state, side)
    held = (BOARD.objectives[side] & state.control(side) & ~state.scorched).bit_count()
    return sum(_objective_worth(state, side, lacking + before) for before in range(1, held + 1))


def _of_goals(state: State, now: int) -> float:
    """The worth to the Axis of its nearness to the scenario's goals that name hexes or units (WIN-8)."""
    conditions = state.setup.victory
    if conditions is None:
        return 0.0
    side = SIDE_INDEX[conditions.side]
    named = [goal for goal in conditions.any_of if goal.hexes or goal.lost or goal.objectives is not None]
    worth = _pressing(state, now) / _A_HEX * sum(_nearness(_missing(state, goal, side)) for goal in named)
    return worth if side == AXIS else -worth


def _nearness(missing: float) -> float:
    """The sum of `_pull_of_goal` over all that would be missing more than this."""
    fading = -1.0 / math.log(_MISSED)
    return fading * _pull_of_goal(missing) + max(0.0, 1.0 - missing)


def _pull_of_goal(missing: float) -> float:
    """The share of its full weight that a hex of a goal keeps when so much is missing."""
    return float(_MISSED ** max(0.0, missing - 1.0))


def _pressing(state: State, now: int) -> float:
    """The worth of the last hex of a goal at this distance from the end."""
    turns = max(1, _turns_to(state, state.setup.last_turn + 1, None, now))
    return _NAMED / (1.0 + 0.2 * (turns - 1))


def _lacking(state: State, side: SideIndex) -> int:
    """The number of Objectives that a side still needs (WIN-1)."""
    held = BOARD.objectives[side] & state.control(side) & ~state.scorched
    return victory.objectives_needed(state, side) - held.bit_count()


def _objective_worth(state: State, side: SideIndex, left: int) -> float:
    """The worth of the next Objective, beyond its point, to a side that still lacks this many."""
    if side == SOVIET and state.turn < 14:
        weight = 0.3
    elif side == AXIS and state.initiative != AXIS:
        weight = 0.4
    else:
        weight = _OBJECTIVE
    if not victory.can_end_early(state):
        return weight
    return weight + (_MATCH_POINT if left <= 1 else _CLOSER if left == 2 else 0.0)


def _add_objectives(state: State, hexes: dict[Node, float]) -> None:
    """Adds the worth of both sides' Objectives beyond their points (WIN-1)."""
    for side in (AXIS, SOVIET):
        held = BOARD.objectives[side] & state.control(side) & ~state.scorched
        lacking = _lacking(state, side)
        for node in bits(BOARD.objectives[side]):
            left = lacking + (held >> node & 1)
            hexes[node] = hexes.get(node, 0.0) + _objective_worth(state, side, left)


def _add_goals(state: State, now: int, hexes: dict[Node, float], units: dict[int, float]) -> None:
    """Adds the worth that the goals of the scenario give to the hexes and units that they name (WIN-8)."""
    conditions = state.setup.victory
    if conditions is None:
        return
    side = SIDE_INDEX[conditions.side]
    pressing = _pressing(state, now)
    for goal in conditions.any_of:
        weight = pressing * _pull_of_goal(_missing(state, goal, side))
        for name in goal.hexes:
            node = BOARD.node_of[name]
            hexes[node] = hexes.get(node, 0.0) + weight
        if goal.objectives is not None:
            for node in bits(BOARD.objectives[side] & ~BOARD.mask(*goal.hexes)):
                hexes[node] = hexes.get(node, 0.0) + 0.6 * weight
        for name in goal.lost:
            unit = BOARD.unit_index[name]
            units[unit] = units.get(unit, 0.0) + 0.6 * weight
