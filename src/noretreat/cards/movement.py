"""Events of the Movement Phase."""

from __future__ import annotations

from noretreat.rules import movement
from noretreat.rules.board import AXIS, bits
from noretreat.rules.effects import answer, attacks, choose_hex, lasting
from noretreat.rules.state import State
from noretreat.rules.windows import Window, event


def _unmoved(state: State, side: int) -> int:
    """Hexes with a unit of `side` that has not begun to move."""
    units = [unit for unit in state.on_map(side) if movement.can_move(state, unit) and state.mover != unit]
    return sum({1 << state.where[unit] for unit in units})


def _before_moving_or_attacking(state: State, side: int, mode: str) -> str | None:
    """Each alternative of General Staff has its own moment."""
    if mode == "advance":
        return attacks(state, side, mode)
    if state.phase != "movement" or state.phasing != side or state.battle is not None:
        return "movement points are given in your own Movement Phase"
    return None if _unmoved(state, side) else "none of your units is still to move"


@event(17, AXIS, Window.MOVE, Window.COMMIT, modes=("move", "advance"), requires=(_before_moving_or_attacking,))
def general_staff(state: State, side: int, mode: str) -> None:
    """Two more movement points for the units of a hex, or one more hex of advance after this battle."""
    if mode == "advance":
        lasting(state, 17, side, "advance_more", 1, "battle")
    else:
        choose_hex(state, 17, side, bits(_unmoved(state, side)))


@answer(17, AXIS)
def move_further(state: State, side: int, node: int) -> None:
    """The units of this hex that are still to move have two points more."""
    units = sum(1 << unit for unit in state.units_at(node, side) if movement.can_move(state, unit))
    lasting(state, 17, side, "extra_mp", 2, "phase", units)
