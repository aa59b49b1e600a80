"""The state of a game: flat, cheap to copy, and complete (docs/architecture.md, "The state").

Units, cards and nodes are small ints; sets of them are int masks. Public functions never change the state they are
given: `game.apply` copies it first, and the rules change that copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Final, cast

import msgspec

from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SOVIET, FaceInfo, UnitInfo, bits
from noretreat.core.boxes import PENDING
from noretreat.core.declared import copier, keyed, passing, stored, stored_fields
from noretreat.core.events import Event
from noretreat.core.kernel import Decision, Frame
from noretreat.core.lasting import Effect
from noretreat.core.picture import SHOWN_AS, Counter, Picture
from noretreat.core.records import Battle, Bought, Outcome, Waiting
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Setup
from noretreat.core.sides import NO_SIDE
from noretreat.core.types import (
    HEXADECIMAL,
    NO_NODES,
    NO_UNIT,
    NO_UNITS,
    CardMask,
    CardNumber,
    Node,
    NodeMask,
    Place,
    Segment,
    SideIndex,
    UnitIndex,
    UnitMask,
)
from noretreat.data.facts import Phase

_UNITS: Final = len(BOARD.units)


class Derived(msgspec.Struct, gc=False):
    """Facts that follow from the positions of one side's counters, each worked out when it is first needed.

    Copies of a state share these records; any change to a counter replaces the record of its side.
    """

    occupied: NodeMask | None = None
    """Nodes that hold a unit of the side."""
    zone: NodeMask | None = None
    """Its zone of control (ZOC-1)."""
    riders: UnitMask | None = None
    """Its units on the map that could entrain (RAIL-1)."""
    boxes: Mapping[Place, Sequence[UnitIndex]] | None = None
    """Its units in each box."""
    on_map: Sequence[UnitIndex] | None = None
    """Its units on the map."""
    on_nodes: Mapping[Node, Sequence[UnitIndex]] | None = None
    """Its units on each node that holds one."""
    of_places: object = None
    """Whatever else was worked out from the places of the counters alone."""
    carried: object = None
    """Whatever was worked out before the units of `touched` were put elsewhere or turned over."""
    touched: UnitMask = NO_UNITS


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that can differ between two moments of a game; made from a set-up alone, it is an empty map.

    Two states are equal, and have the same hash, if play continues the same way from both. One that is a key of a
    dictionary must not change any more: none does that `game` has returned.

    Each field is declared here and nowhere else. A snapshot holds the numbers, then the lists, then the records, and
    each of these in the order of their declaration.
    """

    setup: Setup
    rules: Rules = passing()
    # the clock
    turn: int = 0
    phasing: SideIndex = AXIS
    phase: Phase = Phase.MOVEMENT
    segment: Segment = stored(Segment.NONE, key="step")
    """Part of the phase, if it has several: the battles of the Combat Phase."""
    initiative: SideIndex = AXIS
    weather: str = ""
    """28 letters, the base weather of each turn (C M S); Long Winter is derived (WEA-5), L only for 1945."""
    # units: one entry per counter
    where: list[Place] = stored([PENDING] * _UNITS)
    face: list[int] = stored([0] * _UNITS)
    due: list[int] = stored([0] * _UNITS)
    """Turn on which a unit on the turn track comes back."""
    unsupplied: UnitMask = NO_UNITS
    disorganized: UnitMask = NO_UNITS
    moved: UnitMask = NO_UNITS
    """Units that have moved, entrained or otherwise used their move this phase."""
    mover: UnitIndex = NO_UNIT
    """Unit in the middle of its move, -1 for none; `mover_points` is what it has left."""
    mover_points: int = 0
    engaged: UnitMask = NO_UNITS
    """Units that have fought this phase (CPR-5)."""
    # places
    axis_control: NodeMask = NO_NODES
    soviet_control: NodeMask = NO_NODES
    captured: NodeMask = NO_NODES
    """Cities and oil fields that changed hands this player turn, whoever took them (DET-1)."""
    # points and cards
    event_vp: int = 0
    vp_shown: int = 0
    """Score of the initiative side as counted in the last Victory Phase."""
    high_tide: int = 0
    supports: list[int] = stored([0, 0])
    """Blitz and Shock markers left."""
    hands: list[CardMask] = stored([0, 0], secret=True)
    """The cards of each side."""
    triggers: list[int] = stored([0, 0, 0])
    """Turn on which the Greater Germany, Oil and Warsaw triggers take effect; 0: not yet known (13.5)."""
    played: list[CardMask] = stored([0, 0])
    """Event cards used this player turn, per side (CRD-8)."""
    lost_draws: list[int] = stored([0, 0])
    """Cards each side loses at its next draw, by the No Surrender option (NSR-1)."""
    local_support: list[UnitIndex] = stored([-1, -1])
    """Unit with the local support marker of each side, -1 for none (OPT-3)."""
    draw_pile: CardMask = stored(0, secret=True)
    """The pile has no order: chance picks each card when it is drawn (CRD-3)."""
    soviet_pile: CardMask = stored(0, secret=True)
    discards: tuple[CardNumber, ...] = ()
    """Bottom first; the last is the visible top."""
    soviet_discards: tuple[CardNumber, ...] = ()
    """The Soviet deck if each side has its own (SET-4); `draw_pile` and `discards` are then the Axis deck."""
    table: tuple[CardNumber, ...] = ()
    """Cards being played at this moment."""
    effects: tuple[Effect, ...] = ()
    # combat
    targets: NodeMask = NO_NODES
    fought_targets: NodeMask = stored(0, key="fought")
    """Target markers of battles already fought this phase, which still count against the limit (CPR-1)."""
    counterblows: NodeMask = NO_NODES
    """Counterblow markers the non-phasing side placed this phase, for cards or by events."""
    paid_counterblows: NodeMask = NO_NODES
    standing_counterblows: NodeMask = stored(0, key="standing")
    """Markers of CB results from the enemy's last turn, on hexes of the non-phasing side (CPR-2)."""
    result_counterblows: NodeMask = stored(0, key="results")
    """Markers of CB results rolled this phase, on hexes of the phasing side (RES-3)."""
    planned: tuple[tuple[tuple[Node, ...], tuple[UnitIndex, ...]], ...] = ()
    """Battles put together but not fought yet: (target nodes, attackers) (CPR-5)."""
    waiting: tuple[Waiting, ...] = stored((), later=True)
    """Simultaneous battles that wait for the others (SIM-1)."""
    # organization and rail
    flips: UnitMask = NO_UNITS
    """Units already flipped this phase (ORG-7)."""
    upgrades_left: int = 0
    bill: int = 0
    """Cards owed in this Organization Phase, if they are paid at its end (ORG-15)."""
    entrained: Annotated[int, HEXADECIMAL] = 0
    """The number of units that entrained this phase (RAIL-1): a number, though snapshots write it like a mask."""
    reserve: UnitIndex = NO_UNIT
    """Unit marked as the Strategic Reserve, -1 for none (RAIL-4)."""
    # what single events and options need
    penalty_draws: int = 0
    """The number of cards the Axis draws less this turn (EVT-16, EVT-18)."""
    sudden_death_cancelled: int = 0
    """Bit per side whose Sudden Death check an event has cancelled."""
    scorched: NodeMask = NO_NODES
    """Cities that count as marsh (07S)."""
    works: NodeMask = NO_NODES
    joker: SideIndex = stored(NO_SIDE, later=True)
    """The side with the Joker, -1 if it is not in the game (OPT-7)."""
    bill_replacing: int = stored(0, later=True)
    """The number of cards on the bill owed for replacements."""
    together: int = stored(0, later=True)
    """The way battles are fought now: `waiting.APART`, `COMMITTING`, `APPLYING`."""
    extension_laid: bool = stored(False, later=True)
    """Whether the Axis has laid the map extension early (C-54)."""
    red_due: list[CardMask] = stored([0, 0], later=True, secret=True)
    """Cards in each hand whose red event has still to happen in this phase (C-86)."""
    shown: list[CardMask] = stored([0, 0], later=True, secret=True)
    """Cards in each hand that the enemy has seen there or knows to be there."""
    drawn: list[int] = stored([0, 0], later=True)
    """The number of cards each side has drawn in this phase, if a red event among them waits (C-86)."""
    replaced: UnitMask = stored(0, later=True)
    """Units replaced this phase (ORG-13)."""
    unsettled: bool = stored(False, later=True)
    """Whether bids have still to settle the sides: nothing else has been done yet (BAL-1)."""
    unpaid: tuple[Bought, ...] = stored((), later=True)
    """The purchases of this Organization Phase that can still be taken back, if the bill comes at its end (ORG-15)."""
    # control
    battle: Battle | None = None
    ended: Outcome | None = None
    stack: list[Frame] = stored([])
    options: tuple[Action, ...] = passing(tuple)
    happened: list[Event] = passing(list)
    """Events since the last `apply`."""
    derived: tuple[Derived, Derived] = passing(lambda: (Derived(), Derived()))

    def __post_init__(self) -> None:
        """The rules follow from the set-up."""
        self.rules = rules_of(self.setup.options.rules, self.setup.switches)

    @property
    def question(self) -> Decision | None:
        """The question being asked; None when the game is over, or while play is between questions."""
        if self.ended is not None or not self.stack:
            return None
        top = self.stack[-1]
        return top if isinstance(top, Decision) else None

    def copy(self) -> State:
        """An independent copy in which nothing has happened yet; frames and records are frozen and shared."""
        new = _copy(self)
        new.happened = []
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        """Return a plain copy: what copies share never changes."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """True if play continues the same way from both."""
        if self is other:
            return True
        return _content(self) == _content(other) if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        """The hash of the content (`key`)."""
        return hash(self.key())

    def __repr__(self) -> str:
        """In one line: turn, phase, who decides, and the strength of both sides on the map."""
        return f"<State {self.picture().in_short()}>"

    def board(self) -> str:
        """The map as text, a row of hexes a line, with the strength of the units in each hex."""
        return self.picture().as_text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The picture of it for a notebook, in every form that somebody can draw."""
        picture = self.picture()
        return {form: draw(picture) for form, draw in SHOWN_AS.items()}

    def picture(self) -> Picture:
        """The public part of this state, to be drawn or summed up: nothing in it is secret."""
        question = self.question
        return Picture(
            turn=self.turn,
            phase=self.phase,
            phasing=self.phasing,
            actor=None if question is None else question.actor(self),
            question="" if question is None else question.CODE,
            counters=tuple(self._counter(unit.index) for unit in BOARD.units),
            axis_control=self.axis_control,
            soviet_control=self.soviet_control,
        )

    def _counter(self, unit: UnitIndex) -> Counter:
        """A counter, with its place and its markers."""
        return Counter(
            unit,
            self.face[unit],
            self.where[unit],
            bool(self.unsupplied >> unit & 1),
            bool(self.disorganized >> unit & 1),
        )

    # --- questions of every chapter -----------------------------------------------------------------------
    def occupied(self, side: SideIndex) -> NodeMask:
        """Nodes holding a unit of `side`."""
        derived = self.derived[side]
        if derived.occupied is None:
            derived.occupied = _nodes_of(self, side)
        return derived.occupied

    def zoc(self, side: SideIndex) -> NodeMask:
        """Nodes in the zone of control of `side` (ZOC-1)."""
        derived = self.derived[side]
        if derived.zone is None:
            derived.zone = _zone_of(self, side)
        return derived.zone

    def riders(self, side: SideIndex) -> UnitMask:
        """Mask of the units of `side` on the map that could entrain: mobile, and not forts (RAIL-1)."""
        derived = self.derived[side]
        if derived.riders is None:
            where, face, rides = self.where, self.face, BOARD.rides_trains
            units = (u for u in BOARD.of_side[side] if where[u] >= 0 and rides[u][face[u]])
            derived.riders = sum((1 << unit for unit in units), NO_UNITS)
        return derived.riders

    def info(self, unit: UnitIndex) -> UnitInfo:
        """The counter behind a unit number."""
        return BOARD.units[unit]

    def node_of(self, unit: UnitIndex) -> Node:
        """The node of a unit that is on the map; nobody may ask for one in a box (`where`)."""
        return self.where[unit]  # type: ignore[return-value]  # the one door: a call of `Node` would cost as much again

    def two_sided(self, unit: UnitIndex) -> bool:
        """True if the counter has two faces in this game; two Hungarian armies only in the classic one (C-103)."""
        info = BOARD.units[unit]
        return info.two_sided or (info.back_by_switch and self.rules.gg_hungarians_two_step)

    def face_of(self, unit: UnitIndex) -> FaceInfo:
        """The face that is up."""
        return BOARD.units[unit].faces[self.face[unit]]

    def units_at(self, node: Node, side: SideIndex) -> Sequence[UnitIndex]:
        """Units of `side` in a hex, lowest number first."""
        return self.on_nodes(side).get(node, ())

    def units_in(self, mask: NodeMask, side: SideIndex) -> list[UnitIndex]:
        """Units of `side` on any of the nodes of a mask, lowest number first."""
        on_nodes = self.on_nodes(side)
        return sorted(unit for node in bits(mask) for unit in on_nodes.get(node, ()))

    def on_nodes(self, side: SideIndex) -> Mapping[Node, Sequence[UnitIndex]]:
        """Units of `side` on each node that holds one, lowest number first."""
        derived = self.derived[side]
        if derived.on_nodes is None:
            derived.on_nodes = _units_by_node(self, side)
        return derived.on_nodes

    def on_map(self, side: SideIndex) -> Sequence[UnitIndex]:
        """Units of `side` on the map, lowest number first."""
        derived = self.derived[side]
        if derived.on_map is None:
            where = self.where
            derived.on_map = [unit for unit in BOARD.of_side[side] if where[unit] >= 0]
        return derived.on_map

    def boxed(self, side: SideIndex, box: Place) -> Sequence[UnitIndex]:
        """Units of `side` in a box, lowest number first."""
        derived = self.derived[side]
        if derived.boxes is None:
            derived.boxes = _boxes_of(self, side)
        return derived.boxes.get(box, ())

    def has_own_deck(self, side: SideIndex) -> bool:
        """True if `side` draws from a deck of its own, as the Soviets do in some rule sets (SET-4)."""
        return side == SOVIET and self.rules.deck_model == "per_player"

    def pile(self, side: SideIndex) -> CardMask:
        """Mask of the cards `side` draws from."""
        return self.soviet_pile if self.has_own_deck(side) else self.draw_pile

    def set_pile(self, side: SideIndex, cards: CardMask) -> None:
        """Changes the pile `side` draws from."""
        if self.has_own_deck(side):
            self.soviet_pile = cards
        else:
            self.draw_pile = cards

    def discarded(self, side: SideIndex) -> tuple[CardNumber, ...]:
        """The discards `side` adds to, bottom first."""
        return self.soviet_discards if self.has_own_deck(side) else self.discards

    def set_discarded(self, side: SideIndex, cards: tuple[CardNumber, ...]) -> None:
        """Changes the discards `side` adds to."""
        if self.has_own_deck(side):
            self.soviet_discards = cards
        else:
            self.discards = cards

    def leaves_hand(self, side: SideIndex, card: CardNumber) -> None:
        """Takes a card out of a hand, and with it what was known of it there."""
        rest = ~(1 << card)
        self.hands[side] &= rest
        self.red_due[side] &= rest
        self.shown[side] &= rest

    def control(self, side: SideIndex) -> NodeMask:
        """City and oil hexes (and Finland) that `side` controls (MAP-4)."""
        return self.soviet_control if side else self.axis_control

    # --- changes that replace what was derived ------------------------------------------------------------
    def put(self, unit: UnitIndex, place: Place) -> None:
        """Moves a counter to a node or a box."""
        before = self.where[unit]
        self.where[unit] = place
        side = BOARD.units[unit].side
        known = self.derived[side]
        occupied = known.occupied
        if occupied is not None:
            if before >= 0 and before not in self.where:
                occupied &= ~(1 << before)
            if place >= 0:
                occupied |= 1 << place
        derived = Derived(occupied, carried=known.carried, touched=known.touched | 1 << unit)
        if before >= 0 and place >= 0:
            derived.riders, derived.boxes, derived.on_map = known.riders, known.boxes, known.on_map
        self._derive(side, derived)

    def turn_over(self, unit: UnitIndex, face: int) -> None:
        """Flips a counter to `face`."""
        self.face[unit] = face
        side = BOARD.units[unit].side
        known = self.derived[side]
        turned = _by_place(known)
        turned.carried, turned.touched = known.carried, known.touched | 1 << unit
        self._derive(side, turned)

    def mark_unsupplied(self, units: UnitMask) -> None:
        """Sets the mask of the units with an Unsupplied marker."""
        if units == self.unsupplied:
            return
        self.unsupplied = units
        axis, soviet = _by_place(self.derived[AXIS]), _by_place(self.derived[SOVIET])
        axis.riders, soviet.riders = self.derived[AXIS].riders, self.derived[SOVIET].riders
        self.derived = axis, soviet

    def _derive(self, side: SideIndex, derived: Derived) -> None:
        """Remembers this about a side."""
        axis, soviet = self.derived
        self.derived = (axis, derived) if side else (derived, soviet)

    def emit(self, event: Event) -> None:
        """Adds an event to those of this action."""
        self.happened.append(event)

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal for two states exactly if play continues the same way from both."""
        return _key(self)


STORED: Final = stored_fields(State)
"""The fields that make two states differ."""
_copy: Final[Callable[[State], State]] = copier(State)
_key: Final[Callable[[State], tuple[object, ...]]] = keyed(State)
_content: Final[Callable[[State], tuple[object, ...]]] = attrgetter(*(field.name for field in STORED))


def _by_place(known: Derived) -> Derived:
    """Of what is known of a side, that which follows from the places of its counters alone."""
    return Derived(
        known.occupied, boxes=known.boxes, on_map=known.on_map, on_nodes=known.on_nodes, of_places=known.of_places
    )


def _nodes_of(state: State, side: SideIndex) -> NodeMask:
    """The nodes occupied by one side, from the unit list."""
    mask = NO_NODES
    for unit in BOARD.of_side[side]:
        if state.where[unit] >= 0:
            mask |= 1 << state.where[unit]
    return mask


def _boxes_of(state: State, side: SideIndex) -> dict[Place, list[UnitIndex]]:
    """The units of one side in each box, from the unit list."""
    boxes: dict[Place, list[UnitIndex]] = {}
    for unit in BOARD.of_side[side]:
        if state.where[unit] < 0:
            boxes.setdefault(state.where[unit], []).append(unit)
    return boxes


def _units_by_node(state: State, side: SideIndex) -> dict[Node, list[UnitIndex]]:
    """The units of one side on each node that holds one."""
    where = cast("list[Node]", state.where)  # of units on the map
    found: dict[Node, list[UnitIndex]] = {}
    for unit in state.on_map(side):
        found.setdefault(where[unit], []).append(unit)
    return found


def _zone_of(state: State, side: SideIndex) -> NodeMask:
    """The zone of control of one side, from the unit lists (ZOC-1)."""
    where = cast("list[Node]", state.where)  # of units on the map
    face, unsupplied = state.face, state.unsupplied
    adjacent, has_zone = BOARD.adjacent, BOARD.has_zone
    zone = NO_NODES
    for unit in state.on_map(side):
        if has_zone[unit][face[unit]] and not unsupplied >> unit & 1:
            zone |= adjacent[where[unit]]
    return zone


def require_state(state: object) -> None:
    """Raises `TypeError` in words for what is no state: the name of a scenario, a view."""
    if not isinstance(state, State):
        raise TypeError(f"a state is wanted, not {state!r:.60}: new_game(SCENARIO) makes one")
