"""What a side works out about a position once, so that many arrangements of its units can be scored quickly.

The enemy does not move while a side does, so enemy hexes, zones of control and stacks are worked out once. Then each
arrangement takes a few dozen mask operations: what it attacks, which enemy units it cuts off, how the enemy could
reply next turn. See docs/architecture.md for what a mask is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from bench.yardstick.old import worth as worths
from bench.yardstick.old.chances import Stake
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.boxes import SHATTERED
from noretreat.core.state import Derived, State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Weather
from noretreat.rules import calendar, combat, movement, odds, supply
from noretreat.rules.journey import reach

_RING_TWO: Final = {
    node: sum(1 << other for other in bits(BOARD.hexes) if BOARD.distance(node, other) == 2)
    for node in bits(BOARD.hexes)
}
"""Hexes exactly two away as the crow flies: where a retreat must end."""
_WEATHER_LIMIT: Final = {Weather.MUD: 3, Weather.SNOW: 4, Weather.LONG_WINTER: 4}


PieceIndex: TypeAlias = int
"""A unit by its place in `Assessment.own`."""
PieceMask: TypeAlias = int
"""A set of them."""


class Piece(NamedTuple):
    """One unit on the map, with all that a plan needs to know of it."""

    unit: UnitIndex
    node: Node
    strength: int
    zoc: bool
    attacks: bool
    bonus: bool
    """Armor that can earn the armor bonus."""
    ss_armor: bool
    shock: bool
    protected: bool
    grenadier: bool
    fort: bool
    worth: float
    step: float
    surrender: float
    marked: bool
    """Has an Unsupplied marker."""
    safe: bool
    """Needs no supply path."""
    home: int
    """The city a regional command belongs to, else -1."""


class Stack(NamedTuple):
    """All units of one side in a hex, as an attacker sees them."""

    strength: int
    stake: Stake
    fort: bool
    protected: bool
    """No armor bonus against this hex, because of its units or its terrain."""
    shift: int
    """The sum of all shifts that do not depend on the attackers."""
    river: int
    bonus: bool
    surrender: float


class Group(NamedTuple):
    """Enemy units that start in one hex and move alike."""

    node: Node
    points: int
    armored: bool
    closed: NodeMask
    strengths: tuple[int, ...]
    bonus: bool


def piece_of(state: State, unit: UnitIndex) -> Piece:
    """The unit as a piece."""
    info, face = state.info(unit), state.face_of(unit)
    marked = bool(state.unsupplied >> unit & 1)
    crippled = calendar.armor_crippled(state, unit)
    return Piece(
        unit=unit,
        node=state.where[unit],
        strength=face.strength,
        zoc=not face.paren and not marked,
        attacks=combat.attacks_voluntarily(state, unit),
        bonus=face.armored and not marked and not crippled,
        ss_armor=face.ss_armor and not marked and not crippled,
        shock=face.shock,
        protected=face.protected,
        grenadier=face.ss_grenadier,
        fort=face.fort,
        worth=worths.unit_worth(state, unit),
        step=worths.step_worth(state, unit),
        surrender=worths.surrender_worth(info.index),
        marked=marked,
        safe=state.where[unit] < 0 or supply.always_supplied(state, unit),
        home=info.home if info.regional else -1,
    )


def stake_of(pieces: Sequence[Piece]) -> Stake:
    """What these pieces can lose together."""
    extra = sum(piece.surrender for piece in pieces if piece.marked)
    return Stake(
        sum(piece.worth for piece in pieces) + extra,
        min((piece.step for piece in pieces), default=0.0),
        sum(piece.step for piece in pieces) + extra,
    )


def winter_shift(state: State, side: SideIndex) -> int:
    """The shift (at most 0) that winter costs this side's attacks into the USSR now."""
    if side != AXIS or not calendar.in_snow(state):
        return 0
    shifts = state.rules.winter_shift
    if state.turn == 5:
        return -shifts["turn5"]
    return -shifts["long_winter" if calendar.weather(state) == Weather.LONG_WINTER else "snow"]


