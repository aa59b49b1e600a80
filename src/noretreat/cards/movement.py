"""Events of the Movement Phase and of its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from noretreat.cards.conditions import attacks, in_clear_weather
from noretreat.core.actions import Action, ChooseHex, DetrainUnit, MoveUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.kernel import call
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, CardNumber, Node, NodeMask, SideIndex, UnitIndex, UnitMask
from noretreat.data.facts import Phase
from noretreat.rules import combat, movement, rail
from noretreat.rules.choices import answer, ask, choose_hex, offer
from noretreat.rules.effects import lasting
from noretreat.rules.movement import MoveByEvent
from noretreat.rules.stacking import extra_room, room_for
from noretreat.rules.windows import Window, event


def _unmoved(state: State, side: SideIndex) -> NodeMask:
    """Hexes with a unit of `side` that has not begun to move."""
    units = [unit for unit in state.on_map(side) if movement.can_move(state, unit) and state.mover != unit]
    return sum({1 << state.node_of(unit) for unit in units}, NO_NODES)


def _before_moving_or_attacking(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Each alternative of General Staff has its own moment."""
    if mode == "advance":
        return attacks(state, side, mode)
    if state.phase != Phase.MOVEMENT or state.phasing != side or state.battle is not None:
        return because("own-movement")
    return None if _unmoved(state, side) else because("nobody-to-move")


@event(
    17,
    AXIS,
    Window.MOVE,
    Window.COMMIT,
    modes={"move": Window.MOVE, "advance": Window.COMMIT},
    requires=(_before_moving_or_attacking,),
)
def general_staff(state: State, side: SideIndex, mode: str) -> None:
    """Two more movement points for the units of a hex, or one more hex of advance after this battle."""
    if mode == "advance":
        lasting(state, CardNumber(17), side, Kind.ADVANCE_MORE, 1, Scope.BATTLE)
    else:
        choose_hex(state, CardNumber(17), side, bits(_unmoved(state, side)))


@answer(17, AXIS)
def move_further(state: State, side: SideIndex, node: Node) -> None:
    """The units of this hex that have not moved yet get two more movement points."""
    units = sum((1 << unit for unit in state.units_at(node, side) if movement.can_move(state, unit)), NO_UNITS)
    lasting(state, CardNumber(17), side, Kind.EXTRA_MP, 2, Scope.PHASE, units)


# --- moves out of turn ------------------------------------------------------------------------------------
def _free(state: State, side: SideIndex) -> list[UnitIndex]:
    """Mobile units outside enemy zones, except the Rumanians on turn 1 (C-53)."""
    zones = state.zoc(ENEMY[side])
    return [u for u in state.on_map(side) if movement.can_move(state, u) and not zones >> state.where[u] & 1]


def _supplied(state: State, side: SideIndex) -> list[UnitIndex]:
    """Those of them that are supplied in the sense of events: without an Unsupplied marker (CRD-12)."""
    return [unit for unit in _free(state, side) if not state.unsupplied >> unit & 1]


def _armor(state: State, side: SideIndex) -> list[UnitIndex]:
    """Those of them that are armor."""
    return [unit for unit in _supplied(state, side) if state.face_of(unit).armored]


def _mask(units: Sequence[UnitIndex]) -> UnitMask:
    """The mask of some units."""
    return sum((1 << unit for unit in units), NO_UNITS)


