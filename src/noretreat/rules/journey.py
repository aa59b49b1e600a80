"""Journeys (chapters 8.0, 8.3 and 8.5; MOV-3, MOV-4, ZOC-2 to ZOC-4): what a unit can reach, and how."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

import msgspec

from noretreat.core.board import BOARD, bits
from noretreat.core.types import NO_NODES, Node, NodeMask
from noretreat.data.facts import Terrain

Costs: TypeAlias = tuple[tuple[int, NodeMask], ...]
"""Pairs (movement points, mask of the hexes with that cost), cheapest first."""


class Journey(msgspec.Struct, frozen=True, gc=False):
    """Everything a unit can reach from its hex with the points it has."""

    start: Node
    points: int
    """Movement points it may spend."""
    zones: NodeMask
    """The enemy's zone of control, as far as it matters here."""
    costs: Costs
    surcharge: int
    """1 for a fresh unit that starts in an enemy zone (ZOC-3)."""
    by_cost: tuple[NodeMask, ...]
    """`by_cost[c]` is the mask of the hexes it reaches at a least cost of c points."""
    total: NodeMask
    """Mask of everything it can reach; its own hex is not among them."""
    goals: tuple[Node, ...]
    """The same hexes, by number."""
    through: NodeMask
    """Hexes it can move through: those in which it does not have to stop."""

    def cost(self, goal: Node) -> int:
        """The movement points it takes to reach a hex; raises `ValueError` for a hex out of reach."""
        for points, mask in enumerate(self.by_cost):
            if mask >> goal & 1:
                return points
        raise ValueError(f"{BOARD.id_of[goal]} is out of reach")

    def path(self, goal: Node, preferred: NodeMask = NO_NODES) -> list[Node]:
        """A cheapest path, start first; if there are several, one through `preferred` hexes (cities to take on the
        way).

        Raises `ValueError` for a hex out of reach.
        """
        cost = self.cost(goal)
        path = [goal]
        while True:
            here = path[-1]
            earlier = cost - self.entry(here)
            before = self.by_cost[earlier] & self.through & BOARD.adjacent[here] if earlier > 0 else NO_NODES
            direct = BOARD.adjacent[self.start] >> here & 1 and (earlier == self.surcharge or not before)
            if direct and not before & preferred:
                return [self.start, *path[::-1]]
            choice = before & preferred or before
            path.append(bits(choice)[0])
            cost = earlier

    def entry(self, node: Node) -> int:
        """Movement points it takes to enter a hex, not counting zones of control (8.3)."""
        for points, terrain in self.costs:
            if terrain >> node & 1:
                return points
        raise ValueError(f"{BOARD.id_of[node]} cannot be entered")  # pragma: no cover - every hex has a terrain

    def left(self, goal: Node) -> int:
        """Movement points left in a hex of the journey; 0 where the unit has to stop."""
        return max(0, self.points - self.cost(goal)) if self.through >> goal & 1 else 0

    def is_halted(self, goal: Node) -> bool:
        """True if an enemy zone of control ends the move in this hex (ZOC-2)."""
        return bool(self.zones >> goal & 1)


@lru_cache(maxsize=65536)
def reach(
    start: Node,
    points: int,
    armored: bool,
    fresh: bool,
    closed: NodeMask,
    zones: NodeMask,
    friends: NodeMask,
    scorched: NodeMask = NO_NODES,
) -> Journey:
    """The journey of a unit (MOV-3, MOV-4, ZOC-2 to ZOC-4).

    `closed`: nodes it may never enter. `zones`: the enemy's zone of control. `friends`: adjacent nodes in that zone
    that hold a friendly unit. `fresh`: it has spent nothing yet. A cost above `points` is possible only for the first
    hex of a fresh unit, and is listed under `points`. `scorched`: cities that are marsh (07S).
    """
    surcharge = 1 if zones >> start & 1 and fresh else 0
    costs = entry_costs(armored, scorched)
    by_cost, total, through = _reached(start, points, costs, fresh, closed, zones, friends)
    return Journey(start, points, zones, costs, surcharge, tuple(by_cost), total, tuple(bits(total)), through)


def reached(start: Node, points: int, armored: bool, closed: NodeMask, zones: NodeMask, friends: NodeMask) -> NodeMask:
    """Everything that a fresh unit can reach: `reach(...).total` alone, for whoever asks it of many positions."""
    return _reached(start, points, BOARD.cost[armored], True, closed, zones, friends)[1]


def _reached(
    start: Node, points: int, costs: Costs, fresh: bool, closed: NodeMask, zones: NodeMask, friends: NodeMask
) -> tuple[list[NodeMask], NodeMask, NodeMask]:
    """The hexes by cost, all that is reached, and what can be moved through."""
    by_cost = [NO_NODES] * (points + 1)
    nearby = BOARD.adjacent[start] & ~closed
    surcharge = 0
    if zones >> start & 1:
        nearby &= ~zones | friends
        surcharge = 1 if fresh else 0
    forced = NO_NODES
    for cost, terrain in costs:
        entered = nearby & terrain
        if cost + surcharge <= points:
            by_cost[cost + surcharge] |= entered
        elif fresh and points > 0:
            by_cost[points] |= entered
            forced |= entered
    total, through = _grow(points, costs, by_cost, BOARD.nodes & ~(closed | 1 << start), zones | forced)
    return by_cost, total, through


@cache
def entry_costs(armored: bool, scorched: NodeMask) -> Costs:
    """Pairs (movement points, mask of the hexes with that cost), cheapest first; a scorched city costs the same as
    marsh.
    """
    costs = BOARD.cost[armored]
    if not scorched:
        return costs
    row = BOARD.terrain_row[Terrain.MARSH]
    marsh = row.armor_mp if armored else row.other_mp
    return tuple((cost, mask | scorched if cost == marsh else mask & ~scorched) for cost, mask in costs)


def _grow(
    points: int, costs: Costs, by_cost: list[NodeMask], unseen: NodeMask, stops: NodeMask
) -> tuple[NodeMask, NodeMask]:
    """Spreads outward from the first hexes, cheapest first, over what is `unseen`; in one of the `stops`, a zone or a
    guaranteed hex, the move ends.

    Completes `by_cost`, and returns everything reached and what can be moved through.
    """
    total = through = NO_NODES
    for spent in range(1, points + 1):
        new = by_cost[spent] & unseen
        by_cost[spent] = new
        unseen ^= new
        total |= new
        moving_on = new & ~stops
        through |= moving_on
        if moving_on and spent < points:
            following = BOARD.expand(moving_on) & unseen
            for cost, terrain in costs:
                if spent + cost > points:
                    break
                by_cost[spent + cost] |= following & terrain
    return total, through
