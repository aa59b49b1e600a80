"""The goals of a scenario (chapter 12.6; WIN-8): whether they are reached, and in words.

A goal is data (`facts.Goal`). There are no ties: the side named has lost unless it has reached one of its goals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX
from noretreat.core.boxes import DESTROYED, REMOVED, SURRENDERED, TRACK
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Goal, Side, Victory
from noretreat.rules import victory

_LOST: Final = (DESTROYED, SURRENDERED, TRACK, REMOVED)


def decide(state: State, conditions: Victory) -> None:
    """Decide who has won, once the last turn of the scenario is over."""
    side = SIDE_INDEX[conditions.side]
    if any(is_reached(state, goal, side) for goal in conditions.any_of):
        victory.end_game(state, side, "scenario")
    else:
        victory.end_game(state, ENEMY[side], "denied")


def is_reached(state: State, goal: Goal, side: SideIndex) -> bool:
    """True if all conditions of the goal are met."""
    return all(count.have >= count.need for count in _counts(state, goal, side))


class Count(NamedTuple):
    """Progress toward a condition of a goal: the number the side has, and the number it needs."""

    have: int
    need: int


def counted(state: State, conditions: Victory) -> Count:
    """Return the side's progress toward its nearest goal, measured by the condition furthest from being met."""
    side = SIDE_INDEX[conditions.side]
    worst = [min(_counts(state, goal, side), key=_share) for goal in conditions.any_of]
    return max(worst, key=_share)


def _share(count: Count) -> float:
    return min(1.0, count.have / count.need) if count.need else 1.0


def _counts(state: State, goal: Goal, side: SideIndex) -> Iterator[Count]:
    """Each condition of the goal in numbers."""
    score = victory.victory_points(state, side)
    if goal.points is not None:
        yield Count(score, goal.points)
    if goal.held is not None:
        yield Count((state.control(side) & victory.counted_hexes(state)).bit_count(), goal.held)
    if goal.objectives is not None:
        yield Count(len(victory.objectives_held(state, side)), goal.objectives)
    if goal.high_tide:
        yield Count(score, state.high_tide)
    if goal.hexes:
        hexes = BOARD.mask(*goal.hexes)
        yield Count((hexes & state.control(side)).bit_count(), hexes.bit_count())
    if goal.lost:
        yield Count(sum(state.where[BOARD.unit_index[unit]] in _LOST for unit in goal.lost), len(goal.lost))


def in_words(conditions: Victory, last_turn: int) -> Reason:
    """The victory conditions for the information card: one of several goals, each with one or more conditions."""
    code = "goals-early" if conditions.early else "goals"
    return say(code, turn=last_turn, side=conditions.side, goals=all_parts(conditions))


def all_parts(conditions: Victory) -> list[list[Reason]]:
    """The goals, each with its conditions."""
    return [list(_parts(goal, conditions.side)) for goal in conditions.any_of]


def parts_reached(state: State, conditions: Victory) -> list[list[Reason]]:
    """The goals that the side has reached, each with its conditions."""
    side = SIDE_INDEX[conditions.side]
    return [list(_parts(goal, conditions.side)) for goal in conditions.any_of if is_reached(state, goal, side)]


def _parts(goal: Goal, side: Side) -> Iterator[Reason]:
    """The conditions of a goal."""
    if goal.points is not None:
        yield say("goal-points", n=goal.points)
    if goal.held is not None:
        yield say("goal-held", n=goal.held)
    if goal.hexes:
        yield say("goal-hexes", hexes=goal.hexes)
    if goal.objectives is not None:
        # A hex that has been named already is one of them, which nobody would guess.
        counted = tuple(name for name in goal.hexes if BOARD.objectives[SIDE_INDEX[side]] >> BOARD.node_of[name] & 1)
        code = "goal-objectives-with" if counted else "goal-objectives"
        yield say(code, n=goal.objectives, **({"hexes": counted} if counted else {}))
    if goal.high_tide:
        yield say("goal-tide")
    if goal.lost:
        yield say("goal-lost", lost=goal.lost)
