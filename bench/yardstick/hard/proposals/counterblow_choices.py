"""Counterblows: forcing the enemy into attacks that it would not make, and attacks that a side itself owes."""

from __future__ import annotations

from typing import Final

from bench.yardstick.hard.evaluation.card_values import price_of
from bench.yardstick.hard.evaluation.prospects import battles_worth
from noretreat.core.actions import Action, DeclareTarget, Done, Pass, PlaceCounterblow
from noretreat.core.board import BOARD
from noretreat.core.lasting import Subject
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules.effects import bearing_on
from noretreat.rules.obligations import DECLARED, FOUGHT

CERTAIN: Final = 0.7
"""The share of a Counterblow's expected gain that counts: the enemy's best plan might have lost some of it anyway."""
GAIN: Final = 0.08
"""The least gain for which a Counterblow is placed, beyond its price."""


def paid(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """A Counterblow that is worth more than the card it costs, or none."""
    return _best(state, actions, price_of(state, side, 1) + GAIN)


def free(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The Counterblow that hurts the enemy most, or none if it would hurt nobody."""
    return _best(state, actions, 0.02)


def _best(state: State, actions: tuple[Action, ...], least: float) -> Action:
    """The marker that gains most, if that is more than `least`, against the attacks that the enemy plans without it."""
    stop = next((action for action in actions if isinstance(action, Done | Pass)), actions[0])
    offers = [action for action in actions if isinstance(action, PlaceCounterblow)]
    if not offers:
        return stop
    freely = battles_worth(state)
    best, chosen = least, stop
    for action in offers:
        gain = CERTAIN * (freely - battles_worth(state, 1 << BOARD.node_of[action.hex]))
        if gain > best:
            best, chosen = gain, action
    return chosen


def owed_attack(state: State, actions: tuple[Action, ...]) -> Action | None:
    """One more target, where an event demands more attacks than are wanted, and they cost less than the points."""
    owed = [effect for effect in bearing_on(state, Subject.ATTACKS_OWED) if effect.value > 0]
    targets = [action for action in actions if isinstance(action, DeclareTarget)]
    short = max((effect.value - _declared(state, effect.kind) for effect in owed), default=0)
    if not 0 < short <= len(targets):
        return None
    freely = battles_worth(state)
    losses = {action: freely - battles_worth(state, 1 << BOARD.node_of[action.hex]) for action in targets}
    cheapest = sorted(targets, key=lambda action: losses[action])[:short]
    price = sum(effect.price for effect in owed)
    return cheapest[0] if sum(losses[action] for action in cheapest) < price else None


def _declared(state: State, kind: str) -> int:
    """The number of declared attacks that count toward this obligation and have not been counted yet."""
    if kind == DECLARED:
        return 0
    return (state.targets | (state.counterblows | state.standing_counterblows if kind == FOUGHT else 0)).bit_count()
