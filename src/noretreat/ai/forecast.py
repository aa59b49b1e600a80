"""What comes of an answer: the rules are run on, over every face of the die, until the battle or event is settled.

Used for cards and for questions nobody foresaw. Both sides act from habit meanwhile: that is a guess, but the
dice and the rules of the card are exact.
"""

from __future__ import annotations

from typing import Final

from noretreat import game
from noretreat.ai import battles
from noretreat.ai.cards import KEEP
from noretreat.ai.scoring import appraise
from noretreat.core.actions import Action, Done, Pass, Rolled
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.game import Chance
from noretreat.rules.windows import PlayCard

STEPS: Final = 40
"""Decisions after which a forecast stops wherever it is."""
PLAINLY_GOOD: Final = 0.15
"""An event must be so much better than keeping the card."""
_DECLINES: Final = {"window", "support", "cadre", "reserve", "detrain_reserve", "counterblow", "free_counterblow"}
_WON: Final = 60.0
_SUPPORT: Final = 0.1


def best(state: State, side: int, actions: tuple[Action, ...], margin: float = 0.0) -> Action:
    """The answer with the best forecast; declining (the first Pass or Done) wins unless beaten by the margin."""
    declined = next((action for action in actions if isinstance(action, Pass | Done)), None)
    top, chosen = (-1e9, actions[0]) if declined is None else (forecast(state, declined, side) + margin, declined)
    for action in actions:
        if action != declined:
            value = forecast(state, action, side)
            if value > top:
                top, chosen = value, action
    return chosen


def forecast(state: State, action: Action, side: int) -> float:
    """The worth of the position once this answer has had its effect."""
    return _run(game.apply_trusted(state, action)[0], side, STEPS, branch=True)


def _run(state: State, side: int, steps: int, *, branch: bool) -> float:
    """Runs on; the first die is tried on all its faces, later ones fall in the middle."""
    while steps > 0 and not _settled(state):
        steps -= 1
        actions = game.legal_actions(state)
        if game.actor(state) is Chance.CHANCE:
            if branch and isinstance(actions[0], Rolled):
                after = (game.apply_trusted(state, face)[0] for face in actions)
                return sum(_run(new, side, steps, branch=False) for new in after) / len(actions)
            action = actions[len(actions) // 2]
        else:
            action = _habit(state, actions)
        state = game.apply_trusted(state, action)[0]
    return position_worth(state, side)


def _settled(state: State) -> bool:
    """Is the game over, or no battle on and no card in the air?"""
    if state.ended is not None or not state.stack:
        return True
    return state.battle is None and not any(isinstance(frame, PlayCard) for frame in state.stack) and not state.table


def _habit(state: State, actions: tuple[Action, ...]) -> Action:
    """What a side does without thinking."""
    frame = state.stack[-1]
    assert isinstance(frame, Decision)
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


def position_worth(state: State, side: int) -> float:
    """The position, the cards and the support markers of a side."""
    if state.ended is not None:
        if state.ended.winner is None:
            return 0.0
        return _WON if state.ended.winner == side else -_WON
    cards = _hand_worth(state, side) - _hand_worth(state, 1 - side)
    markers = _SUPPORT * (state.supports[side] - state.supports[1 - side]) if state.phase == "cards" else 0.0
    return appraise(state, side) + cards + markers


def _hand_worth(state: State, side: int) -> float:
    """Two cards can be kept; the others are worth less."""
    cards = state.hands[side].bit_count()
    return 0.25 * min(cards, KEEP) + 0.12 * max(0, cards - KEEP)


__all__ = ["PLAINLY_GOOD", "best", "forecast", "position_worth"]
