"""The printed facts by their ids: hexes, neighbors, units, cards, and where the units of a state are."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET, cards_in, side_named
from noretreat.core.boxes import BOX_OF
from noretreat.core.state import require_state
from noretreat.core.types import NO_NODES
from noretreat.data.load import UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noretreat.core.state import State
    from noretreat.core.types import Node, UnitIndex
    from noretreat.data.facts import Card, Hex, TurnBox, Unit


@cache
def hexes() -> Mapping[str, Hex]:
    """Every printed hex by its id: terrain, region, city, coasts. The three areas are not among them."""
    return MappingProxyType({each.id: each for each in BOARD.facts.map.hexes})


@cache
def units() -> Mapping[str, Unit]:
    """Every counter by its id: both faces, nation, when it comes."""
    return MappingProxyType({each.id: each for each in BOARD.facts.units})


@cache
def deck() -> Mapping[int, Card]:
    """Every card by its number, with the event of each side."""
    return MappingProxyType({each.number: each for each in BOARD.facts.cards})


@cache
def turns() -> Mapping[int, TurnBox]:
    """The boxes of the calendar by their turn."""
    return MappingProxyType({each.turn: each for each in BOARD.facts.calendar})


def neighbors(place: str) -> tuple[str, ...]:
    """Hexes and areas that a unit could step to from this one (2.2); raises `UnknownName` for an unknown place."""
    return BOARD.ids(BOARD.adjacent.get(node_named(place), NO_NODES))


def distance(a: str, b: str) -> int:
    """The distance in hexes between two places, whatever is between them; raises `UnknownName` for an unknown place."""
    return BOARD.distance(node_named(a), node_named(b))


def is_river(a: str, b: str) -> bool:
    """True if a river runs between two neighboring hexes. Raises `UnknownName` for an unknown place."""
    return bool(BOARD.river.get(node_named(a), 0) >> node_named(b) & 1)


def place_of(state: State, unit: str) -> str:
    """The place of a unit: the id of a hex or an area, or `box:destroyed` and the like; `UnknownName` for an unknown
    unit.
    """
    require_state(state)
    at = state.where[_unit(unit)]
    return BOARD.place_id(at)


def units_at(state: State, place: str) -> tuple[str, ...]:
    """Ids of the units in a hex, an area or a box, those of the Axis first; `UnknownName` for an unknown place."""
    require_state(state)
    if place in BOX_OF:
        found = [unit for side in (AXIS, SOVIET) for unit in state.boxed(side, BOX_OF[place])]
    else:
        found = [unit for side in (AXIS, SOVIET) for unit in state.units_at(node_named(place), side)]
    return tuple(BOARD.unit_ids[unit] for unit in found)


def zone_of(state: State, side: str) -> tuple[str, ...]:
    """Ids of the hexes in the zone of control of a side, `axis` or `soviet` (ZOC-1); `UnknownName` for any other."""
    require_state(state)
    return BOARD.ids(state.zoc(SIDE_INDEX[side_named(side)]))


def hand_of(state: State, side: str) -> tuple[int, ...]:
    """Numbers of the cards that a side, `axis` or `soviet`, holds in this state; `UnknownName` for any other."""
    require_state(state)
    return tuple(cards_in(state.hands[SIDE_INDEX[side_named(side)]]))


def node_named(place: str) -> Node:
    """The number of a place by its id; raises `UnknownName` for one that there is not."""
    if place not in BOARD.node_of:
        raise UnknownName(f"there is no hex or area {place!r}")
    return BOARD.node_of[place]


def _unit(unit: str) -> UnitIndex:
    if unit not in BOARD.unit_index:
        raise UnknownName(f"there is no unit {unit!r}")
    return BOARD.unit_index[unit]
