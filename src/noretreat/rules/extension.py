"""The map extension of the first edition (C-54): where its small map ends in the west, and laying the rest beside it.

All hexes are in play from the start on this map; what waits for the extension are the rules that change with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from noretreat.core import events
from noretreat.core.actions import Action, LayExtension
from noretreat.core.board import AXIS, BOARD

if TYPE_CHECKING:
    from noretreat.core.state import State

_WEST_COLUMN: Final = 7
# RULING (C-54): no source draws the western edge of the small map. Its three Rumanian hexes lie along its south-west
# edge, and the westernmost of them stand in column 07: so the edge is that column, from the Baltic to the Danube.
SMALL_EDGE: Final = BOARD.mask(*(hex_.id for hex_ in BOARD.facts.map.hexes if int(hex_.id[:2]) == _WEST_COLUMN))
"""The hexes along the western edge of the small map."""
BEYOND: Final = BOARD.mask(*(hex_.id for hex_ in BOARD.facts.map.hexes if int(hex_.id[:2]) < _WEST_COLUMN))
"""What the extension adds; a unit there has left the small map over its edge, so it draws supply as from the edge."""


def is_laid(state: State) -> bool:
    """Do the rules of the whole map hold: always, but by the first edition from turn 17 or when it was laid (C-54)?"""
    due = state.rules.map_extension_turn
    return due is None or state.extension_laid or state.turn >= due


def supply_edge(state: State, side: int) -> int:
    """The friendly map edge to which supply paths of a side lead (MAP-3)."""
    return SMALL_EDGE | BEYOND if side == AXIS and not is_laid(state) else BOARD.edge[side]


def west_edge(state: State) -> int:
    """The hexes along the western map edge, where recovering Axis units may come in (ORG-10)."""
    return BOARD.edge[AXIS] if is_laid(state) else SMALL_EDGE


def offers(state: State) -> tuple[Action, ...]:
    """The Axis may lay the extension in its own Movement Phase before its turn has come (D-57)."""
    return (LayExtension(),) if state.phasing == AXIS and not is_laid(state) else ()


def lay(state: State) -> None:
    """The Axis lays it before its turn: from now on the rules of the whole map hold (C-54)."""
    state.extension_laid = True
    state.emit(events.ExtensionLaid(state.turn))


def lay_when_due(state: State) -> None:
    """On its turn it lies by itself, and the log says so unless the Axis was earlier (EVT-17).

    Nothing is stored: from that turn on the calendar alone says that it lies.
    """
    if state.turn == state.rules.map_extension_turn and not state.extension_laid:
        state.emit(events.ExtensionLaid(state.turn))
