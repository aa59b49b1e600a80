"""Carrying a movement plan out, one action at a time."""

from __future__ import annotations

from collections.abc import Callable

from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.proposals.moves import Effort, MovePlan, plan_moves, wants_extension
from noretreat.ai.thought import UNWATCHED
from noretreat.core.actions import Action, Done, EntrainUnit, LayExtension, MoveUnit
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.boxes import RAIL
from noretreat.core.state import State
from noretreat.core.types import NO_NODE, Node, SideIndex, UnitIndex
from noretreat.rules import movement
from noretreat.rules.stacking import overstacked, room_for


class PlanFollower:
    """Makes a plan for each Movement Phase and follows it as long as the game is where the plan left it.

    Otherwise it plans again: a plan is a preference, never a commitment.
    """

    def __init__(self, effort: Effort, plan: Callable[[State, SideIndex, Effort], MovePlan] = plan_moves) -> None:
        self._effort = effort
        self._make_plan = plan
        self.thought = UNWATCHED
        """The listener for the progress of a plan."""
        self._plan: MovePlan | None = None
        self._expected: tuple[object, ...] = ()

    def adopt(self, plan: MovePlan, state: State) -> None:
        """Follows this plan, which was made in this position, from here on."""
        self._plan, self._expected = plan, fingerprint(state)

    def move(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next move of the plan; before any other, the map extension where it saves an Objective."""
        if LayExtension() in actions and wants_extension(state):
            return LayExtension()
        if self._plan is None or self._expected != fingerprint(state):
            self._plan = self._make_plan(state, side, self._effort._replace(thought=self.thought))
        action = _next_move(state, side, self._plan, set(actions))
        self._expected = _after(state, action)
        if isinstance(action, Done):
            self._plan = None
        return action


def _next_move(state: State, side: SideIndex, plan: MovePlan, legal: set[Action]) -> Action:
    """First the unit that is in the middle of its move, then the train, then any unit that can reach its goal."""
    units = list(plan.goals)
    if state.mover in plan.goals:
        units = [state.mover, *(unit for unit in units if unit != state.mover)]
    elif plan.train >= 0 and EntrainUnit(BOARD.unit_ids[plan.train]) in legal and not state.moved:
        return EntrainUnit(BOARD.unit_ids[plan.train])
    for unit in units:
        goal = plan.goals[unit]
        if state.where[unit] == goal or state.where[unit] < 0:
            continue
        action = MoveUnit(BOARD.unit_ids[unit], BOARD.id_of[goal])
        if action in legal:
            city = _city_on_the_way(state, side, unit, goal)
            return MoveUnit(BOARD.unit_ids[unit], BOARD.id_of[city]) if city >= 0 else action
    return _make_room(state, side, legal) or Done()


def _make_room(state: State, side: SideIndex, legal: set[Action]) -> Action | None:
    """A move out of a hex with too many units, when the plan could not be carried out to its end (STK-3)."""
    crowded = overstacked(state, side)
    if not crowded:
        return None
    field = Assessment(state, side).field
    best, chosen = -1e9, None
    for action in sorted((one for one in legal if isinstance(one, MoveUnit)), key=lambda one: (one.unit, one.to)):
        unit, node = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
        if state.where[unit] in crowded and room_for(state, unit, 1 << node) and field[node] > best:
            best, chosen = field[node], action
    return chosen


def fingerprint(state: State) -> tuple[object, ...]:
    """Everything that a plan depends on."""
    return (state.setup.scenario, state.turn, state.phasing, tuple(state.where))


def _after(state: State, action: Action) -> tuple[object, ...]:
    """The fingerprint that a planned action should leave."""
    where = list(state.where)
    if isinstance(action, MoveUnit):
        where[BOARD.unit_index[action.unit]] = BOARD.node_of[action.to]
    elif isinstance(action, EntrainUnit):
        where[BOARD.unit_index[action.unit]] = RAIL
    return (state.setup.scenario, state.turn, state.phasing, tuple(where))


def _city_on_the_way(state: State, side: SideIndex, unit: UnitIndex, goal: Node) -> Node:
    """An open enemy city that the unit can take and still reach its goal; `NO_NODE` for none."""
    journey = movement.journey_of(state, unit)
    cities = state.control(ENEMY[side]) & BOARD.vp_hexes & journey.through & ~(1 << goal)
    for city in bits(cities):
        left = journey.left(city)
        if left > 0:
            probe = state.copy()
            probe.put(unit, city)
            if movement.journey_with(probe, unit, left, fresh=False).total >> goal & 1:
                return city
    return NO_NODE
