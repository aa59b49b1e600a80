"""The plain computer opponent: plans its moves as a whole, fights at good odds, looks one turn ahead.

It answers one decision at a time: each kind of question has a proposal of its own, and where it has none, every
answer is tried out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bench.yardstick.old import battles, lookahead, upkeep
from bench.yardstick.old.cards import price_of
from bench.yardstick.old.following import PlanFollower
from bench.yardstick.old.moves import Effort
from bench.yardstick.old.parting import part_with
from noretreat.core.actions import Action
from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State
from noretreat.rules.windows import EventWindow, Window

if TYPE_CHECKING:
    from noretreat.ai.player import Observation

NORMAL: Final = Effort(candidates=12, passes=3, evaluations=700)
EASY: Final = Effort(candidates=5, passes=1, evaluations=150, wary=False)

MANY: Final = 30
"""With more answers than this, each is only applied and appraised, not looked ahead from."""
Answer = Callable[[State, int, tuple[Action, ...]], Action]


class GreedyPlayer:
    """Chooses the answer after which the position looks best."""

    effort = NORMAL

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._answers: dict[str, Answer] = {
            "move": PlanFollower(self.effort).move,
            "discard": part_with,
            "pay": part_with,
            "discard_one": part_with,
            "declare": battles.declare,
            "next_battle": battles.next_battle,
            "compose": battles.compose,
            "support": battles.support,
            "counterattack": battles.counterattack,
            "step_loss": battles.lose_step,
            "mark_counterblow": battles.mark_counterblow,
            "counterblow": _counterblow,
            "free_counterblow": battles.counterblow,
            "flip": upkeep.flip,
            "place": upkeep.place,
            "reorganize": upkeep.reorganize,
            "detrain": upkeep.detrain,
            "advance": _advance,
            "window": _window,
        }

    def choose(self, observation: Observation) -> Action:
        """The answer to the current decision."""
        actions = observation.actions
        if len(actions) == 1:
            return actions[0]
        state = observation.sample_state(self._random)
        side = SIDE_INDEX[observation.side]
        frame = state.question
        assert frame is not None
        action = self._answers.get(frame.CODE, _tried_out)(state, side, actions)
        return action if action in actions else actions[0]


class EasyPlayer(GreedyPlayer):
    """The same with less thought: it never looks at the enemy's reply."""

    effort = EASY


def _tried_out(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The best answer to a question that has no proposal of its own."""
    if len(actions) > MANY:
        return lookahead.best_by_appraisal(state, side, actions)
    return lookahead.best(state, side, actions)


def _counterblow(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """A Counterblow that costs a card."""
    return battles.counterblow(state, side, actions, price_of(state, side, 1))


def _advance(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Advances where the position is better for it."""
    return lookahead.best_by_appraisal(state, side, battles.advances(state, side, actions))


def _window(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Plays an event only when it is plainly good; otherwise keeps the card."""
    frame = state.question
    if isinstance(frame, EventWindow) and frame.window is Window.COUNTERBLOW:
        return battles.counterblow_event(state, side, actions)
    return lookahead.best(state, side, actions, lookahead.PLAINLY_GOOD)