_GROUNDS: dict[tuple[int, int], dict[int, int]] = {}


def _ground(state: State) -> dict[Node, int]:
    """The terrain shift of every hex, without rivers; only scorched cities and Defensive Works change it."""
    key = (state.scorched, state.works)
    if key not in _GROUNDS:
        _GROUNDS[key] = {node: odds.terrain_shift(state, node, ()).columns for node in BOARD.terrain}
    return _GROUNDS[key]


class Assessment:
    """What one side knows of a position: made once, used to score many arrangements."""

    def __init__(self, state: State, side: SideIndex) -> None:
        self.state, self.side, self.foe = state, side, ENEMY[side]
        self.style = worths.STYLES[side, state.initiative]
        self.own = [piece_of(state, unit) for unit in state.on_map(side)]
        self.foes = [piece_of(state, unit) for unit in state.on_map(self.foe)]
        self.foe_occupied = state.occupied(self.foe)
        self.foe_zone = state.zoc(self.foe)
        self.control, self.foe_control = state.control(side), state.control(self.foe)
        self._probe = state.copy()
        """A copy that stands for each arrangement whose supply is checked: only its masks are ever changed."""
        self.hex_worth = worths.hex_worths(state, side)
        front = bits(self.foe_occupied & ~BOARD.areas | self.foe_control & BOARD.vp_hexes)
        self.field = worths.Field(worths.goals_of(state, side, self.hex_worth), front)
        self.ground = _ground(state)
        self.snow = calendar.in_snow(state)
        self.armor_weather = calendar.weather(state) in (Weather.CLEAR, Weather.SNOW)
        self.winter = winter_shift(state, side)
        self.foe_winter = winter_shift(state, self.foe)
        self.counterblows = combat.marked(state) if state.phasing == side else 0
        self.table = self._table(side)
        self.foe_table = self._table(self.foe)
        self.stack_limit = 2 if side == AXIS else calendar.soviet_stack_limit(state)
        self.foe_limit = 2 if self.foe == AXIS else calendar.soviet_stack_limit(state)
        self.stacks = self._foe_stacks()
        self.groups = self._foe_groups()
        self.in_boxes = self._boxed()
        self.expected = side == state.phasing and not self._combat_is_over()
        """Does this side still have battles to fight in this player turn?"""
        self.total_own_worth = sum(piece.worth for piece in self.own)

    def _combat_is_over(self) -> bool:
        return self.state.phase in ("removal", "detraining", "victory")

    def _table(self, side: SideIndex) -> SideIndex:
        soviet_in_winter = side == AXIS and self.state.rules.axis_winter_crt == "soviet" and self.snow
        return SOVIET if soviet_in_winter else side

    def _boxed(self) -> float:
        """The worth of this side's shattered units, which recover for free, less that of the enemy's."""
        state = self.state
        mine = sum(worths.unit_worth(state, unit) for unit in state.boxed(self.side, SHATTERED))
        theirs = sum(worths.unit_worth(state, unit) for unit in state.boxed(self.foe, SHATTERED))
        return 0.55 * (mine - theirs)

    def _foe_stacks(self) -> dict[Node, Stack]:
        by_node: dict[int, list[Piece]] = {}
        for piece in self.foes:
            by_node.setdefault(piece.node, []).append(piece)
        return {node: self.stack(node, pieces) for node, pieces in by_node.items()}

    def stack(self, node: Node, pieces: Sequence[Piece]) -> Stack:
        """The defenders of a hex, with the shifts that they and the terrain give."""
        blow = self.counterblows >> node & 1
        shift = 0 if blow else self.ground[node]
        shift -= any(piece.grenadier for piece in pieces)
        shift += 2 * any(piece.marked for piece in pieces)
        if BOARD.ussr >> node & 1 or self.state.rules.winter_shift_scope == "all_axis_attacks":
            shift += self.winter
        return Stack(
            strength=sum(piece.strength for piece in pieces),
            stake=stake_of(pieces),
            fort=any(piece.fort for piece in pieces),
            protected=any(piece.protected for piece in pieces) or bool(BOARD.no_armor_bonus >> node & 1),
            shift=shift,
            river=0 if blow or self.snow else BOARD.river.get(node, 0),
            bonus=any(piece.bonus for piece in pieces),
            surrender=sum(piece.surrender for piece in pieces),
        )

    def _foe_groups(self) -> list[Group]:
        """The mobile enemy units, grouped by what they can reach next turn."""
        state = self.state
        next_turn = state.turn + (self.side == SOVIET)
        weather = calendar.weather_on(state, min(next_turn, 28))
        limit = _WEATHER_LIMIT.get(weather, 9)
        by_key: dict[tuple[Node, int, bool, NodeMask], list[Piece]] = {}
        for piece in self.foes:
            face = state.face_of(piece.unit)
            if face.mobile:
                closed = movement.closed_to(state, piece.unit) & BOARD.areas
                points = min(face.move, limit)
                by_key.setdefault((piece.node, points, face.armored, closed), []).append(piece)
        groups = []
        for (node, points, armored, closed), pieces in by_key.items():
            able = [piece for piece in pieces if not state.face_of(piece.unit).white]
            strengths = tuple(sorted((piece.strength for piece in able), reverse=True))
            groups.append(Group(node, points, armored, closed, strengths, any(piece.bonus for piece in able)))
        return groups

    # --- masks of an arrangement -----------------------------------------------------------------------------
    def net_of(
        self,
        side: SideIndex,
        own: NodeMask,
        enemy: NodeMask,
        enemy_zone: NodeMask,
        control: NodeMask,
        foe_control: NodeMask,
    ) -> NodeMask:
        """The nodes in which a unit of `side` is in supply in this arrangement."""
        probe = self._probe
        if side == AXIS:
            probe.derived = Derived(own, zone=0), Derived(enemy, zone=enemy_zone)
            probe.axis_control, probe.soviet_control = control, foe_control
        else:
            probe.derived = Derived(enemy, zone=enemy_zone), Derived(own, zone=0)
            probe.axis_control, probe.soviet_control = foe_control, control
        return supply.supplied_nodes(probe, side)

    def escapes(self, node: Node, friends: NodeMask, enemies: NodeMask, zone: NodeMask) -> int:
        """Hexes in which a retreat from `node` could end; `zone` is that of the pursuers."""
        if node not in _RING_TWO:
            return 1
        allowed = BOARD.hexes & ~enemies & ~(zone & ~friends)
        first = BOARD.adjacent[node] & allowed
        if not first:
            return BOARD.adjacent[node] & BOARD.areas & ~enemies
        return BOARD.expand(first) & allowed & _RING_TWO[node] | BOARD.adjacent[node] & BOARD.areas & ~enemies

    def foe_reaches(self, occupied: NodeMask, zone: NodeMask) -> list[NodeMask]:
        """For each enemy group the nodes it could reach next turn, against an arrangement with these masks."""
        adjacent = BOARD.adjacent
        foes = self.foe_occupied
        found = []
        for group in self.groups:
            start = group.node
            friends = zone & adjacent[start] & foes if zone >> start & 1 else 0
            closed = occupied | group.closed
            total = reach(start, group.points, group.armored, True, closed, zone, friends).total
            found.append(total | 1 << start)
        return found


class Arrangement(NamedTuple):
    """Where every unit of a side would be, with the masks that follow from it."""

    at: Sequence[Node]
    """The node of each of `Assessment.own`; negative: off the map."""
    occupied: NodeMask
    zone: NodeMask
    """Nodes in the zones of control of these units."""


def arrange(assessment: Assessment, at: Sequence[Node]) -> Arrangement:
    """The arrangement with each of the side's units at the node in `at`."""
    adjacent = BOARD.adjacent
    occupied = zone = 0
    for piece, node in zip(assessment.own, at, strict=True):
        if node >= 0:
            occupied |= 1 << node
            if piece.zoc:
                zone |= adjacent[node]
    return Arrangement(at, occupied, zone)
