"""Passing all card windows of a phase (`pass all`): which of them, so that nothing else is decided by it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from noretreat.core.actions import Pass
from noretreat.core.board import SIDES
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Phase, Side
from noretreat.game import apply_trusted
from noretreat.rules.windows import EventWindow


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One phase of one player turn."""

    turn: int
    phasing: Side
    phase: Phase


def scope_of(state: State) -> Scope:
    """The phase that is being played."""
    return Scope(state.turn, SIDES[state.phasing], state.phase)


def can_pass(state: State, side: SideIndex) -> bool:
    """True in a card window of this side in which passing declines nothing but events, and does not end the phase.

    Neither answer depends on the other side's hand: for the look ahead both could hold anything (15.13).
    """
    window = state.question
    if not isinstance(window, EventWindow) or window.actor(state) != side:
        return False
    after, _ = apply_trusted(blind(state), Pass())
    while isinstance(asked := after.question, EventWindow) and (
        asked.actor(after) != side or after.options == (Pass(),)
    ):
        after, _ = apply_trusted(after, Pass())
    return after.ended is None and scope_of(after) == scope_of(state)


def blind(state: State) -> State:
    """A copy to play on in which no window depends on a hand, so that it reveals nothing; `state` where none does."""
    setup = state.setup
    if setup.options.guarded:
        return state
    copy = state.copy()
    copy.setup = replace(setup, options=replace(setup.options, guarded=True))
    return copy
