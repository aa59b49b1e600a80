"""Supply (chapter 6; SUP-1 to SUP-12): which units can trace a path, and what being cut off means.

Everything is a flood over node masks. `Net` holds the answers for one side in one position; it depends only on
a handful of masks, so it is cached by them. The slow set-based twin lives in `tests/oracles.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from noretreat.core import events
from noretreat.core.board import AXIS, BOARD, ENEMY, ROW, SIDES, bits, spread
from noretreat.core.state import State
from noretreat.core.types import NO_NODE, NO_NODES, NO_UNITS, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Sea
from noretreat.rules import extension

CITY_REACH: Final = 4
"""An overland path is at most four hexes long, counting the city (SUP-3)."""

EDGE_IS_A_HEX, SOURCES_IN_ZONES, THROUGH_AREAS = 1, 2, 4
"""Bits of `_reading`: the points on which rule sets read 6.1 and 6.3 differently (C-12, C-13, C-45)."""

_BALTIC: Final = BOARD.coast[Sea.BALTIC]
_BLACK: Final = BOARD.coast[Sea.BLACK]
_CASPIAN: Final = BOARD.coast[Sea.CASPIAN]
_LENINGRAD: Final = BOARD.mask("1902")


class Net(msgspec.Struct, frozen=True, gc=False):
    """The nodes that one side can supply in one position; all fields are masks."""

    overland: NodeMask
    """Nodes from which a unit of this side has an overland path; its own node is never tested (SUP-9)."""
    cities: NodeMask
    """Friendly cities that are supplied and so can be sources for others (SUP-5)."""
    held_cities: NodeMask
    """Friendly cities with a path to the edge, their own hex not tested: for placing, detraining and holding
    (SUP-9)."""
    path: NodeMask
    """Nodes a trace may enter that are on some path to a source (for drawing and placing)."""


@lru_cache(maxsize=8192)
def _net(
    side: SideIndex,
    own: NodeMask,
    enemy: NodeMask,
    enemy_zoc: NodeMask,
    control: NodeMask,
    enemy_control: NodeMask,
    sources: NodeMask,
    depth: int,
    reading: int,
    friendly_edge: NodeMask,
) -> Net:
    """The supply net for the given masks; `depth` is the longest overland path counted to a city.

    Sources are the friendly edge and controlled cities (SUP-4).
    """
    enterable = BOARD.traceable & ~enemy & ~(enemy_zoc & ~own) & ~enemy_control
    edge = friendly_edge & (BOARD.traceable & ~enemy if reading & SOURCES_IN_ZONES else enterable)
    flood = _toward_edge(side, edge, enterable)
    held = control & sources & (flood | _steps_inward(side, flood) | friendly_edge)
    usable = held & ~enemy if reading & SOURCES_IN_ZONES else control & sources & flood
    # Walk outward from the sources: leaving the map counts as a hex, so edge hexes join one hex later (C-12).
    path = usable if reading & EDGE_IS_A_HEX else usable | edge
    areas = BOARD.areas & ~enemy if reading & THROUGH_AREAS else NO_NODES
    for step in range(1, depth):
        path |= _spread_through(path, areas) & (enterable | areas) if areas else spread(path) & enterable
        if step == 1:
            path |= edge
    overland = path | spread(path & BOARD.traceable) & BOARD.traceable
    overland |= friendly_edge  # a unit on an edge hex is one hex from the edge
    for area, neighbors in BOARD.area_neighbors.items():
        if neighbors & path:
            overland |= 1 << area
    return Net(overland, usable, held, path)


def _spread_through(mask: NodeMask, areas: NodeMask) -> NodeMask:
    """The mask and all nodes adjacent to it, where supply may pass through areas (C-45)."""
    grown = spread(mask & BOARD.traceable) | mask
    for area, neighbors in BOARD.area_neighbors.items():
        if areas >> area & 1:
            if mask & neighbors:
                grown |= 1 << area
            if mask >> area & 1:
                grown |= neighbors
    return grown


def _reading(state: State) -> int:
    """Return this rule set's reading of the supply rules, as bits for `_net`."""
    rules = state.rules
    reading = EDGE_IS_A_HEX if rules.edge_counts_as_hex else 0
    if rules.source_in_ezoc_ok:
        reading |= SOURCES_IN_ZONES
    return reading if rules.area_blocks_through_supply else reading | THROUGH_AREAS


