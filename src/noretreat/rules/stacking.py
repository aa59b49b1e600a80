"""Stacking (chapter 8.4; STK-1 to STK-3): how many units a hex can hold, and what happens to the surplus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from noretreat.core import events
from noretreat.core.actions import Action, ShatterUnit
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.boxes import DESTROYED
from noretreat.core.kernel import Decision
from noretreat.core.lasting import Kind
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import UnitType
from noretreat.rules import losses

_UNCOUNTED: Final = frozenset(
    info.index for info in BOARD.units if info.faces[0].type in (UnitType.MARKER, UnitType.RESERVE)
)
"""Markers and the Rezervy stack freely (STK-1, OPT-8)."""


def stacking_rule(state: State, side: SideIndex) -> str:
    """The limit of a side now: one, two, or armor_plus_one_no_fort (STK-1)."""
    if side == AXIS:
        return "two"
    word = "one"
    for from_turn, limit in state.rules.soviet_stack:
        if state.turn >= from_turn:
            word = limit
    return word


def counts_for_stacking(unit: UnitIndex) -> bool:
    """True if this counter takes room in its hex. Markers and the Rezervy do not (STK-1, OPT-8)."""
    return unit not in _UNCOUNTED


def stack_is_legal(state: State, units: Sequence[UnitIndex], side: SideIndex) -> bool:
    """True if these units of one side may end a phase together (STK-1)."""
    counting = [unit for unit in units if unit not in _UNCOUNTED]
    if len(counting) <= 1:
        return True
    rule = stacking_rule(state, side)
    if len(counting) > 2 or rule == "one":
        return False
    if rule == "two":
        return True
    faces = [state.face_of(unit) for unit in counting]
    return any(face.armored for face in faces) and not any(face.fort for face in faces)


class Holding(NamedTuple):
    """Nodes by how many units of a side they hold, of those that count for stacking."""

    one: NodeMask
    """With at least one."""
    two: NodeMask
    """With at least two."""


def holding(state: State, side: SideIndex) -> Holding:
    """Which nodes the units of `side` fill."""
    derived = state.derived[side]
    known = derived.of_places
    if not isinstance(known, Holding):
        one = two = NO_NODES
        where = state.where
        for unit in state.on_map(side):
            if unit not in _UNCOUNTED:
                node = 1 << where[unit]
                two |= one & node
                one |= node
        known = derived.of_places = Holding(one, two)
    return known


def overstacked(state: State, side: SideIndex) -> list[Node]:
    """Nodes where `side` has more units than the limit."""
    _, crowded = holding(state, side)
    return [node for node in bits(crowded) if not _may_stay(state, state.units_at(node, side), node, side)]


def _may_stay(state: State, units: Sequence[UnitIndex], node: Node, side: SideIndex) -> bool:
    """True if this stack is legal in its hex, counting the room that events give."""
    if stack_is_legal(state, units, side):
        return True
    if not extra_room(state, side) >> node & 1:
        return False
    return any(stack_is_legal(state, [other for other in units if other != unit], side) for unit in units)


def extra_room(state: State, side: SideIndex | None = None) -> NodeMask:
    """Hexes where an event allows one extra unit."""
    mask = NO_NODES
    for effect in state.effects:
        if effect.kind == Kind.EXTRA_STACK and side in (None, effect.side):
            mask |= effect.nodes
    return mask


def room_for(state: State, unit: UnitIndex, mask: NodeMask) -> NodeMask:
    """The hexes of a mask that one more unit would certainly not overstack (ORG-10, DET-3)."""
    side = state.info(unit).side
    one, two = holding(state, side)
    rule = stacking_rule(state, side)
    if unit in _UNCOUNTED:
        return mask
    if rule == "two":
        return mask & ~two
    full = one if rule == "one" else two
    if rule == "armor_plus_one_no_fort":
        for node in bits(mask & one & ~two):
            if not stack_is_legal(state, [*state.units_at(node, side), unit], side):
                full |= 1 << node
    return mask & ~full


class Overstack(Decision, frozen=True, gc=False):
    """The choice of the unit of an overstacked hex to shatter (STK-3, D-54, D-75). Asked until no hex is overstacked
    (MOV-7).
    """

    CODE = "overstack"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The owner of the stack."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any unit of any overstacked hex that may leave it."""
        nodes = overstacked(state, self.side)
        return [ShatterUnit(BOARD.unit_ids[unit]) for node in nodes for unit in _may_leave(state, node, self.side)]

    def choose(self, state: State, action: Action) -> None:
        """Shatters the unit, or destroys it if unsupplied (or a fort, in some rule sets)."""
        assert isinstance(action, ShatterUnit)
        unit = BOARD.unit_index[action.unit]
        self.again(state)
        shatter_excess(state, unit)


def _may_leave(state: State, node: Node, side: SideIndex) -> Sequence[UnitIndex]:
    """The units of an overstacked hex among which the owner picks the surplus.

    The Garrison of Berlin and the Volkssturm stay while any other unit can go.
    """
    # RULING (C-123): shattered, they could come back in any city, and Berlin could not fall with its Garrison (12.5).
    units = state.units_at(node, side)
    return [unit for unit in units if not state.face_of(unit).of_its_city] or units


def shatter_excess(state: State, unit: UnitIndex) -> None:
    """Removes a surplus unit from its hex, for no victory points (STK-3).

    Under the digital rules it is eliminated as in battle: German forts are removed from the game, others exiled
    (SPU-GFT, STP-2).
    """
    frm = BOARD.id_of[state.node_of(unit)]
    if not lost_as_excess(state, unit):
        losses.shatter(state, unit, "overstack")
    elif state.rules.overstack_fort_destroyed:
        losses.destroy(state, unit, "overstack")
    else:
        state.put(unit, DESTROYED)
        losses.clear_markers(state, unit)
        state.emit(events.UnitEliminated(BOARD.unit_ids[unit], frm, "destroyed", "overstack"))


def lost_as_excess(state: State, unit: UnitIndex) -> bool:
    """True if this surplus unit is destroyed instead of shattered: unsupplied, or a fort in some rule sets (STK-3)."""
    if state.rules.overstack_fort_destroyed:
        return bool(state.unsupplied >> unit & 1) or state.face_of(unit).fort
    return bool(state.unsupplied >> unit & 1) and not state.info(unit).cadre


def check_stacking(state: State) -> None:
    """Asks both sides about overstacked hexes (STK-3, SEQ-3); the question is skipped if there are none."""
    for side in (SOVIET, AXIS):
        if overstacked(state, side):
            state.stack.append(Overstack(side))
