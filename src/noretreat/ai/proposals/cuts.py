"""Hexes from which units would cut the enemy off, and those from which they would relieve their own side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from noretreat.ai.evaluation.assessment import Arrangement, Assessment, arrange
from noretreat.core.board import BOARD, bits
from noretreat.core.types import Node, NodeMask, Place

Posts: TypeAlias = tuple[Node, ...]
"""Hexes that units would go to together."""

_BEHIND: Final = 28
"""Hexes that are tried in pairs."""
_LEAST: Final = 0.3
"""The least worth of units for which it is tried to cut them off, or to relieve them."""
_FAR: Final = 8
"""A unit that reaches more hexes than this can go behind the enemy."""


def ways_to_cut(
    assessment: Assessment, at: Sequence[Place], reach: Sequence[NodeMask]
) -> tuple[list[Posts], dict[Node, float]]:
    """Hexes, one or two, from which units would cut enemy units off, the most worth first; and those that do it alone
    with what they cut off.

    `at`: where the units of `Assessment.own` stand; `reach`: where each can go.
    """
    arrangement = arrange(assessment, at)
    reachable = fast = 0
    for piece, mask in zip(assessment.own, reach, strict=True):
        if piece.zoc:
            reachable |= mask
            fast |= mask if mask.bit_count() > _FAR else 0
    behind = reachable & BOARD.hexes & ~assessment.foe_occupied & ~arrangement.occupied
    before = _cut_off(assessment, arrangement, ())
    alone: dict[Node, float] = {}
    for node in bits(behind):
        gain = _cut_off(assessment, arrangement, (node,)) - before
        if gain > _LEAST:
            alone[node] = gain
    found: list[tuple[float, Posts]] = [(gain, (node,)) for node, gain in alone.items()]

    def depth(node: Node) -> int:
        return -(assessment.near_two(node) & assessment.foe_occupied).bit_count()

    deep = sorted(bits(behind & fast), key=depth)[:_BEHIND]
    for place, one in enumerate(deep):
        for two in deep[:place]:
            gain = _cut_off(assessment, arrangement, (one, two)) - before
            if gain > max(alone.get(one, 0.0), alone.get(two, 0.0)) + _LEAST:
                found.append((gain, (two, one)))
    return _best_first(found), alone


def _cut_off(assessment: Assessment, arrangement: Arrangement, posts: Posts) -> float:
    """The worth of the enemy units without supply, with units in some more hexes."""
    occupied, zone = arrangement.occupied, arrangement.zone
    for node in posts:
        occupied |= 1 << node
        zone |= BOARD.adjacent[node]
    gained = occupied & assessment.foe_control & BOARD.vp_hexes
    foes = assessment.foe_occupied
    good = assessment.net_of(
        assessment.foe, foes, occupied, zone, assessment.foe_control & ~gained, assessment.control | gained
    )
    if not foes & ~good:
        return 0.0
    return sum(piece.worth for piece in assessment.foes if not good >> piece.node & 1 and not piece.safe)


def ways_to_relieve(
    assessment: Assessment, at: Sequence[Place], reach: Sequence[NodeMask]
) -> tuple[list[Posts], dict[Node, float]]:
    """The same for units of this side that are out of supply now, and for hexes from which they would be in supply;
    two hexes only where no single one helps.
    """
    arrangement = arrange(assessment, at)
    before = _lost(assessment, arrangement, ())
    if not before:
        return [], {}
    reachable = near = 0
    for piece, mask in zip(assessment.own, reach, strict=True):
        reachable |= mask
        near |= assessment.near_two(piece.node) if piece.marked else 0
    free = reachable & BOARD.hexes & ~assessment.foe_occupied & ~arrangement.occupied
    alone = {}
    for node in bits(free):
        gain = before - _lost(assessment, arrangement, (node,))
        if gain > _LEAST:
            alone[node] = gain
    found: list[tuple[float, Posts]] = [(gain, (node,)) for node, gain in alone.items()]
    close = list(bits(free & near))[:_BEHIND] if not alone else []
    for place, one in enumerate(close):
        for two in close[:place]:
            gain = before - _lost(assessment, arrangement, (one, two))
            if gain > max(alone.get(one, 0.0), alone.get(two, 0.0)) + _LEAST:
                found.append((gain, (two, one)))
    return _best_first(found), alone


def _lost(assessment: Assessment, arrangement: Arrangement, posts: Posts) -> float:
    """The worth of the side's own units without supply, with units in some more hexes."""
    occupied = arrangement.occupied
    for node in posts:
        occupied |= 1 << node
    control, foe_control, foes = assessment.control, assessment.foe_control, assessment.foe_occupied
    good = assessment.net_of(assessment.side, occupied, foes, assessment.foe_zone, control, foe_control)
    if not occupied & ~good:
        return 0.0
    return sum(
        piece.worth + piece.surrender
        for piece, node in zip(assessment.own, arrangement.at, strict=True)
        if node >= 0 and not good >> node & 1 and not piece.safe
    )


def _best_first(found: list[tuple[float, Posts]]) -> list[Posts]:
    """The hexes of these ways, the most worth first, and of ways worth the same those that take fewer units."""
    return [posts for _, posts in sorted(found, key=lambda way: (-way[0], len(way[1])))]
