"""What becomes of units that are driven from a hex: whether they get away, are shattered on the way, or are lost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex
from noretreat.rules import calendar, extension, supply
from noretreat.rules.stacking import holding, stacking_rule

RING_TWO: Final = {
    node: sum(1 << other for other in bits(BOARD.hexes) if BOARD.distance(node, other) == 2)
    for node in bits(BOARD.hexes)
}
"""Hexes exactly two away as the crow flies: where a retreat must end."""
_NEXT_DOOR: Final = 0.6
"""Share of the worth of a city that counts if it lies beside a hex that is won, one step of the advance farther."""
_FARTHER: Final = 0.3
"""The same for one that only the third hex of armor reaches."""
_SLOW: Final = (calendar.MUD, calendar.LONG_WINTER)
_STACKED: Final = 0.8
"""How likely somebody is shattered where a retreat ends in a full hex, in rules that leave the choice to the owner."""


def _eastward(node: Node) -> int:
    """How far east a hex is, in half hexes."""
    q, r = BOARD.axial[node]
    return 2 * q + r


_NOT_FORWARD: Final = {
    side: {
        node: sum(1 << end for end in bits(ring) if (_eastward(end) - _eastward(node)) * (1, -1)[side] <= 0)
        for node, ring in RING_TWO.items()
    }
    for side in (AXIS, SOVIET)
}
"""For each side and hex the ends of a retreat that do not lie farther toward the enemy (RET-4)."""


class Rout(NamedTuple):
    """What a retreat from a hex would come to, as shares of the units there; the rest gets away."""

    lost: float
    shattered: float
    ends: int
    """How many hexes it could end in, in good order and with room."""


def full_hexes(state: State, side: SideIndex) -> NodeMask:
    """The hexes that hold no more units of a side, whatever units these are (STK-1)."""
    one, two = holding(state, side)
    return one if stacking_rule(state, side) == "one" else two


class Ground(NamedTuple):
    """All that retreats of one side depend on."""

    friends: NodeMask
    full: NodeMask
    """Hexes of theirs that hold no more units."""
    enemies: NodeMask
    zone: NodeMask
    """The enemy's zones of control."""
    battles: NodeMask = 0
    """Hexes of theirs that wait for another battle: a retreat in good order does not go there."""
    sources: NodeMask = 0
    """Where their supply comes from, and retreats lead (RET-3); nothing: wherever they like."""


def sources_of(state: State, side: SideIndex) -> NodeMask:
    """Toward what retreats of a side lead, in rules that ask for it."""
    if state.rules.retreat_filters == "none":
        return 0
    return extension.supply_edge(state, side) | supply.net(state, side).cities


@lru_cache(maxsize=512)
def _distances_from(source: Node) -> dict[Node, int]:
    """The distance of every node from one."""
    return {node: BOARD.distance(source, node) for node in bits(BOARD.hexes | BOARD.areas)}


@lru_cache(maxsize=16384)
def _homeward(node: Node, sources: NodeMask, strict: bool) -> tuple[NodeMask, ...]:
    """The ends of retreats from a hex, those that are preferred first: nearer to supply, level with it, farther.

    With `strict`, level is as good as nearer (RET-3, C-19).
    """
    from_sources = [_distances_from(source) for source in bits(sources)]
    here = min(found[node] for found in from_sources)
    ranks: dict[int, NodeMask] = {}
    for end in bits(RING_TWO[node] | BOARD.adjacent[node] & BOARD.areas):
        loss = max(0 if strict else -1, min(found[end] for found in from_sources) - here)
        ranks[loss] = ranks.get(loss, 0) | 1 << end
    return tuple(ranks[loss] for loss in sorted(ranks))


def possible_ends(node: Node, friends: NodeMask, enemies: NodeMask, zone: NodeMask) -> NodeMask:
    """Where a retreat from `node` could end, room and direction apart (RET-1); nothing: the units are lost."""
    areas = BOARD.adjacent[node] & BOARD.areas & ~enemies
    allowed = BOARD.hexes & ~enemies & ~(zone & ~friends)
    first = BOARD.adjacent[node] & allowed
    return (BOARD.expand(first) & allowed & RING_TWO.get(node, 0) if first else 0) | areas


def rout(state: State, side: SideIndex, node: Node, ground: Ground, units: int = 1) -> Rout:
    """What a retreat of so many units of `side` from `node` would come to."""
    if node not in RING_TWO:
        return Rout(0.0, 0.0, 1)
    friends, full, enemies, zone, battles, sources = ground
    areas = BOARD.adjacent[node] & BOARD.areas & ~enemies
    allowed = BOARD.hexes & ~enemies & ~(zone & ~friends)
    first = BOARD.adjacent[node] & allowed
    ring = allowed & RING_TWO[node]
    if not (BOARD.expand(first) & ring if first else 0) | areas:
        return Rout(1.0, 0.0, 0)
    strict = state.rules.retreat_filters == "digital"
    if strict:
        first &= ~battles
        ring &= ~battles & _NOT_FORWARD[side][node]
    ends = (BOARD.expand(first) & ring if first else 0) | areas
    if not ends:
        return Rout(0.0, 1.0, 0)
    if sources:
        ends = next(better for mask in _homeward(node, sources, strict) if (better := ends & mask))
    room = (ends & ~full).bit_count() + 9 * bool(areas)
    crowded = max(0, units - room) / units
    return Rout(0.0, crowded if strict else _STACKED * crowded, room)


def beyond(node: Node, cities: NodeMask, barred: NodeMask, weather: str, worths: Mapping[Node, float]) -> float:
    """What the best open city is worth into which the victors of a battle for `node` could advance (ADV-3, ADV-4).

    `cities`: the open ones; `barred`: hexes that they cannot enter, those of the beaten side.
    """
    if not cities or weather in _SLOW or BOARD.stops_advance >> node & 1:
        return 0.0
    near = BOARD.adjacent[node] & ~barred
    best = max((_NEXT_DOOR * worths[city] for city in bits(cities & near)), default=0.0)
    if weather == calendar.CLEAR:
        third = cities & BOARD.expand(near & ~BOARD.stops_advance & BOARD.hexes) & ~near & ~barred
        best = max([best, *(_FARTHER * worths[city] for city in bits(third))])
    return best
