"""Where units arrive: planned together with the moves that follow, for they march in the same turn (ORG-8, MOV-1).

A unit that waits in its box is a piece of the plan whose reach is every hex to which it can march from any hex where it
may be put; so the plan sends it where it is needed, and it arrives on the way there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noretreat.ai.evaluation.assessment import piece_of
from noretreat.ai.proposals.following import fingerprint
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.proposals.upkeep import Arrival, arrives_free, best_hex, by_hex, next_arrival, unit_of
from noretreat.core.actions import Action, PlaceUnit
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, Node, NodeMask, Segment, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import movement
from noretreat.rules.journey import Journey


class Arrivals:
    """Places the units of one player turn after another, by plans of which each is kept as long as it lasts."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort._replace(evaluations=effort.arrivals)
        self._goals: dict[UnitIndex, Node] = {}
        """Where each unit of the side is wanted at the end of the moves."""
        self._expected: tuple[object, ...] = ()
        """The fingerprint of the position in which they hold: one player may have many games in turn."""

    def place(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next arrival, put where the plan can use it best; or the action that ends the placements."""
        options = next_arrival(state, side, actions)
        if len(options) == 1 or not isinstance(options[0], Arrival):
            return options[0]
        unit = unit_of(options[0])
        goals = self.plan_of(state)
        if unit not in goals:
            goals = self._goals = self._plan(state, side, unit, options, actions)
        action = _on_the_way(state, unit, by_hex(options), goals[unit]) or best_hex(state, side, options)
        assert isinstance(action, Arrival)
        after = state.copy()
        after.put(unit, BOARD.node_of[action.to])
        self._expected = fingerprint(after)
        return action

    def plan_of(self, state: State) -> Mapping[UnitIndex, Node]:
        """The destinations with which units have arrived this turn; none if nothing was planned for this position."""
        return self._goals if self._expected == fingerprint(state) else {}

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
            ways[other] = _ways(state, other, by_hex(waiting[other]))
            probe.put(other, BOARD.node_of[here.to])
        _begin_movement(probe)
        planner = MovePlanner(probe, side, self._effort, ways)
        planner.search()
        return {piece.unit: node for piece, node in zip(planner.assessment.own, planner.at, strict=True)}


def _begin_movement(state: State) -> None:
    """Takes a trial position on to the start of the Movement Phase."""
    state.phase, state.segment, state.moved = Phase.MOVEMENT, Segment.NONE, NO_UNITS


def _marches(state: State, unit: UnitIndex, node: Node) -> Journey:
    """The marches of a unit that has been put in a hex, in the Movement Phase of this turn."""
    probe = state.copy()
    probe.put(unit, node)
    _begin_movement(probe)
    return movement.journey_of(probe, unit)


def _ways(state: State, unit: UnitIndex, hexes: Mapping[Node, Action]) -> NodeMask:
    """Everywhere that a unit can be at the end of the moves."""
    reach = sum((1 << node for node in hexes), NO_NODES)
    for node in hexes:
        reach |= _marches(state, unit, node).total
    return reach


def _on_the_way(state: State, unit: UnitIndex, hexes: Mapping[Node, Action], goal: Node) -> Action | None:
    """The arrival in its goal, or where most points are left once it has marched there; None if it cannot get there."""
    if goal in hexes:
        return hexes[goal]
    best, chosen = -1, None
    for node, action in hexes.items():
        journey = _marches(state, unit, node)
        if journey.total >> goal & 1 and journey.left(goal) > best:
            best, chosen = journey.left(goal), action
    return chosen
