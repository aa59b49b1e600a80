"""Where units arrive: planned together with the moves that follow, for they march in the same turn.

A unit that waits in its box is a piece of the plan whose reach is every hex to which it can march from any hex where it
may be put; so the plan sends it where it is needed, and it arrives on the way there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noretreat.ai.evaluation.assessment import piece_of
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.proposals.upkeep import Arrival, arrives_free, best_hex, next_arrival, unit_of
from noretreat.core.actions import Action, PlaceUnit
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, Node, NodeMask, Segment, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import movement
from noretreat.rules.journey import Journey

Steps = Mapping[Node, Action]
"""The hexes where a unit may be put, each with the action that puts it there."""


class Arrivals:
    """Places the units of one player turn after another, by plans of which each is kept as long as it lasts."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort._replace(evaluations=effort.arrivals)
        self._goals: dict[UnitIndex, Node] = {}
        """Where each unit of the side is wanted at the end of the moves."""
        self._turn: tuple[int, SideIndex] | None = None

    def place(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next arrival, put where the plan can use it best; or the action that ends the placements."""
        options = next_arrival(state, side, actions)
        if len(options) == 1 or not isinstance(options[0], Arrival):
            return options[0]
        unit = unit_of(options[0])
        if self._turn != (state.turn, side):
            self._turn, self._goals = (state.turn, side), {}
        if unit not in self._goals:
            self._goals = self._plan(state, side, unit, options, actions)
        return _on_the_way(state, unit, _steps(options), self._goals[unit]) or best_hex(state, side, options)

    def plan_of(self, state: State, side: SideIndex) -> Mapping[UnitIndex, Node]:
        """The destinations of this turn's units with which they arrived; none if nothing was planned for it."""
        return self._goals if self._turn == (state.turn, side) else {}

    def _plan(
        self, state: State, side: SideIndex, unit: UnitIndex, options: Sequence[Action], actions: Sequence[Action]
    ) -> dict[UnitIndex, Node]:
        """The destinations of all units after the moves, with this one, and all others that arrive for free."""
        waiting: dict[UnitIndex, list[Action]] = {unit: list(options)}
        for action in actions:
            if isinstance(action, PlaceUnit) and unit_of(action) != unit and arrives_free(state, action):
                waiting.setdefault(unit_of(action), []).append(action)
        probe = state.copy()
        ways: dict[UnitIndex, NodeMask] = {}
        for other in sorted(waiting, key=lambda other: -piece_of(state, other).worth):
            here = best_hex(probe, side, waiting[other])
            assert isinstance(here, Arrival)
            ways[other] = _ways(state, other, _steps(waiting[other]))
            probe.put(other, BOARD.node_of[here.to])
        probe.phase, probe.segment, probe.moved = Phase.MOVEMENT, Segment.NONE, NO_UNITS
        planner = MovePlanner(probe, side, self._effort, ways)
        planner.search()
        return {piece.unit: node for piece, node in zip(planner.assessment.own, planner.at, strict=True)}


def _steps(options: Sequence[Action]) -> Steps:
    """The options of one unit by hex."""
    return {BOARD.node_of[option.to]: option for option in options if isinstance(option, Arrival)}


def _marches(state: State, unit: UnitIndex, node: Node) -> Journey:
    """The marches of a unit that has been put in a hex, in the Movement Phase of this turn."""
    probe = state.copy()
    probe.put(unit, node)
    probe.phase, probe.segment, probe.moved = Phase.MOVEMENT, Segment.NONE, NO_UNITS
    return movement.journey_of(probe, unit)


def _ways(state: State, unit: UnitIndex, steps: Steps) -> NodeMask:
    """Everywhere that a unit can be at the end of the moves."""
    reach = sum((1 << node for node in steps), NO_NODES)
    for node in steps:
        reach |= _marches(state, unit, node).total
    return reach


def _on_the_way(state: State, unit: UnitIndex, steps: Steps, goal: Node) -> Action | None:
    """The arrival in its goal, or where most points are left once it has marched there; None if it cannot get there."""
    if goal in steps:
        return steps[goal]
    best, chosen = -1, None
    for node, action in steps.items():
        journey = _marches(state, unit, node)
        if journey.total >> goal & 1 and journey.left(goal) > best:
            best, chosen = journey.left(goal), action
    return chosen
