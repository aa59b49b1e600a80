"""The Marker and Unit Removal Phase (chapter 11; REM-1, REM-2): who is still cut off is lost."""

from __future__ import annotations

from noretreat.rules import boxes, events
from noretreat.rules.board import BOARD, bits
from noretreat.rules.state import State
from noretreat.rules.supply import is_supplied


def remove_units(state: State) -> None:
    """Marked units trace again, the phasing side first; who fails is eliminated (REM-1)."""
    saved = next((effect.units for effect in state.effects if effect.kind == "saved"), 0)
    for side in (state.phasing, 1 - state.phasing):
        lost = [
            unit
            for unit in bits(state.unsupplied)
            if state.info(unit).side == side and not saved >> unit & 1 and not is_supplied(state, unit)
        ]
        for unit in lost:
            boxes.eliminate(state, unit, "supply")


def remove_markers(state: State) -> None:
    """Unsupplied and Disorganized markers of both sides come off (REM-2)."""
    units = state.unsupplied | state.disorganized
    if units:
        state.emit(events.MarkersCleared(tuple(BOARD.unit_ids[unit] for unit in bits(units))))
    state.disorganized = 0
    if state.unsupplied:
        state.mark_unsupplied(0)
