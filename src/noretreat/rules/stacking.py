"""Stacking (8.4; STK-1 to STK-3): how many units a hex holds, and what happens to the others."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.data.facts import UnitType
from noretreat.rules import boxes, events
from noretreat.rules.actions import Action, ShatterUnit
from noretreat.rules.board import AXIS, BOARD, SOVIET, bits
from noretreat.rules.kernel import Decision
from noretreat.rules.state import DESTROYED, State


def stack_is_legal(state: State, units: Sequence[int], side: int) -> bool:
    """May these units of one side end a phase together (STK-1)? Markers do not count."""
    counting = [unit for unit in units if state.face_of(unit).type not in (UnitType.MARKER, UnitType.RESERVE)]
    if len(counting) <= 1:
        return True
    if len(counting) > 2:
        return False
    if side == AXIS:
        return True
    limit = "one"
    for from_turn, word in state.rules.soviet_stack:
        if state.turn >= from_turn:
            limit = word
    if limit == "armor_plus_one_no_fort":
        faces = [state.face_of(unit) for unit in counting]
        return any(face.armored for face in faces) and not any(face.fort for face in faces)
    return limit == "two"


def overstacked(state: State, side: int) -> list[int]:
    """Nodes where `side` has more units than may stay."""
    by_node: dict[int, list[int]] = {}
    for unit in BOARD.of_side[side]:
        node = state.where[unit]
        if node >= 0:
            by_node.setdefault(node, []).append(unit)
    return [node for node, units in by_node.items() if len(units) > 1 and not stack_is_legal(state, units, side)]


class Overstack(Decision, frozen=True, gc=False):
    """Which units leave an overstacked hex (STK-3, D-54, D-75); asked until every hex is in order."""

    CODE = "overstack"
    side: int

    def actor(self, state: State) -> int:
        """The owner of the stack."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any unit of any overstacked hex."""
        nodes = overstacked(state, self.side)
        return [ShatterUnit(BOARD.unit_ids[unit]) for node in nodes for unit in state.units_at(node, self.side)]

    def choose(self, state: State, action: Action) -> None:
        """The unit goes to the Shattered box, or is destroyed if unsupplied (or a fort, by rule set)."""
        assert isinstance(action, ShatterUnit)
        unit = BOARD.unit_index[action.unit]
        self.again(state)
        shatter_excess(state, unit)


def shatter_excess(state: State, unit: int) -> None:
    """Takes a surplus unit off its hex (STK-3): no victory points."""
    frm = state.where[unit]
    info = state.info(unit)
    destroyed = state.unsupplied >> unit & 1 or (state.rules.overstack_fort_destroyed and state.face_of(unit).fort)
    if destroyed and not info.cadre:
        state.put(unit, DESTROYED)
        boxes.clear_markers(state, unit)
        state.emit(events.UnitEliminated(info.id, BOARD.id_of[frm], "destroyed", "overstack"))
    else:
        boxes.shatter(state, unit, "overstack")


def check_stacking(state: State) -> None:
    """Pushes the overstacking question for both sides; it falls away where nothing is wrong (STK-3)."""
    for side in (SOVIET, AXIS):
        if overstacked(state, side):
            state.stack.append(Overstack(side))


def room_for(state: State, unit: int, mask: int) -> int:
    """The hexes of a mask where one more unit of this side does not overstack for sure (ORG-10, DET-3)."""
    side = state.info(unit).side
    full = 0
    for node in bits(mask & state.occupied(side)):
        if not stack_is_legal(state, [*state.units_at(node, side), unit], side):
            full |= 1 << node
    return mask & ~full
