"""The enemy's possible next turn: attacks, each unit in one at most, and walks into open cities."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.ai.evaluation.assessment import LIKELY, Arrangement, Assessment, Group, PieceIndex, worth_in
from noretreat.ai.evaluation.chances import CROWDED_SHARE, RETREAT_SHARE, SHATTERED_SHARE, Row, row_for
from noretreat.core.board import BOARD, SOVIET, bits, numbers_in
from noretreat.core.types import NO_NODE, NO_NODES, NO_UNITS, Node, NodeMask
from noretreat.rules import calendar, odds
from noretreat.rules.journey import reached

_CUT_OFF: Final = 3
"""Movement points of a unit without supply (SUP-10)."""
_WORTH_IT: Final = 0.06
"""The enemy makes no attack that promises less."""
_ENOUGH: Final = 0.92
"""The share of the highest possible gain at which the enemy keeps its other units for elsewhere."""
TRAPPED: Final = 0.6
"""The chance that a stack is lost that is driven off while the enemy could close every way out."""
_REBUFF: Final = 0.25
"""The cost of a counterattack to the enemy."""


class Guard(NamedTuple):
    """The units in one of the side's hexes, as defenders."""

    defense: int
    worth: float
    steps: float
    step: float
    shift: int
    protected: bool
    fort: bool
    ground: float


class Target(NamedTuple):
    """One of the side's hexes next to which the enemy can come."""

    node: Node
    units: tuple[PieceIndex, ...]
    groups: int
    """Mask of the enemy groups that can come."""
    lanes: int
    """Those groups as a mask of their numbers of units."""
    room: int
    """The number of units that fit around it."""
    marked: bool
    """True if it will be out of supply."""
    trapped: bool
    """True if the enemy could close every way out of it."""
    crowded: bool
    """True if every way out of it that the enemy cannot close ends in a full hex."""


class Attack(NamedTuple):
    """One attack of the enemy at its best."""

    loss: float
    used: int
    """The number of units of each group that take part: `_LANE` bits for each group."""
    touched: int
    """The groups as a mask."""
    supported: int
    driven: float
    """The chance that the defenders leave the hex."""


_NONE: Final = Attack(0.0, 0, 0, 0, 0.0)
_LANE: Final = 5
"""Bits for the number of units of one group."""
_FULL: Final = (1 << _LANE) - 1


@lru_cache(maxsize=8192)
def _hull(node: Node, points: int, armored: bool, closed: NodeMask) -> NodeMask:
    """Every node that can affect what a group reaches."""
    return BOARD.expand(reached(node, points, armored, closed, NO_NODES, NO_NODES) | 1 << node)


