"""Single questions about a position, for programs that ask them thousands of times: no view is made for them.

Each takes a state: that of a sample, or `Observation.known`. Places and units are ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from noretreat.core.atlas import node_named
from noretreat.core.board import BOARD, SIDE_INDEX, SIDES, side_named
from noretreat.core.state import State, require_state
from noretreat.data.facts import Side
from noretreat.rules import supply, victory


def control_of(state: State, place: str) -> Side | None:
    """The side that a city, an oil field or Finland belongs to; None for places that belong to nobody (2.3).

    Raises `UnknownName` for an unknown place.
    """
    require_state(state)
    node = node_named(place)
    for side in SIDES:
        at = SIDE_INDEX[side]
        if state.control(at) >> node & 1 or (node == BOARD.finland and victory.holds_finland(state, at)):
            return side
    return None


def held_by(state: State, side: Side | str) -> tuple[str, ...]:
    """The cities and oil fields that a side controls, by their ids; raises `UnknownName` for what is no side."""
    require_state(state)
    return BOARD.ids(state.control(SIDE_INDEX[side_named(side)]))


def points_of(state: State, side: Side | str) -> int:
    """The victory points that a side has, or would have if the initiative were its own (12.7).

    Raises `UnknownName` for what is no side.
    """
    require_state(state)
    return victory.victory_points(state, SIDE_INDEX[side_named(side)])


def stacks_of(state: State, side: Side | str) -> Mapping[str, tuple[str, ...]]:
    """The units of a side on the map, by the ids of their places; raises `UnknownName` for what is no side."""
    require_state(state)
    nodes = state.on_nodes(SIDE_INDEX[side_named(side)])
    return {BOARD.id_of[node]: tuple(BOARD.unit_ids[unit] for unit in units) for node, units in nodes.items()}


def unsupplied_of(state: State, side: Side | str) -> tuple[str, ...]:
    """The units of a side that are marked Unsupplied (6.4); raises `UnknownName` for what is no side."""
    require_state(state)
    own = BOARD.of_side[SIDE_INDEX[side_named(side)]]
    return tuple(BOARD.unit_ids[unit] for unit in own if state.unsupplied >> unit & 1)


def cut_off_of(state: State, side: Side | str) -> tuple[str, ...]:
    """The units of a side that would fail a supply check now (6.1); raises `UnknownName` for what is no side."""
    require_state(state)
    return tuple(BOARD.unit_ids[unit] for unit in supply.cut_off(state, SIDE_INDEX[side_named(side)]))