@lru_cache(maxsize=8192)
def _toward_edge(side: SideIndex, edge: NodeMask, enterable: NodeMask) -> NodeMask:
    """Nodes with a path to the friendly edge in the directions of that side (SUP-5), found backward from the edge."""
    found = edge
    while True:
        # Axis paths run W, NW, SW, so backward E, SE, NE; Soviet ones the other way around.
        if side == AXIS:
            grown = found | found << 1 | found << ROW | found >> (ROW - 1)
        else:
            grown = found | found >> 1 | found >> ROW | found << (ROW - 1)
        grown &= enterable
        grown |= found
        if grown == found:
            return found
        found = grown


def _steps_inward(side: SideIndex, flood: NodeMask) -> NodeMask:
    """Nodes one hex before the flood, in its direction: for cities whose own hex is not tested (SUP-9)."""
    if side == AXIS:
        return flood << 1 | flood << ROW | flood >> (ROW - 1)
    return flood >> 1 | flood >> ROW | flood << (ROW - 1)


def net(state: State, side: SideIndex, depth: int = CITY_REACH) -> Net:
    """The supply net of `side` now; `depth` 4 for units, less for detraining (DET-1)."""
    enemy = ENEMY[side]
    return _net(
        side,
        state.occupied(side),
        state.occupied(enemy),
        state.zoc(enemy),
        state.control(side),
        state.control(enemy) & _blocking(state),
        source_hexes(state),
        depth,
        _reading(state),
        extension.supply_edge(state, side),
    )


def _blocking(state: State) -> NodeMask:
    """Cities that block a side's paths while its enemy controls them, in the rule sets where they do (6.3)."""
    return BOARD.cities & ~state.scorched if state.rules.enemy_city_blocks_supply else NO_NODES


def source_hexes(state: State) -> NodeMask:
    """Hexes that can be supply sources under the rule set: cities, or cities and oil fields (C-38)."""
    sources = BOARD.cities | BOARD.oil if "oil" in state.rules.supply_sources else BOARD.cities
    return sources & ~state.scorched


@lru_cache
def _extra_coast(names: tuple[str, ...]) -> NodeMask:
    """The hexes that some rule sets count as coastal though they have no whole side of sea (C-98)."""
    return BOARD.mask(*names)


def sea_hexes(state: State, side: SideIndex) -> NodeMask:
    """Coastal hexes where a unit of `side` is supplied by sea now (SUP-6)."""
    sea, baltic = _coasts(state, side)
    return sea | baltic if baltic and net(state, side).held_cities & _LENINGRAD else sea


def _coasts(state: State, side: SideIndex) -> tuple[NodeMask, NodeMask]:
    """Coasts where `side` is always in supply, and those where it is as long as Leningrad has a path (SUP-6)."""
    baltic = _BALTIC | _extra_coast(state.rules.coast_extra)
    if side == AXIS:
        return _BLACK | baltic, NO_NODES
    if state.rules.baltic_soviet_needs_leningrad:
        return _BLACK | _CASPIAN, baltic
    return _BLACK | _CASPIAN | baltic, NO_NODES


def always_supplied(state: State, unit: UnitIndex) -> bool:
    """True if the unit is always supplied, as Finns at home and Yugoslavs in the Balkans are (SUP-8)."""
    info = state.info(unit)
    node = state.where[unit]
    if info.id == "FINN":
        return node == BOARD.finland
    if info.id in ("YUG1", "YUG2"):
        return bool(BOARD.balkans >> node & 1)
    face = state.face_of(unit)
    return state.rules.static_german_always_supplied and info.german and (face.fort or face.volkssturm)


