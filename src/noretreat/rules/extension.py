"""The map extension of the classic rules (chapter 13.5; C-54): where the small map ends, how the rest is added.

All hexes are in play from the start; only the rules that depend on the extension wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from noretreat.core import events
from noretreat.core.actions import Action, LayExtension
from noretreat.core.board import AXIS, BOARD
from noretreat.core.types import NodeMask, SideIndex

if TYPE_CHECKING:
    from noretreat.core.state import State

_WEST_COLUMN: Final = 7
# RULING (C-54): no source shows the western edge of the small map. Its three Rumanian hexes are on its south-west
# edge, and the westernmost of them are in column 07: so the edge is that column, from the Baltic to the Danube.
SMALL_EDGE: Final = BOARD.mask(*(hex_.id for hex_ in BOARD.facts.map.hexes if int(hex_.id[:2]) == _WEST_COLUMN))
"""The hexes along the western edge of the small map."""
BEYOND: Final = BOARD.mask(*(hex_.id for hex_ in BOARD.facts.map.hexes if int(hex_.id[:2]) < _WEST_COLUMN))
"""The hexes that the extension adds; a unit there has left the small map and counts as on its edge."""


def is_laid(state: State) -> bool:
    """True if the rules of the whole map apply: under the classic rules only after the extension is laid (C-54)."""
    due = state.rules.map_extension_turn
    return due is None or state.extension_laid or state.turn >= due


def supply_edge(state: State, side: SideIndex) -> NodeMask:
    """The friendly map edge of a side, where its supply paths end (MAP-3)."""
    return SMALL_EDGE | BEYOND if side == AXIS and not is_laid(state) else BOARD.edge[side]


def west_edge(state: State) -> NodeMask:
    """The hexes along the western map edge, where recovering Axis units may be placed (ORG-10)."""
    return BOARD.edge[AXIS] if is_laid(state) else SMALL_EDGE


def offers(state: State) -> tuple[Action, ...]:
    """The action by which the Axis may lay the extension early, in its own Movement Phase (D-57)."""
    return (LayExtension(),) if state.phasing == AXIS and not is_laid(state) else ()


def lay(state: State) -> None:
    """Lays the extension early: the rules of the whole map now apply (C-54)."""
    state.extension_laid = True
    state.emit(events.ExtensionLaid(state.turn))


def lay_when_due(state: State) -> None:
    """Logs that the extension is laid on its turn, unless the Axis laid it earlier (EVT-17).

    Nothing is stored: from that turn on, the calendar says so.
    """
    if state.turn == state.rules.map_extension_turn and not state.extension_laid:
        state.emit(events.ExtensionLaid(state.turn))
