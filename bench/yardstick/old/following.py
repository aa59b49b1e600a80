"""Carrying a movement plan out, one action at a time."""

from __future__ import annotations

from bench.yardstick.old.moves import Effort, MovePlan, MovePlanner, wants_extension
from noretreat.core.actions import Action, Done, EntrainUnit, LayExtension, MoveUnit
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.boxes import RAIL
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules import movement


class PlanFollower:
    """Makes a plan for each Movement Phase and follows it as long as the game is where the plan left it.

    Otherwise it plans again: a plan is a preference, never a commitment.
    """

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._plan: MovePlan | None = None
        self._expected: tuple[object, ...] = ()

    def move(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next move of the plan; before any other, the map extension where it saves an Objective."""
        if LayExtension() in actions and wants_extension(state):
            return LayExtension()
        if self._plan is None or self._expected != _fingerprint(state):
            self._plan = MovePlanner(state, side, self._effort).plan()
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
    return Done()


def _fingerprint(state: State) -> tuple[object, ...]:
    """What a plan depends on."""
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
    """An open enemy city that the unit can take and still reach its goal; -1 for none."""
    journey = movement.journey_of(state, unit)
    cities = state.control(ENEMY[side]) & BOARD.vp_hexes & journey.through & ~(1 << goal)
    for city in bits(cities):
        left = journey.left(city)
        if left > 0:
            probe = state.copy()
            probe.put(unit, city)
            if movement.journey_with(probe, unit, left, fresh=False).total >> goal & 1:
                return city
    return -1
