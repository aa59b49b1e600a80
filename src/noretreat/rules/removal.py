"""The Marker and Unit Removal Phase (chapter 11; REM-1 to REM-3): units still cut off are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, ChooseHex, Pass
from noretreat.core.board import BOARD, ENEMY, bits, units_of
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.core.types import NO_UNITS, SideIndex
from noretreat.rules import losses, purchases
from noretreat.rules.effects import spared
from noretreat.rules.payment import can_pay, pay
from noretreat.rules.supply import is_supplied


def remove_units(state: State) -> None:
    """Unsupplied units trace supply again, the phasing side first; those that cannot are eliminated (REM-1)."""
    saved = spared(state)
    for side in (state.phasing, ENEMY[state.phasing]):
        lost = [
            unit
            for unit in units_of(state.unsupplied)
            if state.info(unit).side == side and not saved >> unit & 1 and not is_supplied(state, unit)
        ]
        for unit in lost:
            losses.eliminate(state, unit, "supply")


def remove_markers(state: State) -> None:
    """Removes the Unsupplied and Disorganized markers of both sides (REM-2)."""
    units = state.unsupplied | state.disorganized
    if units:
        state.emit(events.MarkersCleared(tuple(BOARD.unit_ids[unit] for unit in units_of(units))))
    state.disorganized = NO_UNITS
    if state.unsupplied:
        state.mark_unsupplied(NO_UNITS)


REBUILD_PRICE: Final = 2
"""Cards it costs to rebuild a scorched city (REM-3)."""


class RebuildCity(Decision, frozen=True, gc=False):
    """The choice of a scorched city for the phasing side to rebuild in its Removal Phase, for two cards (REM-3)."""

    CODE = "rebuild"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """A friendly scorched city without enemy units, or none."""
        ruins = state.scorched & state.control(self.side) & ~state.occupied(ENEMY[self.side])
        if not ruins or not can_pay(state, self.side, REBUILD_PRICE):
            return ()
        return [Pass(), *(ChooseHex(BOARD.id_of[node]) for node in bits(ruins))]

    def choose(self, state: State, action: Action) -> None:
        """Rebuilds it and pays."""
        if isinstance(action, ChooseHex):
            node = BOARD.node_of[action.hex]
            purchases.remember_hex(state, self.side, node, purchases.CLEARING)
            state.scorched &= ~(1 << node)
            state.emit(events.CityScorched(action.hex, False))
            pay(state, self.side, REBUILD_PRICE, "rebuild")
