"""The plain computer opponent: plans its moves as a whole, fights at good odds, looks one turn ahead.

It answers one decision at a time. A plan is made at the start of a Movement Phase and is kept only as long as
the game is where the plan left it: a plan is a preference, never a commitment.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from noretreat.ai import battles, cards, forecast, upkeep
from noretreat.ai.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.player import Observation
from noretreat.core.actions import (
    Action,
    Discard,
    Done,
    EntrainUnit,
    LayExtension,
    MoveUnit,
    PayCard,
)
from noretreat.core.board import BOARD, SIDE_INDEX, bits
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.rules import movement
from noretreat.rules.windows import EventWindow, Window

NORMAL: Final = Effort(candidates=12, passes=3, evaluations=700)
EASY: Final = Effort(candidates=5, passes=1, evaluations=150, wary=False)

MANY: Final = 30
"""Answers beyond which each is only looked at, not forecast."""
Answer = Callable[[State, int, tuple[Action, ...]], Action]


class GreedyPlayer:
    """Chooses what the position likes best one step ahead."""

    effort = NORMAL

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._plan: MovePlan | None = None
        self._expected: tuple[object, ...] = ()
        self._answers: dict[str, Answer] = {
            "declare": battles.declare,
            "next_battle": battles.next_battle,
            "compose": battles.compose,
            "support": battles.support,
            "counterattack": battles.counterattack,
            "step_loss": battles.lose_step,
            "mark_counterblow": battles.mark_counterblow,
            "flip": upkeep.flip,
            "place": upkeep.place,
            "reorganize": upkeep.reorganize,
            "detrain": upkeep.detrain,
            "advance": upkeep.advance,
        }

    def choose(self, observation: Observation) -> Action:
        """The answer to the decision at hand."""
        actions = observation.actions
        if len(actions) == 1:
            return actions[0]
        state = observation.sample_state(self._random)
        side = SIDE_INDEX[observation.side]
        frame = state.stack[-1]
        assert isinstance(frame, Decision)
        action = self._answer(state, side, frame.CODE, actions)
        return action if action in actions else actions[0]

    def _answer(self, state: State, side: int, code: str, actions: tuple[Action, ...]) -> Action:
        """By the kind of question; what is unknown is tried out."""
        if code == "move":
            return self._move(state, side, actions)
        if code in ("discard", "pay", "discard_one"):
            return self._part_with(state, side, actions)
        if code == "counterblow":
            return battles.counterblow(state, side, actions, cards.price_of(state, side, 1))
        if code == "free_counterblow":
            return battles.counterblow(state, side, actions, 0.0)
        if code == "window":
            return self._window(state, side, actions)
        answer = self._answers.get(code)
        if answer:
            return answer(state, side, actions)
        if len(actions) > MANY:
            return upkeep.by_appraisal(state, side, actions)
        return forecast.best(state, side, actions)

    def _part_with(self, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """Discards and payments: the card that is missed least."""
        offers = {action.card: action for action in actions if isinstance(action, Discard | PayCard)}
        return offers[cards.cheapest(state, side, list(offers))]

    def _window(self, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """An event is played only when it is plainly good; otherwise the card is kept."""
        frame = state.stack[-1]
        if isinstance(frame, EventWindow) and frame.window is Window.COUNTERBLOW:
            return battles.counterblow_event(state, side, actions)
        return forecast.best(state, side, actions, forecast.PLAINLY_GOOD)

    # --- movement ----------------------------------------------------------------------------------------------
    def _move(self, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """The next step of the plan; before anything else the map extension, where it saves an Objective."""
        if LayExtension() in actions and upkeep.wants_extension(state):
            return LayExtension()
        if self._plan is None or self._expected != _fingerprint(state):
            self._plan = MovePlanner(state, side, self.effort).plan()
        action = self._next_step(state, side, self._plan, set(actions))
        self._expected = _after(state, action)
        if isinstance(action, Done):
            self._plan = None
        return action

    def _next_step(self, state: State, side: int, plan: MovePlan, legal: set[Action]) -> Action:
        """The unit in the middle of its move first, then the train, then whoever can go to its goal."""
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


class EasyPlayer(GreedyPlayer):
    """The same with little thought: never looks at the enemy's answer."""

    effort = EASY


def _fingerprint(state: State) -> tuple[object, ...]:
    """What a plan rests on."""
    return (state.setup.scenario, state.turn, state.phasing, tuple(state.where))


def _after(state: State, action: Action) -> tuple[object, ...]:
    """The fingerprint that a planned action should leave."""
    where = list(state.where)
    if isinstance(action, MoveUnit):
        where[BOARD.unit_index[action.unit]] = BOARD.node_of[action.to]
    elif isinstance(action, EntrainUnit):
        where[BOARD.unit_index[action.unit]] = -1
    return (state.setup.scenario, state.turn, state.phasing, tuple(where))


def _city_on_the_way(state: State, side: int, unit: int, goal: int) -> int:
    """An open enemy city that the unit can take and still reach its goal; -1 for none."""
    found = movement.reach_of(state, unit)
    cities = state.control(1 - side) & BOARD.vp_hexes & found.through & ~(1 << goal)
    if not cities:
        return -1
    fresh = state.mover != unit
    points = movement.allowance(state, unit) if fresh else state.mover_points
    for city in bits(cities):
        left = points - movement.cost_to(city, found)
        if left > 0:
            probe = state.copy()
            probe.put(unit, city)
            further = movement.reach_with(probe, unit, left, False, state.face_of(unit).armored, side)
            if further.total >> goal & 1:
                return city
    return -1
