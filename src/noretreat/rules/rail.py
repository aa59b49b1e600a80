"""Rail (chapters 9 and 14.12; RAIL-1 to RAIL-4, DET-1): entraining, detraining, the Strategic Reserve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, DetrainUnit, Done, EntrainUnit, MarkReserve, Pass
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits, byte_tables, picked, units_of
from noretreat.core.boxes import RAIL
from noretreat.core.kernel import Decision, call
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNIT, Node, NodeMask, SideIndex, UnitIndex, UnitMask
from noretreat.data.facts import Phase
from noretreat.rules import optional, purchases
from noretreat.rules.areas import areas_closed_to
from noretreat.rules.control import cities_of
from noretreat.rules.entering import enter
from noretreat.rules.payment import can_pay, charge
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import CITY_REACH, net, sea_hexes

RAIL_CAPACITY: Final = 3
"""The most units in the rail box of a side (RAIL-1)."""
RESERVE_FROM: Final = 4
"""First turn of the Soviet Strategic Reserve (RAIL-4, EVT-4)."""


# --- entraining -------------------------------------------------------------------------------------------
def is_open(state: State) -> bool:
    """True if one more unit may entrain: in the first summer one at most, and none of the Axis (RAIL-1, EVT-1)."""
    if state.turn > 2:
        return True
    return state.entrained == 0 and (state.phasing != AXIS or state.rules.axis_first_summer_train)


def entrain_price(state: State) -> int:
    """The cards it costs to entrain the next unit: the first is free (RAIL-2)."""
    return 1 if state.entrained else 0


def entrain_actions(state: State) -> Sequence[Action]:
    """Units that may entrain now: mobile, supplied at the check, not moved (RAIL-1, C-60); and the reserve."""
    side = state.phasing
    actions = _reserve_actions(state) if side == SOVIET else []
    if state.phase != state.rules.entrain_phase or not is_open(state):
        return actions
    if not can_pay(state, side, entrain_price(state)) or not has_room(state, side):
        return actions
    return picked(_ENTRAIN, _ready_units(state, side)) + actions


def has_room(state: State, side: SideIndex) -> bool:
    """True if the rail box holds fewer than three units (9.1.2). The paratroop marker does not count."""
    # RULING (C-150): 15.9 calls it a marker, and 2.3 sets markers apart from units.
    return len(passengers(state, side)) < RAIL_CAPACITY


def _ready_units(state: State, side: SideIndex) -> UnitMask:
    """Mask of the mobile units on the map without an Unsupplied marker that have not moved or been placed this
    phase.
    """
    return state.riders(side) & ~(state.moved | state.unsupplied)


_ENTRAIN: Final = byte_tables([EntrainUnit(name) for name in BOARD.unit_ids])
"""The actions that entrain each unit."""


def carry_out(state: State, action: Action) -> bool:
    """Entrains a unit or brings in the reserve; returns False for an action of another chapter."""
    if isinstance(action, EntrainUnit):
        price = entrain_price(state)
        purchases.remember(state, BOARD.unit_index[action.unit], purchases.RAIL_MOVE)
        state.entrained += 1
        entrain(state, BOARD.unit_index[action.unit])
        charge(state, state.phasing, price, "entrain")
    elif isinstance(action, MarkReserve):
        entrain(state, BOARD.unit_index[action.unit])
        state.reserve = BOARD.unit_index[action.unit]
        state.emit(events.ReserveMarked(action.unit))
    elif isinstance(action, DetrainUnit):
        detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
    else:
        return False
    return True


def entrain(state: State, unit: UnitIndex) -> None:
    """Entrains a unit, which uses its move; the Unsupplied marker of a unit taken by an event stays behind (C-134)."""
    frm = BOARD.id_of[state.node_of(unit)]
    state.moved |= 1 << unit
    state.mark_unsupplied(state.unsupplied & ~(1 << unit))
    state.put(unit, RAIL)
    state.emit(events.UnitEntrained(BOARD.unit_ids[unit], frm))


def _reserve_actions(state: State) -> list[Action]:
    """Return the Soviet actions with the Strategic Reserve in the Movement Phase (RAIL-4, C-8).

    Board game: the marked unit is placed at the start of the phase and then moves. Digital: once a phase a supplied
    unit entrains as the reserve, in addition to ordinary rail moves; an earlier reserve is an ordinary passenger then.
    """
    if state.phase != Phase.MOVEMENT:
        return []
    kind = state.rules.strategic_reserve
    unit = state.reserve
    if kind == "box_marker_t4" and unit >= 0 and state.where[unit] == RAIL and not state.moved:
        return detrain_actions(unit, detrain_hexes(state, SOVIET) & ~areas_closed_to(state, unit))
    made_now = unit >= 0 and state.moved >> unit & 1  # it has entrained in this phase
    if kind == "entrain_any_detrain" and not made_now and state.turn >= RESERVE_FROM and has_room(state, SOVIET):
        return [MarkReserve(BOARD.unit_ids[ready]) for ready in units_of(_ready_units(state, SOVIET))]
    return []


# --- detraining -------------------------------------------------------------------------------------------
def passengers(state: State, side: SideIndex) -> list[UnitIndex]:
    """Units in the rail box that may detrain, which the paratroops may not (15.9)."""
    return [unit for unit in state.boxed(side, RAIL) if unit != optional.PARATROOPS]


def stations_of(state: State, unit: UnitIndex, hexes: NodeMask) -> NodeMask:
    """Of the hexes where its side may detrain, those that have room for this unit and that its nation may enter."""
    return room_for(state, unit, hexes & ~areas_closed_to(state, unit))


def detrain_hexes(state: State, side: SideIndex) -> NodeMask:
    """The hexes where boxed units of `side` may detrain; `stations_of` narrows them to a single unit (DET-1, DET-2)."""
    rules = state.rules
    depth = rules.detrain_max_trace or CITY_REACH
    fresh = just_taken(state)
    zones = state.zoc(ENEMY[side])
    own_net = net(state, side)
    traced = _traced_hexes(state, side, depth, fresh)
    cities = own_cities = cities_of(state, side)
    if rules.detrain_city_in_ezoc == "own_supplied":
        cities &= own_net.held_cities | traced & ~zones  # a city must be as near to its source as any other hex
    else:
        cities &= own_net.held_cities | _traced_hexes(state, side, CITY_REACH, fresh)
    # RULING (C-145): an area is one huge hex, and so among "any hex".
    open_hexes = traced & ~zones & (BOARD.hexes | BOARD.areas)
    if not rules.detrain_in_enemy_city_ok:
        open_hexes &= ~(state.control(ENEMY[side]) & ~state.scorched)
    if not rules.detrain_enemy_city_adjacent_ok:
        beside = BOARD.expand(cities_of(state, ENEMY[side]))
        cities, open_hexes = cities & ~beside, open_hexes & ~beside
    if rules.detrain_coastal_city_any:
        cities |= own_cities & sea_hexes(state, side)
    return (cities | open_hexes) & ~fresh & ~state.occupied(ENEMY[side])


def just_taken(state: State) -> NodeMask:
    """The cities and oil fields that changed hands in this player turn, where no unit detrains and no path begins
    (DET-1). The classic rules do not restrict them (C-58).
    """
    # RULING (C-135): whichever side took them, and whichever side detrains. A scorched city is none (C-88).
    return NO_NODES if state.rules.detrain_in_captured_city else state.captured & ~state.scorched


def _traced_hexes(state: State, side: SideIndex, depth: int, fresh: NodeMask) -> NodeMask:
    """Hexes with an overland trace of `depth` to a source that was not captured this player turn (DET-1)."""
    if not fresh:
        return net(state, side, depth).overland
    kept = state.control(side)
    probe = state.copy()
    if side == SOVIET:
        probe.soviet_control = kept & ~fresh
    else:
        probe.axis_control = kept & ~fresh
    return net(probe, side, depth).overland


def detrain_actions(unit: UnitIndex, mask: NodeMask) -> list[Action]:
    """The actions that detrain a unit on each hex of a mask."""
    row = _detraining(unit)
    return [row[node] for node in bits(mask)]


@cache
def _detraining(unit: UnitIndex) -> tuple[Action, ...]:
    """The actions that detrain a unit on each node, by number; numbers between nodes lead nowhere."""
    name = BOARD.unit_ids[unit]
    return tuple(DetrainUnit(name, BOARD.id_of.get(node, "")) for node in map(Node, range(BOARD.nodes.bit_length())))


def detrain(state: State, unit: UnitIndex, node: Node) -> None:
    """Places a boxed unit on the map (DET-4, RAIL-3)."""
    if state.reserve == unit:
        state.reserve = NO_UNIT
    state.emit(events.UnitDetrained(BOARD.unit_ids[unit], BOARD.id_of[node]))
    enter(state, unit, (node,))


class DetrainUnits(Decision, frozen=True, gc=False):
    """The choice of boxed units to detrain, and of their hexes (D-82)."""

    CODE = "detrain"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side (or the Soviets with their reserve)."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every boxed unit to every hex with room, or Done."""
        boxed = passengers(state, self.side)
        if not boxed:
            return ()
        hexes = detrain_hexes(state, self.side)
        actions = [action for unit in boxed for action in detrain_actions(unit, stations_of(state, unit, hexes))]
        return [*actions, Done()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Detrains and asks again, or ends the phase."""
        if isinstance(action, DetrainUnit):
            self.again(state)
            detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])


class ChooseReserve(Decision, frozen=True, gc=False):
    """The choice of the boxed unit to mark as the reserve at the end of a Soviet Detraining Phase (RAIL-4, D-83,
    EVT-4).
    """

    CODE = "reserve"

    def actor(self, state: State) -> SideIndex:
        """The Soviets."""
        return SOVIET

    def options(self, state: State) -> Sequence[Action]:
        """A boxed unit, or Pass: the marker stays where it is."""
        boxed = passengers(state, SOVIET)
        if state.turn < RESERVE_FROM or not boxed or not state.rules.strategic_reserve.startswith("box_marker"):
            return ()
        return [Pass(), *(MarkReserve(BOARD.unit_ids[unit]) for unit in boxed)]

    def choose(self, state: State, action: Action) -> None:
        """Marks it."""
        # RULING (C-138): to pass leaves the marker; nothing takes it off a unit that waits in the box (14.12).
        if isinstance(action, MarkReserve):
            state.reserve = BOARD.unit_index[action.unit]
            state.emit(events.ReserveMarked(action.unit))


def begin_detraining(state: State) -> None:
    """Pushes the questions of the Detraining Phase, last first."""
    if state.phasing == SOVIET:
        call(state, optional.DropParatroops())
        call(state, ChooseReserve())
    elif state.rules.strategic_reserve.endswith("any_detrain") and state.reserve >= 0:
        call(state, DetrainReserve())
    call(state, DetrainUnits(state.phasing))


class DetrainReserve(Decision, frozen=True, gc=False):
    """The choice whether the reserve detrains in the Axis Detraining Phase, after the Axis (RAIL-4; as in living and
    digital).
    """

    CODE = "detrain_reserve"

    def actor(self, state: State) -> SideIndex:
        """The Soviets."""
        return SOVIET

    def options(self, state: State) -> Sequence[Action]:
        """The reserve to every hex with room, or none."""
        hexes = stations_of(state, state.reserve, detrain_hexes(state, SOVIET))
        actions = detrain_actions(state.reserve, hexes)
        return [*actions, Pass()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Places it."""
        if isinstance(action, DetrainUnit):
            detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
