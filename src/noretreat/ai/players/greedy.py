"""The plain computer opponent: plans its moves as a whole, fights at good odds, looks one turn ahead.

It answers one decision at a time. Each kind of question has an owner, which is named in the table here; events that can
be played beside other answers are thought about first.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from noretreat.ai.player import Observation
from noretreat.ai.proposals import aftermath, battles, cards, counterblows, order, trains, upkeep
from noretreat.ai.proposals.following import PlanFollower
from noretreat.ai.proposals.moves import Effort, plan_moves
from noretreat.ai.search import lookahead
from noretreat.ai.search.answers import plan_against_answers
from noretreat.ai.search.events import EventTiming, more_movement
from noretreat.ai.thought import UNWATCHED, Thought, stage_of
from noretreat.core.actions import Action, Done, MarkReserve, Pass, PlayEvent
from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State

NORMAL: Final = Effort(candidates=10, passes=3, evaluations=240, answers=2, answer=50)
HARD: Final = Effort(candidates=14, passes=3, evaluations=900, seconds=3.0, answers=4, answer=160)
BEST: Final = Effort(candidates=18, passes=4, evaluations=3500, seconds=6.0, answers=5, answer=700)
EASY: Final = Effort(candidates=5, passes=1, evaluations=150, wary=False)
FORGETS: Final = {"move": 0.12, "declare": 0.35, "flip": 0.4}
"""How likely a beginner takes each of these questions for the last of its kind."""

Answer = Callable[[State, int, tuple[Action, ...]], Action]


def _try_out(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Runs each answer on to the end of what it began."""
    return lookahead.best(state, side, actions)


def _strike_back(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Counterattacks if that looks better over all faces of the die, and of the one that may answer it."""
    return lookahead.best(state, side, actions, dice=2)


def _choose(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """What an event lets its player choose: the units that march farther by a plan, everything else by trying out."""
    if state.phase == "movement" and state.battle is None:
        found = more_movement(state, side)
        if found is not None:
            return found[1]
    return lookahead.best_choice(state, side, actions)


def _declare(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The attacks worth making, and those that an event makes the side owe."""
    action = battles.declare(state, side, actions)
    return (counterblows.owed_attack(state, actions) if isinstance(action, Done) else None) or action


def _no_event(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Passes: events are thought about before."""
    return next((action for action in actions if isinstance(action, Pass)), actions[0])


ANSWERS: Final[dict[str, Answer]] = {
    # cards
    "window": _no_event,
    "red_events": cards.first_red_event,
    "discard": cards.part_with,
    "discard_one": cards.part_with,
    "keep_one": cards.part_with,
    "pay": cards.part_with,
    "exchange_cards": cards.exchange,
    "event": lookahead.best_choice,
    "choose": _choose,
    "event_move": lookahead.best_choice,
    "from_box": lookahead.best_choice,
    "new_attack": lookahead.best_choice,
    "take_off_counterblow": lookahead.best_choice,
    # organization and rail
    "flip": upkeep.flip,
    "place": upkeep.place,
    "place_part": lookahead.best_choice,
    "reorganize": upkeep.reorganize,
    "exile_cadre": aftermath.best_after,
    "detrain": upkeep.detrain,
    "detrain_reserve": upkeep.detrain,
    "reserve": trains.reserve,
    "local_support": aftermath.local_support,
    "paratroops": aftermath.best_after,
    "rebuild": _try_out,
    # battles
    "declare": _declare,
    "counterblow": counterblows.paid,
    "free_counterblow": counterblows.free,
    "next_battle": battles.next_battle,
    "compose": battles.compose,
    "fight_planned": order.fight_next,
    "commit_next": aftermath.first,
    "apply_next": aftermath.best_after,
    "join_planned": order.join,
    "support": battles.support,
    "choose_table": _try_out,
    "pick_die": _try_out,
    "pick_duel_die": _try_out,
    "counterattack": _strike_back,
    "step_loss": aftermath.lose_step,
    "cadre": aftermath.best_after,
    "mark_counterblow": aftermath.mark_counterblow,
    "retreat": aftermath.retreat,
    "step_back": aftermath.retreat,
    "overstack": aftermath.overstack,
    "advance": aftermath.advance,
}
"""Who answers each kind of question (the `CODE` of its frame); "move" is answered by the plan that the player makes."""


class GreedyPlayer:
    """Chooses the answer after which the position looks best."""

    effort = NORMAL
    thought: Thought = UNWATCHED
    """Who hears how far it is; the seat puts another one here."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._events = EventTiming()
        self._follower = PlanFollower(self.effort, plan_against_answers if self.effort.answers else plan_moves)

    def choose(self, observation: Observation) -> Action:
        """The answer to the current decision."""
        actions = observation.actions
        if len(actions) == 1:
            return actions[0]
        state = observation.sample_state(self._random)
        self.thought.at(stage_of(state))
        side = SIDE_INDEX[observation.side]
        frame = state.question
        assert frame is not None
        if frame.CODE != "red_events":
            event = self._event(observation, state, actions)
            if event is not None:
                return event
            rest = tuple(action for action in actions if not isinstance(action, PlayEvent))
            actions = rest or actions
        action = self._answer(frame.CODE, state, side, actions)
        return action if action in actions else actions[0]

    def _event(self, observation: Observation, state: State, actions: tuple[Action, ...]) -> Action | None:
        """The event to play now, if one is worth it."""
        side = SIDE_INDEX[observation.side]
        return self._events.choose(state, side, actions, lambda: observation.sample_state(self._random))

    def _answer(self, code: str, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """The answer to a question with this code; events have been thought about."""
        return self._move(state, side, actions) if code == "move" else ANSWERS[code](state, side, actions)

    def _move(self, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """The next move of the plan; before the first one, the Strategic Reserve may take the train."""
        reserve = tuple(action for action in actions if isinstance(action, MarkReserve))
        if reserve and not state.moved:
            action = trains.entrain(state, side, reserve)
            if action is not None:
                return action
        self._follower.thought = self.thought
        return self._follower.move(state, side, tuple(a for a in actions if not isinstance(a, MarkReserve)))


class EasyPlayer(GreedyPlayer):
    """A beginner: never looks at the enemy's reply, forgets units and attacks, plays no events but those it must."""

    effort = EASY

    def _event(self, observation: Observation, state: State, actions: tuple[Action, ...]) -> Action | None:
        """None: it has not read its cards."""
        return None

    def _answer(self, code: str, state: State, side: int, actions: tuple[Action, ...]) -> Action:
        """Now and then it takes a question for the last of its kind."""
        if Done() in actions and self._random.random() < FORGETS.get(code, 0.0):
            return Done()
        return super()._answer(code, state, side, actions)


class HardPlayer(GreedyPlayer):
    """The same with more thought: plans of several tempers are tried against the enemy's best answer."""

    effort = HARD


class BestPlayer(GreedyPlayer):
    """The same with as much thought as anybody will wait for."""

    effort = BEST
