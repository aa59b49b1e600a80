"""The Movement Phase (chapter 8; MOV-1 to MOV-7): allowances, closed areas, moves; ways and costs in `journey.py`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from noretreat.core import events
from noretreat.core.actions import Action, Done, LayExtension, MoveUnit
from noretreat.core.board import BOARD, ENEMY, units_of
from noretreat.core.kernel import Decision, call
from noretreat.core.lasting import Kind
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNIT, NO_UNITS, Node, NodeMask, SideIndex, UnitIndex, UnitMask
from noretreat.data.facts import Nation, Weather
from noretreat.rules import calendar, extension, rail, windows
from noretreat.rules.areas import areas_closed_to
from noretreat.rules.entering import enter
from noretreat.rules.journey import Journey, reach

UNSUPPLIED_LIMIT: Final = 3
"""An unsupplied unit moves at most three points (SUP-10)."""
_WEATHER_LIMIT: Final = {Weather.CLEAR: 99, Weather.MUD: 3, Weather.SNOW: 4, Weather.LONG_WINTER: 4}


# --- a unit's own numbers ---------------------------------------------------------------------------------
def allowance(state: State, unit: UnitIndex) -> int:
    """Movement points of a unit this turn (MOV-2): as printed, limited by weather and supply, plus events (SUP-10).

    In Clear weather the printed ones (WEA-1), in Mud at most three (WEA-2).
    """
    points = min(BOARD.printed_move[unit][state.face[unit]], _WEATHER_LIMIT[calendar.weather(state)])
    if points and state.unsupplied >> unit & 1:
        points = min(points, UNSUPPLIED_LIMIT)
    if points and state.effects:
        points += sum(e.value for e in state.effects if e.kind == Kind.EXTRA_MP and e.units >> unit & 1)
    return points


def weather_limit(state: State) -> int | None:
    """The most movement points a unit has in this weather (MOV-2); None: no limit."""
    limit = _WEATHER_LIMIT[calendar.weather(state)]
    return limit if limit < _WEATHER_LIMIT[Weather.CLEAR] else None


def closed_to(state: State, unit: UnitIndex) -> NodeMask:
    """Nodes a unit may never enter: enemies, and areas closed to its nation (MAP-6, MAP-7, MOV-5, STK-2)."""
    return state.occupied(ENEMY[state.info(unit).side]) | areas_closed_to(state, unit)


def points_left(state: State, unit: UnitIndex) -> int:
    """Movement points this unit may still spend: those left of a move it has begun, or its whole allowance."""
    return state.mover_points if state.mover == unit else allowance(state, unit)


def journey_of(state: State, unit: UnitIndex) -> Journey:
    """Return the journey of this unit with the movement points it has left."""
    return journey_with(state, unit, points_left(state, unit), state.mover != unit)


def journey_with(state: State, unit: UnitIndex, points: int, fresh: bool, beyond: NodeMask = NO_NODES) -> Journey:
    """Return the journey of a unit with `points`; `fresh`: it has not moved yet; `beyond`: nodes out of bounds.

    Only what is within `points` hexes matters, and cutting the masks down to that lets the cache of `reach` hit far
    more often: what happens at Leningrad does not change the answer for Odessa.
    """
    start = state.node_of(unit)
    side = BOARD.units[unit].side
    enemy = ENEMY[side]
    nearby = _within(start, points)
    zones = state.zoc(enemy) & nearby
    friends = zones & BOARD.adjacent[start] & state.occupied(side) if zones >> start & 1 else 0
    closed = (state.occupied(enemy) | beyond) & nearby
    if nearby & BOARD.areas:
        closed |= areas_closed_to(state, unit) & nearby
    armored = BOARD.armored[unit][state.face[unit]]
    return reach(start, points, armored, fresh, closed, zones, friends, state.scorched & nearby)


@cache
def _within(start: Node, distance: int) -> NodeMask:
    """All nodes within `distance` passable hexes."""
    return BOARD.expand(_within(start, distance - 1)) if distance > 1 else BOARD.expand(1 << start)


_MOVES: Final = tuple(
    tuple(MoveUnit(name, BOARD.id_of.get(node, "")) for node in map(Node, range(BOARD.nodes.bit_length())))
    for name in BOARD.unit_ids
)
"""Per unit: its move action to each node, by number. Numbers between nodes lead nowhere; a row is read twice as fast
as a dictionary, and moves are most of what is offered.
"""


def can_move(state: State, unit: UnitIndex) -> bool:
    """True if this unit is free to move now (MOV-1)."""
    if state.moved >> unit & 1 and state.mover != unit:
        return False
    if state.turn == 1 and _bound_in_place(state, unit):
        return False
    return BOARD.printed_move[unit][state.face[unit]] > 0


def _bound_in_place(state: State, unit: UnitIndex) -> bool:
    """The Rumanians do not move on turn 1 (C-53)."""
    return state.rules.rumanians_fixed_t1 and state.info(unit).nation is Nation.RUMANIAN


class March(msgspec.Struct, frozen=True, gc=False):
    """One unit's journey and moves in the Movement Phase."""

    journey: Journey
    actions: Sequence[Action]


