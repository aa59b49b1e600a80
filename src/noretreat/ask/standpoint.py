"""Where somebody stands who asks: what that side knows of the position, and the phases to come."""

from __future__ import annotations

from random import Random
from typing import Final

from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead.outlook import next_turn_of
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.rules import combat, movement

_BATTLES: Final = (Phase.COMBAT, Phase.COUNTERBLOWS)


class Standpoint:
    """A position as one side knows it; a spectator knows neither hand."""

    def __init__(self, state: State, side: SideIndex | None, *, hand: bool = True) -> None:
        hidden = (AXIS, SOVIET) if side is None or not hand else (ENEMY[side],)
        # Whatever is not known is dealt anew, always in the same way: so no answer can tell it.
        self.state = Knowledge(state, hidden).deal(Random(0))
        self.seated = side is not None and hand
        """Does whoever asks see the hand of a side?"""
        self.side: SideIndex = state.phasing if side is None else side

    @property
    def enemy(self) -> SideIndex:
        """The other side."""
        return ENEMY[self.side]

    def moving(self, side: SideIndex) -> State:
        """The position in the Movement Phase of a side: now, or its next one if nothing else changes."""
        state = self.state
        if state.phase == Phase.MOVEMENT and state.phasing == side and isinstance(state.question, movement.MoveUnits):
            return state
        probe = next_turn_of(state, side)
        probe.phase = Phase.MOVEMENT
        return _asked(probe, movement.MoveUnits())

    def fighting(self, side: SideIndex) -> State:
        """The position as the side declares its attacks: now, or in its next Combat Phase if nothing else changes."""
        state = self.state
        if state.phasing == side and isinstance(state.question, combat.DeclareTargets):
            return state
        now = state.phasing == side and state.phase in (*_BATTLES, Phase.MOVEMENT)
        probe = state.copy() if now else next_turn_of(state, side)
        probe.phase = Phase.COMBAT
        return _asked(probe, combat.DeclareTargets(side))

    def now(self, side: SideIndex, then: Phase) -> Reason | None:
        """A line that says that an answer is about a phase to come; None if it is about the present one."""
        state = self.state
        same = state.phase == then or (then == Phase.COMBAT and state.phase in _BATTLES)
        if same and state.phasing == side:
            return None
        return say("ask-then", phase=state.phase, side=SIDES[state.phasing], then=then, whose=SIDES[side])

    def at(self, unit: UnitId) -> MapId:
        """The hex of a unit; empty if it is off the map."""
        place = self.state.where[BOARD.unit_index[unit]]
        return BOARD.id_of[self.state.node_of(BOARD.unit_index[unit])] if place >= 0 else ""

    def side_of(self, unit: UnitId) -> SideIndex:
        """The side that a unit fights for."""
        return BOARD.units[BOARD.unit_index[unit]].side


def _asked(probe: State, question: movement.MoveUnits | combat.DeclareTargets) -> State:
    """A position in which that is asked."""
    probe.stack = [question]
    probe.battle = None
    probe.options = tuple(
        [action for march in movement.marches(probe, probe.phasing).values() for action in march.actions]
        if isinstance(question, movement.MoveUnits)
        else question.options(probe)
    )
    return probe


def reached(state: State, unit: UnitIndex) -> NodeMask:
    """The hexes to which a unit could move."""
    if not movement.can_move(state, unit):
        return NO_NODES
    return NodeMask(movement.journey_of(state, unit).total & ~movement.closed_to(state, unit))


def ids(units: list[UnitIndex]) -> list[UnitId]:
    """The ids of units."""
    return [BOARD.unit_ids[unit] for unit in units]
