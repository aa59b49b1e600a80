"""Events about cards, points and supports."""

from __future__ import annotations

from noretreat.rules import boxes
from noretreat.rules.board import AXIS
from noretreat.rules.deck import draw
from noretreat.rules.effects import DiscardOne
from noretreat.rules.kernel import call
from noretreat.rules.state import State
from noretreat.rules.windows import Window, event


@event(22, AXIS, Window.ANY)
def albert_speer_reorganizes_economy(state: State, side: int, mode: str) -> None:
    """The Axis draws three cards and discards one of its hand."""
    call(state, DiscardOne(side))
    draw(state, side, 3)


@event(45, AXIS, Window.CARD, turn=AXIS)
def desperate_offensive(state: State, side: int, mode: str) -> None:
    """Three more Blitz markers this turn and a card, for a victory point."""
    state.supports[AXIS] += 3
    boxes.change_event_vp(state, side, -1, "Desperate Offensive")
    draw(state, side, 1)
