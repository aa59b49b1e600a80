"""Trying answers out: each is applied, and the game is run on until what it began is settled.

Used for cards and for questions that no proposal is made for. Meanwhile both sides answer by habit: that is a guess,
but the faces of the die and the text of the card are exact.
"""

from __future__ import annotations

from typing import Final

from bench.yardstick.old import battles
from bench.yardstick.old.positions import appraise, position_worth
from noretreat import game
from noretreat.core.actions import Action, Done, Pass, Rolled
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.game import Chance
from noretreat.rules.windows import PlayCard

DECISIONS: Final = 40
"""After this many decisions a lookahead stops, whatever is still open."""
PLAINLY_GOOD: Final = 0.15
"""An event must be better than keeping the card by at least this much."""
_DECLINES: Final = {"window", "support", "cadre", "reserve", "detrain_reserve", "counterblow", "free_counterblow"}
"""The questions that are answered with no while looking ahead."""


def best(state: State, side: SideIndex, actions: tuple[Action, ...], margin: float = 0.0) -> Action:
    """The answer that looks best from ahead; the first Pass or Done is taken unless another beats it by `margin`."""
    declined = next((action for action in actions if isinstance(action, Pass | Done)), None)
    top, chosen = (-1e9, actions[0]) if declined is None else (lookahead(state, declined, side) + margin, declined)
    for action in actions:
        if action != declined:
            value = lookahead(state, action, side)
            if value > top:
                top, chosen = value, action
    return chosen


def best_by_appraisal(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The answer after which the position at once looks best."""
    top, chosen = -1e9, actions[0]
    for action in actions:
        value = appraise(game.apply_trusted(state, action)[0], side)
        if value > top:
            top, chosen = value, action
    return chosen


def lookahead(state: State, action: Action, side: SideIndex) -> float:
    """The worth of the position to `side` once this answer has had its effect."""
    return run_on(game.apply_trusted(state, action)[0], side, DECISIONS, branch=True)


def run_on(state: State, side: SideIndex, left: int, *, branch: bool) -> float:
    """Runs on for at most `left` decisions; the first die is tried on all its faces, later ones show the middle one."""
    while left > 0 and not _settled(state):
        left -= 1
        actions = game.legal_actions(state)
        if game.actor(state) is Chance.CHANCE:
            if branch and isinstance(actions[0], Rolled):
                after = (game.apply_trusted(state, face)[0] for face in actions)
                return sum(run_on(new, side, left, branch=False) for new in after) / len(actions)
            action = actions[len(actions) // 2]
        else:
            action = _habit(state, actions)
        state = game.apply_trusted(state, action)[0]
    return position_worth(state, side)


def _settled(state: State) -> bool:
    """Is the game over, or no battle being fought and no card being played?"""
    if state.question is None:
        return True
    return state.battle is None and not any(isinstance(frame, PlayCard) for frame in state.stack) and not state.table


def _habit(state: State, actions: tuple[Action, ...]) -> Action:
    """What a side does without looking ahead."""
    frame = state.question
    assert frame is not None
    code, side = frame.CODE, frame.actor(state)
    if code == "step_loss":
        return battles.lose_step(state, side, actions)
    if code == "counterattack":
        return battles.counterattack(state, side, actions)
    if code == "mark_counterblow":
        return battles.mark_counterblow(state, side, actions)
    if code in _DECLINES or (code == "advance" and state.battle is not None and state.battle.advancing >= 0):
        return next((action for action in actions if isinstance(action, Pass | Done)), actions[0])
    return actions[0]