class Tracing(msgspec.Struct, frozen=True, gc=False):
    """What decides the supply of a side beside units and control: worked out once for many arrangements of units."""

    side: SideIndex
    sources: NodeMask
    blocking: NodeMask
    """Cities that block the side's paths as long as the enemy controls them."""
    reading: int
    edge: NodeMask
    sea: NodeMask
    """Coasts where the side is always in supply (SUP-6)."""
    baltic: NodeMask
    """Coasts where it is in supply as long as Leningrad has a path."""


def tracing_of(state: State, side: SideIndex) -> Tracing:
    """How a side traces supply now, wherever the units of both sides may stand (SUP-3 to SUP-6)."""
    sources, blocking, edge = source_hexes(state), _blocking(state), extension.supply_edge(state, side)
    return Tracing(side, sources, blocking, _reading(state), edge, *_coasts(state, side))


def supplied_by(
    tracing: Tracing, own: NodeMask, enemy: NodeMask, zone: NodeMask, control: NodeMask, enemy_control: NodeMask
) -> NodeMask:
    """Nodes where a unit of the side would be in supply with its units in `own` and the enemy's in `enemy` (SUP-2).

    `zone`: the enemy's zone of control. The neighbor itself needs a path: there is one link and no chain (SUP-7).
    """
    found = _net(
        tracing.side, own, enemy, zone, control, enemy_control & tracing.blocking, tracing.sources, CITY_REACH,
        tracing.reading, tracing.edge,
    )  # fmt: skip
    overland = found.overland
    feeders = overland & own
    supplied = overland | spread(feeders & BOARD.hexes) & BOARD.hexes | tracing.sea
    if feeders & _AT_AREAS:
        for area, neighbors in BOARD.area_neighbors.items():
            if feeders >> area & 1:
                supplied |= neighbors
            if feeders & neighbors:
                supplied |= 1 << area
    return supplied | tracing.baltic if tracing.baltic and found.held_cities & _LENINGRAD else supplied


_AT_AREAS: Final = BOARD.areas | BOARD.irregular
"""The areas, and the hexes beside them."""


_supplied_now: Final = lru_cache(maxsize=1 << 10)(supplied_by)
"""For positions that are played: a view asks four times. What computer players try out would only crowd it."""


def supplied_nodes(state: State, side: SideIndex) -> NodeMask:
    """Nodes where a unit of `side` is in supply now: overland, by sea, or next to a unit with a path (SUP-2)."""
    enemy = ENEMY[side]
    return _supplied_now(
        tracing_of(state, side),
        state.occupied(side),
        state.occupied(enemy),
        state.zoc(enemy),
        state.control(side),
        state.control(enemy),
    )


def by_distance(state: State, side: SideIndex) -> tuple[NodeMask, ...]:
    """The nodes that an overland path of `side` reaches: those one hex away from its source, two hexes, and so on to
    the longest path that counts (SUP-3).
    """
    bands: list[NodeMask] = []
    nearer = NO_NODES
    for depth in range(1, CITY_REACH + 1):
        reached = net(state, side, depth).overland
        bands.append(reached & ~nearer)
        nearer |= reached
    return tuple(bands)


def is_supplied(state: State, unit: UnitIndex) -> bool:
    """True if this unit would pass a supply check now (SUP-2). Units in boxes always do (SUP-12)."""
    node = state.where[unit]
    if node < 0:
        return True
    return bool(supplied_nodes(state, state.info(unit).side) >> node & 1) or always_supplied(state, unit)


def has_overland(state: State, unit: UnitIndex) -> bool:
    """True if this unit has an overland path now (SUP-3)."""
    node = state.where[unit]
    return node >= 0 and bool(net(state, state.info(unit).side).overland >> node & 1)


def cut_off(state: State, side: SideIndex) -> list[UnitIndex]:
    """Units of `side` on the map that would fail a supply check now (POS-1)."""
    outside = state.occupied(side) & ~supplied_nodes(state, side)
    return [unit for unit in state.units_in(outside, side) if not always_supplied(state, unit)]


def hex_is_supplied(state: State, node: Node, side: SideIndex) -> bool:
    """True if a unit of `side` in this hex would be supplied, or its city is (WIN-2)."""
    return bool(supplied_hexes(state, side) >> node & 1)


