"""Supply as a map shows it: how far each hex lies from what supplies it, the sources, and where units are cut off."""

from __future__ import annotations

import msgspec

from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.ids import MapId
from noretreat.explain.ahead import outlook
from noretreat.rules import extension, supply


class Pocket(msgspec.Struct, frozen=True):
    """A place with units that would fail a supply check now."""

    at: MapId
    cut: tuple[MapId, ...]
    """The hexes that bar the way out, ..."""
    way: tuple[MapId, ...]
    """... and the way through them, the nearest hex first."""


class SupplyGround(msgspec.Struct, frozen=True):
    """The supply of a side all over the map. Hexes that the enemy holds are left out."""

    near: tuple[tuple[MapId, ...], ...]
    """Hexes with an overland path, by its length: one hex, two, up to the longest that counts (SUP-3)."""
    beside: tuple[MapId, ...]
    """Hexes without a path of their own: a unit there is supplied by sea (SUP-6) or by a neighbor (SUP-7)."""
    sources: tuple[MapId, ...]
    """The cities that supply others, ..."""
    edge: tuple[MapId, ...]
    """... the hexes by which supply comes onto the map, ..."""
    cut_sources: tuple[MapId, ...]
    """... and the cities of the side that have no way home, and supply nobody (SUP-5)."""
    pockets: tuple[Pocket, ...]


def supply_ground(state: State, asked: Side) -> SupplyGround:
    """How far the supply of a side reaches as things stand, and whom it does not reach."""
    side = SIDE_INDEX[asked]
    free = (BOARD.hexes | BOARD.areas) & ~state.occupied(ENEMY[side])
    net = supply.net(state, side)
    beside = supply.supplied_nodes(state, side) & ~net.overland
    owned = state.control(side) & supply.source_hexes(state)
    cut_off = {state.node_of(unit): None for unit in supply.cut_off(state, side)}
    return SupplyGround(
        near=tuple(BOARD.ids(band & free) for band in supply.by_distance(state, side)),
        beside=BOARD.ids(beside & free),
        sources=BOARD.ids(net.cities),
        edge=BOARD.ids(extension.supply_edge(state, side) & free),
        cut_sources=BOARD.ids(owned & ~net.cities),
        pockets=tuple(
            Pocket(BOARD.id_of[node], why.cut, why.way)
            for node in cut_off
            for why in [outlook.cut_of(state, node, side)]
        ),
    )
