"""Events about Counterblow markers: free ones on friendly hexes, and removing those of the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import Action, ChooseHex, Done, PlaceCounterblow
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.kernel import Decision, call
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import SideIndex, UnitIndex
from noretreat.rules import allocation, combat
from noretreat.rules.deck import draw
from noretreat.rules.windows import Window, event


def room_for_counterblow(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A marker is left, and a hex that can take it."""
    if combat.markers_left(state, side) <= 0:
        return because("no-marker-left")
    return None if combat.counterblow_hexes(state) else because("no-counterblow-hex")


@event(26, AXIS, Window.COUNTERBLOW, turn=SOVIET, requires=(room_for_counterblow,))
def mobile_defense(state: State, side: SideIndex, mode: str) -> None:
    """Two free counterblows on Axis hexes."""
    call(state, FreeCounterblows(side, 2))


@event(37, SOVIET, Window.COUNTERBLOW, turn=AXIS, requires=(room_for_counterblow,))
def russian_courage(state: State, side: SideIndex, mode: str) -> None:
    """Two free counterblows on Soviet hexes."""
    call(state, FreeCounterblows(side, 2))


class FreeCounterblows(Decision, frozen=True, gc=False):
    """The choice of the hexes that get an event's free Counterblow markers (10.1.2)."""

    CODE = "free_counterblow"
    side: SideIndex
    left: int

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any hex that can take a marker, or stop."""
        if not self.left or combat.markers_left(state, self.side) <= 0:
            return ()
        return [*(PlaceCounterblow(BOARD.id_of[node]) for node in bits(combat.counterblow_hexes(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Places the marker and asks for the next."""
        if isinstance(action, PlaceCounterblow):
            combat.place_counterblow(state, BOARD.node_of[action.hex], "event")
            call(state, FreeCounterblows(self.side, self.left - 1))


@event(15, AXIS, Window.COMMIT, turn=AXIS)
def backhand_blow(state: State, side: SideIndex, mode: str) -> None:
    """Up to two Soviet counterblows are removed, but not the one being fought; the Axis draws a card."""
    draw(state, side, 1)
    call(state, TakeOffCounterblows(side, 2))


class TakeOffCounterblows(Decision, frozen=True, gc=False):
    """The choice of enemy Counterblow markers that an event removes. Units that were to answer them are free again."""

    CODE = "take_off_counterblow"
    side: SideIndex
    left: int
    freed: tuple[UnitIndex, ...] = ()

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any marker that is still to be answered, or stop."""
        nodes = bits(combat.marked(state)) if self.left else []
        return [*(ChooseHex(BOARD.id_of[node]) for node in nodes), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Removes the marker and asks for the next."""
        if isinstance(action, ChooseHex):
            node = BOARD.node_of[action.hex]
            combat.remove_counterblow(state, node)
            freed = allocation.withdraw(state, node)
            state.emit(events.CounterblowLapsed(action.hex))
            call(state, TakeOffCounterblows(self.side, self.left - 1, (*self.freed, *freed)))
        else:
            call(state, allocation.JoinPlanned(self.side, self.freed))
