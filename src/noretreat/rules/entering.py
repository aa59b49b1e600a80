"""Entering hexes (chapters 12.7.1 and 13.5; MAP-4): what follows when a unit comes into a hex, whatever brings it."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.board import BOARD, SOVIET
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules.calendar import watch_triggers
from noretreat.rules.control import take_control, tread_down_works


def enter(state: State, unit: UnitIndex, path: Sequence[Node]) -> None:
    """Puts a unit on the last of the nodes that it enters, and does what follows from its coming.

    It takes enemy cities and oil fields (12.7.1), and a Soviet unit tramples Defensive Works (41A) and can set the
    calendar going (13.5). Every way onto the map leads through here: moves, retreats, advances, trains, placements.
    """
    side = BOARD.units[unit].side
    if state.standing_counterblows | state.result_counterblows:
        _drop_stray_counterblow(state, path[-1], side)
    state.put(unit, path[-1])
    tread_down_works(state, path, side)
    for node in path if state.rules.control_on_passing else path[-1:]:
        if BOARD.vp_hexes >> node & 1:
            take_control(state, node, side)
    if side == SOVIET and 0 in state.triggers:
        watch_triggers(state)


def _drop_stray_counterblow(state: State, node: Node, side: SideIndex) -> None:
    """Removes a Counterblow marker whose units have left the hex, so that it does not pass to the unit that comes
    (10.1.3).
    """
    # RULING (C-62): the marker goes when its units leave.
    bit = 1 << node
    if (state.standing_counterblows | state.result_counterblows) & bit and not state.occupied(side) & bit:
        state.standing_counterblows &= ~bit
        state.result_counterblows &= ~bit
        state.emit(events.CounterblowLapsed(BOARD.id_of[node]))
