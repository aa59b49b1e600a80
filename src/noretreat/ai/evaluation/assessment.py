"""The things a side works out once about a position, so that many arrangements of its units can be scored quickly.

The enemy does not move while a side does, so enemy hexes, zones of control and stacks are worked out once. After that
an arrangement takes a few dozen mask operations: its attacks, the enemy units that it cuts off, the enemy's possible
replies next turn. docs/architecture.md explains masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

from noretreat.ai.evaluation import worth as worths
from noretreat.ai.evaluation.chances import Stake
from noretreat.ai.evaluation.horizon import Horizon
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits, spread
from noretreat.core.boxes import SHATTERED
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Weather
from noretreat.rules import calendar, combat, movement, odds, supply
from noretreat.rules.stacking import stacking_rule

_RING_TWO: Final = {node: spread(spread(1 << node)) & ~spread(1 << node) & BOARD.hexes for node in bits(BOARD.hexes)}
"""Hexes exactly two away as the crow flies: where a retreat must end."""
_NEAR_TWO: Final = {node: BOARD.expand(BOARD.expand(1 << node)) for node in _RING_TWO}
_WEATHER_LIMIT: Final = {Weather.MUD: 3, Weather.SNOW: 4, Weather.LONG_WINTER: 4}


LARGE: Final = 4.0
"""The worth of a pocket beyond which its units fight their way out as a rule."""
LIKELY: Final = 0.3
"""A breakthrough is thought about if the attack succeeds with this chance."""

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
    """True for armor that can earn the armor bonus."""
    ss_armor: bool
    shock: bool
    protected: bool
    grenadier: bool
    fort: bool
    worth: float
    step: float
    surrender: float
    marked: bool
    """True if it has an Unsupplied marker."""
    safe: bool
    """True if it needs no supply path."""
    home: int
    """The city a regional command belongs to, else -1."""


class Stack(NamedTuple):
    """All units of one side in a hex, as an attacker sees them."""

    strength: int
    stake: Stake
    fort: bool
    protected: bool
    """True if there is no armor bonus against this hex, because of its units or its terrain."""
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


_PIECES: dict[tuple[int, ...], tuple[Piece, object]] = {}
"""Pieces by all that they depend on, each with the rules of its key, which are named by their id."""
_MOST: Final = 40_000


def piece_of(state: State, unit: UnitIndex) -> Piece:
    """Return the unit as a piece."""
    bit = 1 << unit
    flags = (
        (1 if state.unsupplied & bit else 0)
        + (2 if state.disorganized & bit else 0)
        + (4 if calendar.has_happened(state, calendar.OIL) else 0)
        + (8 if calendar.two_step_soviets(state) else 0)
    )
    key = (unit, state.face[unit], state.where[unit], flags, id(state.rules))
    known = _PIECES.get(key)
    if known is None:
        if len(_PIECES) >= _MOST:
            _PIECES.clear()
        known = _PIECES[key] = (_made(state, unit), state.rules)
    return known[0]


def _made(state: State, unit: UnitIndex) -> Piece:
    """`piece_of` without the cache."""
    info, face = state.info(unit), state.face_of(unit)
    marked = bool(state.unsupplied >> unit & 1)
    crippled = calendar.armor_crippled(state, unit)
    return Piece(
        unit=unit,
        node=state.node_of(unit),
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
    """The losses that these pieces can suffer together."""
    extra = sum(piece.surrender for piece in pieces if piece.marked)
    return Stake(
        sum(piece.worth for piece in pieces) + extra,
        min((piece.step for piece in pieces), default=0.0),
        sum(piece.step for piece in pieces) + extra,
    )


_GROUNDS: dict[tuple[NodeMask, NodeMask], dict[Node, int]] = {}


def _ground(state: State) -> dict[Node, int]:
    """The terrain shift of every hex, without rivers; only scorched cities and Defensive Works change it."""
    key = (state.scorched, state.works)
    if key not in _GROUNDS:
        _GROUNDS[key] = {node: odds.terrain_shift(state, node, ()).columns for node in BOARD.terrain}
    return _GROUNDS[key]


class Lull:
    """Remembers between which arrangements of this side the enemy's losses of supply stay the same.

    More hexes occupied, or more of them in zones of control, cut off as many enemy hexes or more. So whatever lies
    between two arrangements that cut off the same hexes cuts off just these, and the paths need not be looked for.
    """

    def __init__(self, cut: Callable[[NodeMask, NodeMask], NodeMask]) -> None:
        self._cut = cut
        self._spans: list[tuple[NodeMask, NodeMask, NodeMask, NodeMask, NodeMask]] = []
        """The least and the most that is occupied, the same of the zone, and what is cut off in between."""

    def cut(self, occupied: NodeMask, zone: NodeMask) -> NodeMask:
        """The enemy hexes that are cut off with these hexes occupied, and these in zones of control."""
        spans = self._spans
        for least, most, least_zone, most_zone, found in spans:
            if not (occupied & ~most or zone & ~most_zone or least & ~occupied or least_zone & ~zone):
                return found
        found = self._cut(occupied, zone)
        for place, (least, most, least_zone, most_zone, cut) in enumerate(spans):
            if cut == found:
                more, more_zone = most | occupied, most_zone | zone
                if (more, more_zone) == (most, most_zone) or self._cut(more, more_zone) == cut:
                    most, most_zone = more, more_zone
                fewer, fewer_zone = least & occupied, least_zone & zone
                if (fewer, fewer_zone) == (least, least_zone) or self._cut(fewer, fewer_zone) == cut:
                    least, least_zone = fewer, fewer_zone
                spans[place] = (least, most, least_zone, most_zone, cut)
                return found
        if len(spans) >= _SPANS:
            del spans[0]
        spans.append((occupied, occupied, zone, zone, found))
        return found


_SPANS: Final = 8
"""The spans that are remembered for each breakthrough."""


class Assessment:
    """One side's knowledge of a position: made once, used to score many arrangements."""

    def __init__(self, state: State, side: SideIndex) -> None:
        self.state, self.side, self.foe = state, side, ENEMY[side]
        self.style = worths.style_of(state, side)
        self.horizon = Horizon(state)
        self.own = [self._piece(unit) for unit in state.on_map(side)]
        self.foes = [self._piece(unit) for unit in state.on_map(self.foe)]
        self.foe_occupied = state.occupied(self.foe)
        self.foe_zone = state.zoc(self.foe)
        self._zones_without: dict[Node, NodeMask] = {}
        self.control, self.foe_control = state.control(side), state.control(self.foe)
        self._tracings = supply.tracing_of(state, AXIS), supply.tracing_of(state, SOVIET)
        self._nets: dict[tuple[SideIndex, NodeMask, NodeMask, NodeMask, NodeMask, NodeMask], NodeMask] = {}
        """Where a side is in supply, by the masks that decide it."""
        self._lulls: dict[Node, Lull] = {}
        """For each enemy hex, what a breakthrough in it cuts off behind it."""
        self.hex_worth = worths.hex_worths(state, side, self.horizon)
        front = self.foe_occupied & ~BOARD.areas | self.foe_control & BOARD.vp_hexes
        self.field = worths.Field(worths.goals_of(state, side, self.hex_worth, self.horizon.point), front)
        self.ground = _ground(state)
        self.snow = calendar.in_snow(state)
        self.armor_weather = calendar.weather(state) in (Weather.CLEAR, Weather.SNOW)
        self.counterblows = combat.marked(state) if state.phasing == side else NO_NODES
        self.table = self._table(side)
        self.foe_table = self._table(self.foe)
        self.stack_limit = 2 if stacking_rule(state, side) == "two" else 1
        self.foe_limit = 1 if stacking_rule(state, self.foe) == "one" else 2
        self.foe_full = self.foe_occupied if self.foe_limit == 1 else doubled(piece.node for piece in self.foes)
        """Nodes with no room for another enemy unit."""
        self.stacks = self._foe_stacks()
        self.groups = self._foe_groups()
        self.in_boxes = self._boxed()
        self.expected = side == state.phasing and not self._combat_is_over()
        """True if this side still has battles to fight in this player turn."""
        self.total_own_worth = sum(piece.worth for piece in self.own)

    def _piece(self, unit: UnitIndex) -> Piece:
        """The unit as a piece, worth what the horizon leaves of it."""
        piece, horizon = piece_of(self.state, unit), self.horizon
        extra = horizon.units.get(unit, 0.0)
        troops = horizon.troops * self.style.troops
        surrender = (horizon.point + 0.4 * troops) if piece.surrender else 0.0
        step = piece.step * troops
        last = piece.step == piece.worth
        return piece._replace(worth=piece.worth * troops + extra, step=step + extra * last, surrender=surrender)

    def _combat_is_over(self) -> bool:
        return self.state.phase in (Phase.REMOVAL, Phase.DETRAINING, Phase.VICTORY)

    def _table(self, side: SideIndex) -> SideIndex:
        soviet_in_winter = side == AXIS and self.state.rules.axis_winter_crt == "soviet" and self.snow
        return SOVIET if soviet_in_winter else side

    def _boxed(self) -> float:
        """The worth of this side's shattered units, which recover for free, less that of the enemy's."""
        state = self.state
        mine = sum(worths.unit_worth(state, unit) for unit in state.boxed(self.side, SHATTERED))
        theirs = sum(worths.unit_worth(state, unit) for unit in state.boxed(self.foe, SHATTERED))
        return 0.55 * self.style.troops * (mine - theirs)

    def _foe_stacks(self) -> dict[Node, Stack]:
        by_node: dict[Node, list[Piece]] = {}
        for piece in self.foes:
            by_node.setdefault(piece.node, []).append(piece)
        return {node: self.stack(node, pieces) for node, pieces in by_node.items()}

    def stack(self, node: Node, pieces: Sequence[Piece]) -> Stack:
        """The defenders of a hex, with the shifts that they and the terrain give."""
        blow = self.counterblows >> node & 1
        units = tuple(piece.unit for piece in pieces)
        standing = odds.standing_shifts(self.state, self.side, node, units, self.counterblows)
        return Stack(
            strength=sum(piece.strength for piece in pieces),
            stake=stake_of(pieces),
            fort=any(piece.fort for piece in pieces),
            protected=any(piece.protected for piece in pieces) or bool(BOARD.no_armor_bonus >> node & 1),
            shift=sum(shift.columns for shift in standing),
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
        self.foe_drives_on = weather in (Weather.CLEAR, Weather.SNOW)
        """True if enemy units can advance a second hex in the enemy's next turn (ADV-3)."""
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
        key = (side, own, enemy, enemy_zone, control, foe_control)
        known = self._nets.get(key)
        if known is None:
            known = self._nets[key] = supply.supplied_by(
                self._tracings[side], own, enemy, enemy_zone, control, foe_control
            )
        return known

    def beyond(self, node: Node, own: NodeMask, *, drives_on: bool) -> NodeMask:
        """The hexes to which an enemy of the units in `own` can drive on after a breakthrough in a hex (ADV-3)."""
        stops = BOARD.stops_advance | self.state.scorched
        return BOARD.adjacent[node] & ~own if drives_on and not stops >> node & 1 else NO_NODES

    def severed(
        self, side: SideIndex, node: Node, beyond: NodeMask, own: NodeMask, enemy: NodeMask, zone: NodeMask
    ) -> NodeMask:
        """The hexes in which units of `side` would be cut off if the enemy broke through in a hex and went `beyond`.

        `zone`: the enemy's zones of control before.
        """
        bit = 1 << node
        held = bit & BOARD.vp_hexes
        mine, theirs = (self.control, self.foe_control) if side == self.side else (self.foe_control, self.control)
        broken = zone | BOARD.expand(bit | beyond)
        return own & ~bit & ~self.net_of(side, own & ~bit, enemy | bit, broken, mine & ~held, theirs | held)

    def foes_severed(self, node: Node, occupied: NodeMask, zone: NodeMask) -> NodeMask:
        """`severed` for a breakthrough of this side, with its units in `occupied` and their `zone`."""
        lull = self._lulls.get(node)
        if lull is None:
            foe, foes = self.foe, self.foe_occupied
            beyond = self.beyond(node, foes, drives_on=self.armor_weather)

            def cut(occupied: NodeMask, zone: NodeMask) -> NodeMask:
                return self.severed(foe, node, beyond, foes, occupied, zone)

            lull = self._lulls[node] = Lull(cut)
        return lull.cut(occupied, zone)

    def foe_zone_without(self, node: Node) -> NodeMask:
        """The enemy's zones of control with the enemy units in one hex gone."""
        zone = self._zones_without.get(node)
        if zone is None:
            zone = NO_NODES
            for piece in self.foes:
                if piece.zoc and piece.node >= 0 and piece.node != node:
                    zone |= BOARD.adjacent[piece.node]
            self._zones_without[node] = zone
        return zone

    @staticmethod
    def escapes(node: Node, friends: NodeMask, enemies: NodeMask, zone: NodeMask) -> int:
        """Hexes in which a retreat from `node` could end; `zone` is that of the pursuers."""
        if node not in _RING_TWO:
            return 1
        allowed = BOARD.hexes & ~enemies & ~(zone & ~friends)
        first = BOARD.adjacent[node] & allowed
        if not first:
            return BOARD.adjacent[node] & BOARD.areas & ~enemies
        return BOARD.expand(first) & allowed & _RING_TWO[node] | BOARD.adjacent[node] & BOARD.areas & ~enemies

    def full(self, arrangement: Arrangement) -> NodeMask:
        """Nodes with no room for another unit of this side."""
        return arrangement.occupied if self.stack_limit == 1 else doubled(arrangement.at)

    def near_two(self, node: Node) -> NodeMask:
        """Everything within two hexes of a node: all that a retreat from it depends on."""
        return _NEAR_TWO.get(node, BOARD.adjacent[node])


class Arrangement(NamedTuple):
    """A place for every unit of a side, with the masks that follow from it."""

    at: Sequence[Node]
    """The node of each of `Assessment.own`; negative: off the map."""
    occupied: NodeMask
    zone: NodeMask
    """Nodes in the zones of control of these units."""


def worth_in(cut: NodeMask, pieces: Sequence[Piece], places: Sequence[Node]) -> float:
    """The worth of those of these pieces, each in its place, that stand in `cut`, the nodes cut off; up to `LARGE`."""
    lost = 0.0
    if cut:
        for piece, node in zip(pieces, places, strict=True):
            if node >= 0 and cut >> node & 1 and not piece.safe and not piece.marked:
                lost += piece.worth + piece.surrender
    return min(lost, LARGE)


def doubled(places: Iterable[Node]) -> NodeMask:
    """The nodes that occur more than once."""
    once = twice = NO_NODES
    for node in places:
        if node >= 0:
            twice |= once & 1 << node
            once |= 1 << node
    return twice


@contextmanager
def posted(at: list[Node], index: PieceIndex, node: Node) -> Iterator[None]:
    """Moves one unit of an arrangement to another place for the duration of a trial."""
    home, at[index] = at[index], node
    try:
        yield
    finally:
        at[index] = home


def arrange(assessment: Assessment, at: Sequence[Node]) -> Arrangement:
    """The arrangement with each of the side's units at the node in `at`."""
    adjacent = BOARD.adjacent
    occupied = zone = NO_NODES
    for piece, node in zip(assessment.own, at, strict=True):
        if node >= 0:
            occupied |= 1 << node
            if piece.zoc:
                zone |= adjacent[node]
    return Arrangement(at, occupied, zone)
