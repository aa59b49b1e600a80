"""The plain computer opponent: plans its moves as a whole, fights at good odds, looks one turn ahead.

It takes one decision at a time. The table `ANSWERS` names the function that answers each kind of question; events that
can be played beside other answers are considered first.
"""

from __future__ import annotations

import random
from typing import Any, Final

from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.evaluation.worth import foresight
from noretreat.ai.player import Observation, require_legal
from noretreat.ai.proposals import aftermath, attacks, counterblow_choices, trains, upkeep
from noretreat.ai.proposals.following import PlanFollower
from noretreat.ai.proposals.moves import Effort, MovePlan, plan_moves
from noretreat.ai.search import lookahead
from noretreat.ai.search.arrivals import Arrivals
from noretreat.ai.search.enemy_answers import plan_against_answers
from noretreat.ai.search.event_timing import EventTiming, more_movement
from noretreat.ai.search.habits import HABITS, Answer
from noretreat.ai.search.outset import is_preparing
from noretreat.ai.thought import UNWATCHED, Thought, stage_of
from noretreat.core.actions import Action, Done, MarkReserve, PlayEvent
from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Phase

NORMAL: Final = Effort(candidates=10, passes=3, evaluations=240, foresees=False, answers=2, answer=50)
HARD: Final = Effort(
    candidates=10, passes=3, evaluations=700, seconds=20, answers=2, answer=100, arrivals=300, outset=150
)
EASY: Final = Effort(candidates=5, passes=1, evaluations=150, seconds=5, wary=False, foresees=False)
FORGETS: Final = {"move": 0.12, "declare": 0.35, "flip": 0.4}
"""The chance that a beginner stops at each of these questions although there is more to do."""


def _try_out(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The answer that turns out best once what each of them begins has been played to its end."""
    return lookahead.best(state, side, actions)


def _strike_back(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Counterattacks if that looks better over all faces of its die, and of the die that may answer it."""
    return lookahead.best(state, side, actions, dice=2)


def _choose(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The answer to a choice that an event offers: a plan for the units that march farther, else a lookahead."""
    if state.phase == Phase.MOVEMENT and state.battle is None:
        found = more_movement(state, side)
        if found is not None:
            return found[1]
    return lookahead.best_choice(state, side, actions)


def _declare(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The attacks worth making, and those that an event makes the side owe."""
    action = attacks.declare(state, side, actions)
    return (counterblow_choices.owed_attack(state, actions) if isinstance(action, Done) else None) or action


CHOICES: Final = (
    "event", "choose", "event_move", "from_box", "new_attack", "take_off_counterblow", "place_part",
)  # fmt: skip
"""The questions that an event asks."""
ANSWERS: Final[dict[str, Answer]] = {
    **HABITS,
    # cards
    **dict.fromkeys(CHOICES, lookahead.best_choice),
    "choose": _choose,
    # organization and rail
    "place": upkeep.place,
    "reorganize": upkeep.reorganize,
    "exile_cadre": aftermath.best_after,
    "take_back": aftermath.best_after,
    "reserve": trains.reserve,
    "paratroops": aftermath.best_after,
    "rebuild": _try_out,
    # battles
    "declare": _declare,
    "counterblow": counterblow_choices.paid,
    "apply_next": aftermath.best_after,
    "choose_table": _try_out,
    "pick_die": _try_out,
    "pick_duel_die": _try_out,
    "counterattack": _strike_back,
    "step_loss": aftermath.lose_step,
    "cadre": aftermath.best_after,
    "retreat": aftermath.retreat,
    "step_back": aftermath.retreat,
    "advance": aftermath.advance,
}
"""The function that answers each kind of question (the `CODE` of its frame): a lookahead where no habit will do.
"move" is answered by the plan that the player makes, and "window" by declining: events have been considered before."""


class GreedyPlayer:
    """Chooses the answer after which the position looks best."""

    effort = NORMAL
    thought: Thought = UNWATCHED
    """The listener for the player's progress; the seat replaces it with its own."""

    def __init__(self, seed: int | None = None, **effort: Any) -> None:
        """`effort` changes single fields of the level's own `Effort`; raises `ValueError` for one it does not have."""
        try:
            self.effort = self.effort._replace(**effort)
        except ValueError as error:
            raise ValueError(f"a player has the settings {', '.join(self.effort._fields)}: {error}") from None
        self._random = random.Random(seed)
        self._events = EventTiming(self.effort.outset)
        self._follower = PlanFollower(self.effort, self._plan)
        self._arrivals = Arrivals(self.effort)

    def choose(self, observation: Observation) -> Action:
        """The answer to the current decision."""
        with foresight(self.effort.foresees):
            return self._think(observation)

    def _think(self, observation: Observation) -> Action:
        """`choose`, within what the level sees."""
        actions = observation.actions
        if len(actions) == 1:
            return actions[0]
        state = observation.sample_state(self._random)
        self.thought.at(stage_of(state))
        side = SIDE_INDEX[observation.side]
        if self.thought.weighs:
            self.thought.worth = prospects(state, side)
        frame = state.question
        assert frame is not None
        if frame.CODE != "red_events":
            event = self._event(observation, state, actions)
            if event is not None:
                return event
            rest = tuple(action for action in actions if not isinstance(action, PlayEvent))
            actions = rest or actions
        return require_legal(type(self).__name__, frame.CODE, self._answer(frame.CODE, state, side, actions), actions)

    def _event(self, observation: Observation, state: State, actions: tuple[Action, ...]) -> Action | None:
        """The event to play now, if one is worth it."""
        side = SIDE_INDEX[observation.side]
        return self._events.choose(state, side, actions, lambda: observation.sample_state(self._random))

    def _answer(self, code: str, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The answer to a question with this code; events have been considered before."""
        if code == "move":
            return self._move(state, side, actions)
        if code == "place" and self.effort.arrivals:
            return self._arrivals.place(state, side, actions)
        if code in CHOICES and self.effort.outset and is_preparing(state, side):
            return lookahead.best_before_moves(state, side, actions, self.effort.outset)
        return ANSWERS[code](state, side, actions)

    def _move(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next move of the plan; before the first one, the Strategic Reserve may take the train."""
        reserve = tuple(action for action in actions if isinstance(action, MarkReserve))
        if reserve and not state.moved:
            action = trains.entrain(state, side, reserve)
            if action is not None:
                return action
        self._follower.thought = self.thought
        return self._follower.move(state, side, tuple(a for a in actions if not isinstance(a, MarkReserve)))

    def _plan(self, state: State, side: SideIndex, effort: Effort) -> MovePlan:
        """The destinations of the units in this Movement Phase."""
        if not effort.answers:
            return plan_moves(state, side, effort)
        return plan_against_answers(state, side, effort, self._arrivals.plan_of(state))


class EasyPlayer(GreedyPlayer):
    """A beginner: never looks at the enemy's reply, forgets units and attacks, plays no events but those it must."""

    effort = EASY

    def _event(self, observation: Observation, state: State, actions: tuple[Action, ...]) -> Action | None:
        """None: it has not read its cards."""
        return None

    def _answer(self, code: str, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The answer to a question; now and then it stops although there is more to do."""
        if Done() in actions and self._random.random() < FORGETS.get(code, 0.0):
            return Done()
        return super()._answer(code, state, side, actions)


class HardPlayer(GreedyPlayer):
    """`GreedyPlayer` with more thought, and with an eye for what a breakthrough opens behind the line."""

    effort = HARD