def supplied_hexes(state: State, side: SideIndex) -> NodeMask:
    """Hexes where a unit of `side` would be supplied, and its cities that are (WIN-2)."""
    return net(state, side).held_cities | supplied_nodes(state, side)


def check_supply(state: State, phasing: SideIndex) -> None:
    """The supply check (SUP-1): marks both sides' units that cannot trace, the phasing side's first.

    A marked unit loses its ZOC before the other side is checked. Markers stay until Removal, and none is added between
    checks (SUP-11).
    """
    state.mark_unsupplied(NO_UNITS)
    for side in (phasing, ENEMY[phasing]):
        marked = cut_off(state, side)
        state.mark_unsupplied(state.unsupplied | sum((1 << unit for unit in marked), NO_UNITS))
        if marked:
            state.emit(events.SupplyChecked(SIDES[side], tuple(BOARD.unit_ids[unit] for unit in marked)))


def trace(state: State, node: Node, side: SideIndex) -> tuple[str, list[Node]]:
    """Return the kind of supply a unit of `side` has in this hex, and the path to show, nearest hex first.

    The first value is overland, sea, neighbor, or none.
    """
    own_net = net(state, side)
    if own_net.overland >> node & 1:
        return "overland", _overland_path(state, node, side)
    if sea_hexes(state, side) >> node & 1:
        return "sea", []
    feeders = own_net.overland & state.occupied(side)
    beside = BOARD.area_neighbors.get(node) or BOARD.near.get(node, NO_NODES) | BOARD.adjacent.get(node, NO_NODES)
    for other in bits(beside & feeders):
        return "neighbor", [other, *_overland_path(state, other, side)]
    return "none", []


def edge_reach(state: State) -> int:
    """The greatest distance in hexes to an edge hex by which an overland path can leave the map (SUP-3, C-12)."""
    return CITY_REACH - state.rules.edge_counts_as_hex


def sources_in_reach(state: State, node: Node, side: SideIndex) -> NodeMask:
    """The supplied cities and friendly edge hexes that a unit here has an overland path to (SUP-3); not its own hex."""
    own_net, enemy = net(state, side), ENEMY[side]
    onward = own_net.path & ~(state.zoc(enemy) & ~state.occupied(side))
    edge = extension.supply_edge(state, side)
    return _sources_in_reach(node, own_net.path, onward, own_net.cities, edge, edge_reach(state))


@lru_cache(maxsize=4096)
def _sources_in_reach(
    node: Node, path: NodeMask, onward: NodeMask, cities: NodeMask, edge: NodeMask, farthest_edge: int
) -> NodeMask:
    """The sources on a path of up to four hexes; it goes on from the nodes of `onward` only."""
    start = 1 << node
    walked, found = start, NO_NODES
    for length in range(1, CITY_REACH + 1):
        entered = _spread_through(walked, BOARD.areas) & path
        found |= entered & (cities | edge if length <= farthest_edge else cities)
        walked |= entered & onward
    return found & ~start


def _overland_path(state: State, node: Node, side: SideIndex) -> list[Node]:
    """A shortest path from a node to a supplied city or the friendly edge, through traceable hexes (SUP-3).

    An edge hex ends it only where it is near enough to leave the map by.
    """
    own_net, edge, farthest_edge = net(state, side), extension.supply_edge(state, side), edge_reach(state)
    if (own_net.cities | edge) >> node & 1:
        return []
    came: dict[Node, Node] = {node: NO_NODE}
    frontier = [node]
    for length in range(1, CITY_REACH + 1):
        goal = own_net.cities | (edge if length <= farthest_edge else 0)
        following = []
        for here in frontier:
            for there in bits(BOARD.area_neighbors.get(here, NO_NODES) or BOARD.near[here]):
                if there in came or not own_net.path >> there & 1:
                    continue
                came[there] = here
                if goal >> there & 1:
                    return _walk_back(came, there)
                following.append(there)
        frontier = following
    return []


def _walk_back(came: dict[Node, Node], last: Node) -> list[Node]:
    """The path recorded in `came` that ends at `last`, without its start."""
    path = []
    while came[last] != -1:
        path.append(last)
        last = came[last]
    return path[::-1]
