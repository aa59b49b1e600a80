"""The goals of a scenario of limited length (WIN-8): reached or not, and in words.

A goal is data (`facts.Goal`). There are no ties: without one of its goals the side named has lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from noretreat.data.facts import Goal, Victory
from noretreat.rules import victory
from noretreat.rules.board import BOARD, SIDE_INDEX
from noretreat.rules.state import DESTROYED, REMOVED, SURRENDERED, TRACK, State
from noretreat.rules.wording import place_name, unit_name

_LOST: Final = (DESTROYED, SURRENDERED, TRACK, REMOVED)


def decide(state: State, conditions: Victory) -> None:
    """The last turn of the scenario is over: who has won?"""
    side = SIDE_INDEX[conditions.side]
    if any(is_reached(state, goal, side) for goal in conditions.any_of):
        victory.end_game(state, side, "scenario")
    else:
        victory.end_game(state, 1 - side, "denied")


def is_reached(state: State, goal: Goal, side: int) -> bool:
    """Is everything true that the goal names?"""
    return all(_answers(state, goal, side))


def _answers(state: State, goal: Goal, side: int) -> Iterator[bool]:
    """One truth value for each thing the goal names."""
    score = victory.victory_points(state, side)
    if goal.points is not None:
        yield score >= goal.points
    if goal.held is not None:
        yield (state.control(side) & victory.counted_hexes(state)).bit_count() >= goal.held
    if goal.objectives is not None:
        yield len(victory.objectives_held(state, side)) >= goal.objectives
    if goal.high_tide:
        yield score >= state.high_tide
    hexes = BOARD.mask(*goal.hexes)
    yield not hexes & ~state.control(side)
    yield all(state.where[BOARD.unit_index[unit]] in _LOST for unit in goal.lost)


def in_words(conditions: Victory, last_turn: int) -> str:
    """The victory conditions for the information card."""
    side = conditions.side.value.capitalize()
    goals = "; or ".join(", ".join(_parts(goal)) for goal in conditions.any_of)
    early = " Objectives and Sudden Death can end it before." if conditions.early else ""
    return f"At the end of turn {last_turn} the {side} side wins with {goals}. Otherwise the other side wins.{early}"


def _parts(goal: Goal) -> Iterator[str]:
    """The things a goal names."""
    if goal.points is not None:
        yield f"{goal.points} victory points"
    if goal.held is not None:
        yield f"{goal.held} cities and oil fields"
    if goal.hexes:
        yield " and ".join(place_name(hex_id) for hex_id in goal.hexes)
    if goal.objectives is not None:
        yield f"{goal.objectives} of its Objectives in supply"
    if goal.high_tide:
        yield "as many victory points as the Axis high tide"
    if goal.lost:
        yield f"{' and '.join(unit_name(unit) for unit in goal.lost)} lost"