class Threats:
    """The enemy's next turn against arrangements of one side's units; what has been worked out is cached."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self.groups = assessment.groups
        state, foe = assessment.state, assessment.foe
        turn = min(state.turn + (assessment.side == SOVIET), 28)
        later = turn != state.turn
        box = BOARD.calendar[turn]
        self._supports = (box.shock if foe else box.blitz) if later else state.supports[foe]
        self._limit = calendar.target_limit(state, foe)
        self._later = state.copy()
        """The position as the enemy will attack: cards have lapsed, and who is out of supply is foreseen (`marked`)."""
        self._later.effects, self._later.unsupplied = (), NO_UNITS
        self._lanes = [(group, 1 << _LANE * g) for g, group in enumerate(self.groups)]
        """Each group with one unit of it, as `Attack.used` counts them."""
        self._hulls = [_hull(group.node, group.points, group.armored, group.closed) for group in self.groups]
        self._reached: dict[tuple[int, NodeMask, NodeMask, bool], NodeMask] = {}
        self._guards: dict[tuple[Node, tuple[PieceIndex, ...]], Guard] = {}
        self._attacks: dict[tuple[Target, int, bool], Attack] = {}
        self._traps: dict[tuple[Node, NodeMask, NodeMask, NodeMask], tuple[bool, bool]] = {}

    def reaches(self, arrangement: Arrangement, supplied: NodeMask) -> list[NodeMask]:
        """For each enemy group the nodes it could reach next turn; `supplied`: where the enemy will be in supply."""
        found = []
        known = self._reached
        occupied, zone = arrangement.occupied, arrangement.zone
        for index, (group, hull) in enumerate(zip(self.groups, self._hulls, strict=True)):
            slow = not supplied >> group.node & 1
            key = (index, occupied & hull, zone & hull, slow)
            total = known.get(key)
            if total is None:
                total = known[key] = self._reach(group, occupied & hull, zone & hull, slow)
            found.append(total)
        return found

    def _reach(self, group: Group, occupied: NodeMask, zone: NodeMask, slow: bool) -> NodeMask:
        """The nodes that one group reaches, its own hex included."""
        start = group.node
        friends = zone & BOARD.adjacent[start] & self.assessment.foe_occupied if zone >> start & 1 else NO_NODES
        points = min(group.points, _CUT_OFF) if slow else group.points
        return reached(start, points, group.armored, occupied | group.closed, zone, friends) | 1 << start

    # --- attacks -----------------------------------------------------------------------------------------------
    def attacks(
        self,
        arrangement: Arrangement,
        reaches: list[NodeMask],
        danger: NodeMask,
        beaten: NodeMask,
        supplied: NodeMask,
        enough: float = float("inf"),
    ) -> float:
        """The cost of the enemy's best attacks, the best first, no unit in more than one; once they cost `enough`, the
        others are left out.

        `danger`: all nodes next to those that the enemy reaches. `beaten`: enemy stacks that will be driven off.
        `supplied`: the nodes in which the side will be in supply.
        """
        union = NO_NODES
        for mask in reaches:
            union |= mask
        union &= ~arrangement.occupied
        spent = sum(lane * len(group.strengths) for group, lane in self._lanes if beaten >> group.node & 1)
        threatened = self._threatened(arrangement, reaches, danger, union, supplied)
        supports = self._supports
        found = {place: self._attack(target, spent, supports > 0) for place, target in threatened.items()}
        total = 0.0
        for _ in range(self._limit):
            place, best = NO_NODE, _NONE
            for other, attack in found.items():
                if attack.loss > best.loss:
                    place, best = other, attack
            if best.loss < _WORTH_IT:
                break
            total += best.loss
            if best.driven >= LIKELY and self.assessment.style.rear:
                total += best.driven * self._opened(arrangement, place, supplied)
            if total >= enough:
                break
            supports -= best.supported
            del found[place]
            spent += best.used
            for other in found:
                if best.touched & threatened[other].groups or (best.supported and not supports):
                    found[other] = self._attack(threatened[other], spent, supports > 0)
        return total

    def _threatened(
        self,
        arrangement: Arrangement,
        reaches: list[NodeMask],
        danger: NodeMask,
        union: NodeMask,
        supplied: NodeMask,
    ) -> dict[Node, Target]:
        """The side's hexes next to which enemy units can come."""
        stacks: dict[Node, list[PieceIndex]] = {}
        for index, node in enumerate(arrangement.at):
            if node >= 0 and danger >> node & 1:
                stacks.setdefault(node, []).append(index)
        able = [
            (1 << g, lane, mask)
            for g, (mask, (group, lane)) in enumerate(zip(reaches, self._lanes, strict=True))
            if group.strengths
        ]
        threatened = {}
        full = self.assessment.full(arrangement)
        for node, units in stacks.items():
            near = BOARD.adjacent[node]
            groups = lanes = 0
            for bit, lane, mask in able:
                if mask & near:
                    groups |= bit
                    lanes |= lane
            if groups:
                room = (near & union).bit_count() * self.assessment.foe_limit
                trapped, crowded = self._trapped(arrangement, node, danger, full)
                threatened[node] = Target(
                    node, tuple(units), groups, lanes * _FULL, room, not supplied >> node & 1, trapped, crowded
                )
        return threatened

    def _attack(self, target: Target, spent: int, support: bool) -> Attack:
        """The enemy's best attack on a hex with the units left; `spent`: how many units of each group have attacked."""
        key = (target, spent & target.lanes, support)
        known = self._attacks.get(key)
        if known is None:
            known = self._attacks[key] = self._plan(target, spent, support)
        return known

    def _plan(self, target: Target, spent: int, support: bool) -> Attack:
        """`_attack` without the cache."""
        able = sorted(
            (
                (strength, g)
                for g in numbers_in(target.groups)
                for strength in self.groups[g].strengths[spent >> _LANE * g & _FULL :]
            ),
            reverse=True,
        )[: target.room]
        if not able:
            return _NONE
        losses = []
        attack, bonus = 0, False
        for strength, g in able:
            attack += strength
            bonus |= self.groups[g].bonus
            losses.append(self._loss(target, attack, bonus, support))
        most = max(losses)
        if most < _WORTH_IT:
            return _NONE
        count = next(place for place, loss in enumerate(losses) if loss >= _ENOUGH * most)
        groups = [g for _, g in able[: count + 1]]
        touched = sum(1 << g for g in set(groups))
        strength = sum(strength for strength, _ in able[: count + 1])
        bonus = any(self.groups[g].bonus for g in groups)
        row = self._row(target, strength, bonus, support)
        driven = 0.0 if self._guard_of(target).fort else row.dr + row.ds + row.dd
        return Attack(losses[count], sum(1 << _LANE * g for g in groups), touched, int(support), driven)

    def _trapped(self, arrangement: Arrangement, node: Node, danger: NodeMask, full: NodeMask) -> tuple[bool, bool]:
        """Two answers: could the enemy close every way out of a hex, and does every way left end in a full hex?"""
        near = self.assessment.near_two(node)
        key = (node, arrangement.occupied & near, danger & near, full & near)
        known = self._traps.get(key)
        if known is None:
            ways = self.assessment.escapes(node, arrangement.occupied, self.assessment.foe_occupied, danger)
            known = self._traps[key] = not ways, bool(ways) and not ways & ~full
        return known

    def _loss(self, target: Target, attack: int, bonus: bool, support: bool) -> float:
        """The cost to the side of an attack of this strength, less its cost to the enemy."""
        guard, row = self._guard_of(target), self._row(target, attack, bonus, support)
        if guard.fort:
            return row.ds * guard.step + row.dd * (guard.steps + guard.ground)
        stuck = TRAPPED if target.trapped else 0.0
        lost, free = stuck * guard.worth, 1.0 - stuck
        retreat = CROWDED_SHARE if target.crowded else RETREAT_SHARE
        return (
            row.dr * (lost + free * retreat * guard.worth + guard.ground)
            + row.ds * (lost + free * SHATTERED_SHARE * guard.worth + guard.ground)
            + row.dd * (lost + free * guard.steps + guard.ground)
            + row.ex * 0.4 * guard.step
            - row.ca * _REBUFF
        )

    def _row(self, target: Target, attack: int, bonus: bool, support: bool) -> Row:
        """The chances of an attack of this strength."""
        guard = self._guard_of(target)
        shift = guard.shift + support + (2 if target.marked else 0) + (bonus and not guard.protected)
        return row_for(self.assessment.foe_table, attack, guard.defense, shift)

    def _opened(self, arrangement: Arrangement, node: Node, supplied: NodeMask) -> float:
        """The cost, beyond the hex, of an enemy breakthrough in it: the units that it cuts off, of those
        now `supplied`.
        """
        assessment = self.assessment
        own, foes, zone = arrangement.occupied, assessment.foe_occupied, assessment.foe_zone
        beyond = assessment.beyond(node, own, drives_on=assessment.foe_drives_on)
        cut = assessment.severed(assessment.side, node, beyond, own, foes, zone) & supplied
        return assessment.style.rear * worth_in(cut, assessment.own, arrangement.at)

    def _guard_of(self, target: Target) -> Guard:
        """The units of a target as defenders."""
        guard = self._guards.get((target.node, target.units))
        if guard is None:
            guard = self._guards[target.node, target.units] = self._guard(target.node, target.units)
        return guard

    def _guard(self, node: Node, units: tuple[PieceIndex, ...]) -> Guard:
        """The units in a hex as defenders."""
        assessment = self.assessment
        pieces = [assessment.own[index] for index in units]
        city = BOARD.vp_hexes >> node & 1
        standing = odds.standing_shifts(self._later, assessment.foe, node, tuple(piece.unit for piece in pieces))
        return Guard(
            defense=sum(piece.strength for piece in pieces),
            worth=sum(piece.worth for piece in pieces),
            steps=sum(piece.step for piece in pieces),
            step=min(piece.step for piece in pieces),
            shift=sum(shift.columns for shift in standing),
            protected=any(piece.protected for piece in pieces) or bool(BOARD.no_armor_bonus >> node & 1),
            fort=any(piece.fort for piece in pieces),
            ground=assessment.hex_worth.get(node, 0.1) if city else 0.1,
        )

    # --- walking in ----------------------------------------------------------------------------------------------
    def open_cities(self, open_: NodeMask, reaches: list[NodeMask]) -> float:
        """The worth of the open cities that the enemy can walk into, the best first, with each unit used once."""
        if not open_:
            return 0.0
        worth = self.assessment.hex_worth
        left = [len(group.strengths) or 1 for group in self.groups]
        total = 0.0
        for node in sorted(bits(open_), key=lambda place: -worth[place]):
            for g, mask in enumerate(reaches):
                if mask >> node & 1 and left[g]:
                    left[g] -= 1
                    total += worth[node]
                    break
        return total