class Marches(msgspec.Struct, frozen=True, gc=False):
    """The moves of one side's units, and the conditions under which they remain valid."""

    conditions: tuple[object, ...]
    occupied: NodeMask
    settled: UnitMask
    of_unit: dict[UnitIndex, March]
    """Those of all units that can still move, in their order."""


def marches(state: State, side: SideIndex) -> dict[UnitIndex, March]:
    """Return the current moves of each unit of a side that can still move.

    Only what has changed since the last time is worked out: the units that moved or were turned over, and those next
    to them in an enemy zone of control.
    """
    derived, conditions, settled = state.derived[side], _conditions(state, side), _settled(state)
    known = derived.carried
    if isinstance(known, Marches) and known.conditions == conditions:
        changed = derived.touched | known.settled ^ settled
        if not changed:
            return known.of_unit
        found = _brought_up_to_date(state, side, known, changed)
    else:
        found = _all_marches(state, side)
    derived.carried = Marches(conditions, state.occupied(side), settled, found)
    derived.touched = NO_UNITS
    return found


def _conditions(state: State, side: SideIndex) -> tuple[object, ...]:
    """Return everything that limits the moves of a side's units, apart from each unit's own place and face, and the
    friendly units next to it.
    """
    enemy = ENEMY[side]
    return (
        state.zoc(enemy),
        state.occupied(enemy),
        state.unsupplied,
        state.scorched,
        state.turn,
        state.weather,
        state.triggers[calendar.OIL],
        state.setup,
        state.effects,
    )


def _settled(state: State) -> UnitMask:
    """Mask of the units that have moved and cannot move on."""
    return state.moved & ~(1 << state.mover) if state.mover >= 0 else state.moved


def _all_marches(state: State, side: SideIndex) -> dict[UnitIndex, March]:
    """`marches`, worked out from scratch."""
    return {unit: _march(state, unit) for unit in state.on_map(side) if can_move(state, unit)}


def _brought_up_to_date(state: State, side: SideIndex, known: Marches, changed: UnitMask) -> dict[UnitIndex, March]:
    """`marches`, updated from those that were `known` before these units changed."""
    where, zones = state.where, state.zoc(ENEMY[side])
    units = units_of(changed & _OF_SIDE[side])
    entered = (known.occupied ^ state.occupied(side)) & zones
    if entered:
        beside = BOARD.expand(entered) & zones
        units += [unit for unit in known.of_unit if where[unit] >= 0 and beside >> where[unit] & 1]
    found = known.of_unit.copy()
    for unit in units:
        if where[unit] < 0 or not can_move(state, unit):
            found.pop(unit, None)
        elif unit in found:
            found[unit] = _march(state, unit)
        else:
            return _all_marches(state, side)  # it was not among them: they would lose their order
    return found


