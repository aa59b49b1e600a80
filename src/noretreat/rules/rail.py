"""Rail (chapter 9; RAIL-1 to RAIL-4, DET-1): entraining, detraining, the Strategic Reserve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from noretreat.rules import events
from noretreat.rules.actions import Action, DetrainUnit, Done, EntrainUnit, MarkReserve, Pass
from noretreat.rules.board import BOARD, SOVIET, bits
from noretreat.rules.deck import can_pay, pay
from noretreat.rules.kernel import Decision, call
from noretreat.rules.stacking import room_for
from noretreat.rules.state import RAIL, State
from noretreat.rules.supply import net

RAIL_CAPACITY: Final = 3
"""Units the rail box of a side holds (RAIL-1)."""
RESERVE_FROM: Final = 4
"""First turn of the Soviet Strategic Reserve (RAIL-4, EVT-4)."""
_ENTRAIN: Final[tuple[Action, ...]] = tuple(EntrainUnit(name) for name in BOARD.unit_ids)


# --- entraining -------------------------------------------------------------------------------------------
def entrain_price(state: State) -> int | None:
    """Cards the next entrained unit costs: the first is free; None where rail is closed (RAIL-1, RAIL-2)."""
    first = state.entrained == 0
    if state.turn <= 2:
        return 0 if first and state.phasing == SOVIET else None
    return 0 if first else 1


def entrain_actions(state: State) -> list[Action]:
    """Mobile units without an Unsupplied marker that have not moved, if rail is to be had (RAIL-1, C-60)."""
    side = state.phasing
    price = entrain_price(state)
    if price is None or not can_pay(state, side, price) or len(state.boxed(side, RAIL)) >= RAIL_CAPACITY:
        return _reserve_actions(state)
    blocked = state.moved | state.unsupplied
    where, face, rides = state.where, state.face, BOARD.rides_trains
    actions = [
        _ENTRAIN[unit]
        for unit in BOARD.of_side[side]
        if where[unit] >= 0 and not blocked >> unit & 1 and rides[unit][face[unit]]
    ]
    return actions + _reserve_actions(state)


def carry_out(state: State, action: Action) -> bool:
    """Entrains a unit or brings the reserve in; False for an action of another chapter."""
    if isinstance(action, EntrainUnit):
        unit = BOARD.unit_index[action.unit]
        price = entrain_price(state) or 0
        frm = BOARD.id_of[state.where[unit]]
        state.entrained += 1
        state.moved |= 1 << unit
        state.put(unit, RAIL)
        state.emit(events.UnitEntrained(action.unit, frm))
        pay(state, state.phasing, price)
        return True
    if isinstance(action, DetrainUnit):
        _detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
        return True
    return False


def _reserve_actions(state: State) -> list[Action]:
    """The marked reserve may come in at the start of the Soviet Movement Phase and then move (RAIL-4)."""
    unit = state.reserve
    ready = state.rules.strategic_reserve == "box_marker_t4" and state.phasing == SOVIET and unit >= 0
    if not ready or state.where[unit] != RAIL or state.moved:
        return []
    return list(_detrain_actions(unit, detrain_hexes(state, SOVIET)))


# --- detraining -------------------------------------------------------------------------------------------
def detrain_hexes(state: State, side: int) -> int:
    """Where boxed units of `side` may come back (DET-1), stacking apart."""
    rules = state.rules
    fresh = state.captured if side == state.phasing else 0
    zones = state.zoc(1 - side)
    enemies = state.occupied(1 - side)
    reach = net(state, side, depth=rules.detrain_max_trace or 4)
    near_source = _traced_hexes(state, side, rules.detrain_max_trace or 4, fresh)
    cities = state.control(side) & BOARD.cities & reach.overland & ~state.scorched
    if not rules.detrain_in_captured_city:
        cities &= ~fresh
    open_hexes = near_source & ~zones & BOARD.hexes
    if not rules.detrain_enemy_city_adjacent_ok:
        enemy_cities = state.control(1 - side) & BOARD.cities
        open_hexes &= ~BOARD.expand(enemy_cities)
    return (cities | open_hexes) & ~enemies


def _traced_hexes(state: State, side: int, depth: int, fresh: int) -> int:
    """Hexes with an overland trace of `depth` to a source that was not captured this player turn (DET-1b)."""
    if not fresh:
        return net(state, side, depth).overland
    kept = state.control(side)
    probe = state.copy()
    if side == SOVIET:
        probe.soviet_control = kept & ~fresh
    else:
        probe.axis_control = kept & ~fresh
    return net(probe, side, depth).overland


@lru_cache(maxsize=16384)
def _detrain_actions(unit: int, mask: int) -> tuple[Action, ...]:
    """The actions that detrain a unit on each hex of a mask."""
    name = BOARD.unit_ids[unit]
    return tuple(DetrainUnit(name, BOARD.id_of[node]) for node in bits(mask))


def _detrain(state: State, unit: int, node: int) -> None:
    """Puts a boxed unit on the map."""
    state.put(unit, node)
    if state.reserve == unit:
        state.reserve = -1
    state.emit(events.UnitDetrained(BOARD.unit_ids[unit], BOARD.id_of[node]))


class DetrainUnits(Decision, frozen=True, gc=False):
    """The Detraining Phase (D-82): any number of boxed units may return."""

    CODE = "detrain"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side (or the Soviets with their reserve)."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every boxed unit to every hex with room, or enough."""
        boxed = state.boxed(self.side, RAIL)
        if not boxed:
            return ()
        hexes = detrain_hexes(state, self.side)
        actions = [action for unit in boxed for action in _detrain_actions(unit, room_for(state, unit, hexes))]
        return [*actions, Done()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Detrains and asks again, or ends the phase."""
        if isinstance(action, DetrainUnit):
            self.again(state)
            _detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])


class ChooseReserve(Decision, frozen=True, gc=False):
    """At the end of a Soviet Detraining Phase one boxed unit may be marked as reserve (RAIL-4, D-83)."""

    CODE = "reserve"

    def actor(self, state: State) -> int:
        """The Soviets."""
        return SOVIET

    def options(self, state: State) -> Sequence[Action]:
        """A boxed unit, or none."""
        boxed = state.boxed(SOVIET, RAIL)
        if state.turn < RESERVE_FROM or not boxed or not state.rules.strategic_reserve.startswith("box_marker"):
            return ()
        return [Pass(), *(MarkReserve(BOARD.unit_ids[unit]) for unit in boxed)]

    def choose(self, state: State, action: Action) -> None:
        """Marks it."""
        state.reserve = BOARD.unit_index[action.unit] if isinstance(action, MarkReserve) else -1
        if isinstance(action, MarkReserve):
            state.emit(events.ReserveMarked(action.unit))


def begin_detraining(state: State) -> None:
    """Pushes the questions of the Detraining Phase, last first."""
    if state.phasing == SOVIET:
        call(state, ChooseReserve())
    elif state.rules.strategic_reserve == "box_marker_any_detrain" and state.reserve >= 0:
        call(state, DetrainReserve())
    call(state, DetrainUnits(state.phasing))


class DetrainReserve(Decision, frozen=True, gc=False):
    """By the living rules the reserve may come in during the Axis Detraining Phase, after the Axis (RAIL-4)."""

    CODE = "detrain_reserve"

    def actor(self, state: State) -> int:
        """The Soviets."""
        return SOVIET

    def options(self, state: State) -> Sequence[Action]:
        """The reserve to every hex with room, or nothing."""
        hexes = room_for(state, state.reserve, detrain_hexes(state, SOVIET))
        actions = _detrain_actions(state.reserve, hexes)
        return [*actions, Pass()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Brings it in."""
        if isinstance(action, DetrainUnit):
            _detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
