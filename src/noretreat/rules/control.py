"""Control of cities and oil fields (chapter 12.7; MAP-4): it belongs to the side whose unit entered last."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.board import BOARD, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex


def tread_down_works(state: State, nodes: Sequence[Node], side: SideIndex) -> None:
    """Removes Defensive Works when a Soviet unit enters their hex, even if it only passes through (41A)."""
    if state.works and side == SOVIET:
        state.works &= ~sum((1 << node for node in nodes), NO_NODES)


def cities_of(state: State, side: SideIndex) -> NodeMask:
    """The cities that `side` controls; a scorched one is no city (C-88)."""
    return state.control(side) & BOARD.cities & ~state.scorched


def take_control(state: State, node: Node, side: SideIndex) -> None:
    """Gives `side` control of a city or oil field that its unit enters (MAP-4), and remembers that it was taken."""
    bit = 1 << node
    tread_down_works(state, (node,), side)
    if not bit & BOARD.vp_hexes or state.control(side) & bit:
        return
    if side == SOVIET:
        state.soviet_control |= bit
        state.axis_control &= ~bit
    else:
        state.axis_control |= bit
        state.soviet_control &= ~bit
    state.captured |= bit
    state.emit(events.ControlChanged(BOARD.id_of[node], SIDES[side]))