_OF_SIDE: Final = tuple(sum((1 << unit for unit in units), NO_UNITS) for units in BOARD.of_side)


def _march(state: State, unit: UnitIndex) -> March:
    """Return the moves of one unit."""
    journey = journey_of(state, unit)
    return March(journey, _moves(unit, journey))


def _moves(unit: UnitIndex, journey: Journey) -> Sequence[Action]:
    """The actions that move a unit to each hex of a journey."""
    moves = _MOVES[unit]
    return [moves[goal] for goal in journey.goals]


def move_unit(state: State, unit: UnitIndex, to: Node) -> None:
    """Moves a unit by the cheapest route; a unit that ends outside enemy ZOC may move on with the points it has left
    (MOV-1).
    """
    side = state.info(unit).side
    journey = marches(state, side)[unit].journey
    enemy = ENEMY[side]
    preferred = state.control(enemy) & BOARD.vp_hexes if state.rules.control_on_passing else NO_NODES
    walk(state, unit, journey.path(to, preferred), journey.cost(to))
    state.moved |= 1 << unit
    left = journey.left(to)
    state.mover, state.mover_points = (unit, left) if left else (NO_UNIT, 0)


def walk(state: State, unit: UnitIndex, path: Sequence[Node], cost: int) -> None:
    """Moves a unit along a path (start first) and gives its side control of what it passes (MOV-6)."""
    state.emit(events.UnitMoved(BOARD.unit_ids[unit], tuple(BOARD.id_of[node] for node in path), cost))
    enter(state, unit, path[1:])


_DONE: Final = (Done(),)


class MoveUnits(Decision, frozen=True, gc=False):
    """The choice of the next move in the Movement Phase (D-50): a unit moves or entrains, or the phase ends."""

    CODE = "move"

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return state.phasing

    def options(self, state: State) -> Sequence[Action]:
        """Moves, rail, the cards of this phase, and Done."""
        found: list[Action] = []
        for march in marches(state, state.phasing).values():
            found += march.actions
        found += rail.entrain_actions(state)
        found += windows.playable(state, state.phasing, windows.Window.MOVE)
        if found and state.rules.map_extension_turn is not None:  # the extension alone is no reason to stop the game
            found += extension.offers(state)
        found += _DONE
        return found

    def choose(self, state: State, action: Action) -> None:
        """Carries out the order and asks again, until the phase is ended."""
        if isinstance(action, Done):
            state.mover = NO_UNIT
            return
        self.again(state)
        if isinstance(action, MoveUnit):
            move_unit(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
            return
        state.mover = NO_UNIT
        if isinstance(action, LayExtension):
            extension.lay(state)
        elif not rail.carry_out(state, action):
            windows.play(state, state.phasing, action)


class MoveByEvent(Decision, frozen=True, gc=False):
    """An event lets some units move once each, in either side's turn."""

    CODE = "event_move"
    side: SideIndex
    units: UnitMask
    """Mask of the units that may still move."""
    points: int
    """Movement points at most."""
    sure: bool = True
    """May a unit always move one hex, whatever it costs (MOV-4)?"""
    left: int = 99
    """Units that may still be moved."""

    def actor(self, state: State) -> SideIndex:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every move of every such unit, or stop."""
        actions: list[Action] = []
        for unit in units_of(self.units):
            if state.where[unit] >= 0 and self.left:
                actions += _moves(unit, self._journey(state, unit))
        return [*actions, Done()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Moves the unit and asks for the next."""
        if not isinstance(action, MoveUnit):
            return
        unit, to = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
        call(state, msgspec.structs.replace(self, units=self.units & ~(1 << unit), left=self.left - 1))
        journey = self._journey(state, unit)
        walk(state, unit, journey.path(to), journey.cost(to))

    def _journey(self, state: State, unit: UnitIndex) -> Journey:
        """Return the unit's journey under this event; empty if it cannot move at all."""
        return journey_with(state, unit, min(self.points, allowance(state, unit)), self.sure)