def _some_free(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A unit may move."""
    return None if _free(state, side) else because("zones-hold-all")


def _some_supplied(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A supplied unit may move."""
    return None if _supplied(state, side) else because("no-supplied-free")


def _some_armor(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Some armor may move."""
    return None if _armor(state, side) else because("no-armor-free")


@event(10, AXIS, Window.MOVE_END, turn=SOVIET, requires=(_some_supplied,))
def battle_initiative(state: State, side: SideIndex, mode: str) -> None:
    """One unit moves up to two points."""
    call(state, MoveByEvent(side, _mask(_supplied(state, side)), points=2, left=1))


@event(39, AXIS, Window.MOVE_END, turn=SOVIET, requires=(_some_free,))
def operational_moves(state: State, side: SideIndex, mode: str) -> None:
    """Any units move one point, into hexes that cost no more."""
    call(state, MoveByEvent(side, _mask(_free(state, side)), points=1, sure=False))


@event(41, SOVIET, Window.MOVE_END, turn=AXIS, requires=(_some_free,))
def central_command(state: State, side: SideIndex, mode: str) -> None:
    """Four units move a hex, whatever it costs."""
    call(state, MoveByEvent(side, _mask(_free(state, side)), points=1, left=4))


@event(43, AXIS, Window.MOVE_END, turn=SOVIET, requires=(in_clear_weather, _some_armor))
def panzerblitz(state: State, side: SideIndex, mode: str) -> None:
    """Armor moves up to two points."""
    call(state, MoveByEvent(side, _mask(_armor(state, side)), points=2))


# --- a surprise attack ------------------------------------------------------------------------------------
def _two_hexes(state: State, unit: UnitIndex) -> dict[Node, tuple[Node, ...]]:
    """Return the paths a unit can take in at most two hexes: hex -> path, start first."""
    start = state.node_of(unit)
    first_hex = movement.journey_with(state, unit, movement.allowance(state, unit), True, ~BOARD.expand(1 << start))
    paths: dict[Node, tuple[Node, ...]] = {start: (start,)}
    for node in bits(first_hex.total):
        paths[node] = (start, node)
    for first in bits(first_hex.through):
        for second in bits(BOARD.adjacent[first] & ~movement.closed_to(state, unit)):
            if first_hex.entry(second) <= first_hex.left(first):
                paths.setdefault(second, (start, first, second))
    return paths


def _stack_moves(state: State, side: SideIndex) -> Iterator[tuple[Node, Node]]:
    """Supplied stacks that can move as a whole, and the hexes next to the enemy they can reach: (start, goal).

    A stack is supplied if one of its units is (6.5.5, CRD-12).
    """
    free = _beside(state, ENEMY[side]) & ~combat.marked(state)
    within_reach = BOARD.expand(BOARD.expand(free))
    for start in bits(state.occupied(side) & within_reach):
        units = state.units_at(start, side)
        fit = all(state.face_of(unit).mobile for unit in units)
        cut_off = all(state.unsupplied >> unit & 1 for unit in units)
        if not fit or cut_off or all(state.face_of(unit).white for unit in units):
            continue
        if free >> start & 1:
            yield start, start
        if not all(movement.can_move(state, unit) for unit in units):
            continue
        goals = set.intersection(*(set(_two_hexes(state, unit)) for unit in units)) - {start}
        for goal in sorted(goals):
            full = any(not room_for(state, unit, 1 << goal) for unit in units)
            crowded = len(units) + len(state.units_at(goal, side)) > 2
            if free >> goal & 1 and not full and not crowded:
                yield start, goal


def _beside(state: State, side: SideIndex) -> NodeMask:
    """Hexes next to a unit of `side`."""
    mask = NO_NODES
    for node in bits(state.occupied(side)):
        mask |= BOARD.adjacent[node]
    return mask


def _can_surprise(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A marker is left, and a stack that can reach the enemy."""
    if combat.markers_left(state, side) <= 0:
        return because("no-marker-left")
    return None if next(_stack_moves(state, side), None) else because("no-stack-reaches")


@event(36, AXIS, Window.MOVE_END, turn=SOVIET, requires=(_can_surprise,))
def surprise_attack(state: State, side: SideIndex, mode: str) -> None:
    """A stack moves up to two hexes and gets a counterblow there."""
    ask(state, CardNumber(36), side, must=True)


def _leaders(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Each stack, by its first unit; staying in place is one of its moves."""
    return [
        MoveUnit(BOARD.unit_ids[state.units_at(start, side)[0]], BOARD.id_of[goal])
        for start, goal in _stack_moves(state, side)
    ]


@offer(36, AXIS, _leaders)
def strike(state: State, side: SideIndex, action: Action) -> None:
    """Moves the whole stack, each unit by its own route."""
    assert isinstance(action, MoveUnit)
    start, goal = state.node_of(BOARD.unit_index[action.unit]), BOARD.node_of[action.to]
    for unit in state.units_at(start, side) if goal != start else ():
        path = _two_hexes(state, unit)[goal]
        movement.walk(state, unit, path, len(path) - 1)
    combat.place_counterblow(state, goal, "event")


# --- trains -----------------------------------------------------------------------------------------------
def _boxed(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Units in the rail box and where they may detrain."""
    hexes = rail.detrain_hexes(state, side)
    return [
        action
        for unit in rail.passengers(state, side)
        for action in rail.detrain_actions(unit, rail.stations_of(state, unit, hexes))
    ]


def _some_boxed(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A unit can detrain."""
    return None if _boxed(state, side, 0) else because("nobody-detrains")


@event(35, SOVIET, Window.MOVE_END, turn=SOVIET, requires=(_some_boxed,))
def maskirovka(state: State, side: SideIndex, mode: str) -> None:
    """Units detrain and then move."""
    call(state, MoveByEvent(side, _mask(rail.passengers(state, side)), points=99))
    ask(state, CardNumber(35), side, times=rail.RAIL_CAPACITY)


@offer(35, SOVIET, _boxed)
def leave_the_train(state: State, side: SideIndex, action: Action) -> None:
    """Detrains the unit."""
    assert isinstance(action, DetrainUnit)
    rail.detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])


# --- too many in a hex ------------------------------------------------------------------------------------
PREPARED_HEXES = 3


@event(32, SOVIET, Window.MOVE, turn=SOVIET)
def prepared_offensive(state: State, side: SideIndex, mode: str) -> None:
    """Up to three connected hexes may hold one extra unit until the turn ends."""
    lasting(state, CardNumber(32), side, Kind.EXTRA_STACK, 1, Scope.PLAYER_TURN)
    ask(state, CardNumber(32), side, times=PREPARED_HEXES)


def _connected(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Any hex without enemy units; then those next to the ones chosen."""
    taken = extra_room(state, side)
    hexes = BOARD.expand(taken) & ~taken if taken else BOARD.hexes
    return [ChooseHex(BOARD.id_of[node]) for node in bits(hexes & BOARD.hexes & ~state.occupied(ENEMY[side]))]


@offer(32, SOVIET, _connected)
def prepare(state: State, side: SideIndex, action: Action) -> None:
    """Adds the hex to the others."""
    assert isinstance(action, ChooseHex)
    bit = 1 << BOARD.node_of[action.hex]
    state.effects = tuple(
        msgspec.structs.replace(effect, nodes=effect.nodes | bit) if effect.kind == Kind.EXTRA_STACK else effect
        for effect in state.effects
    )
