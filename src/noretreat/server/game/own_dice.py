"""Games by the dice and cards of a real table: whoever plays says what was rolled and drawn.

Chance is an actor of the game, so its answers simply come from a person. Nothing proves them, and there is no secret
behind them.
"""

from __future__ import annotations

from noretreat.core.actions import Action, Dealt
from noretreat.core.board import ENEMY, SIDE_INDEX, SIDES, SOVIET, cards_in
from noretreat.core.kernel import CHANCE
from noretreat.core.reasons import Reason, reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.rules.deck import DrawCards, RandomDiscard


def side_asked(state: State) -> Side | None:
    """The side that rolls or draws now: whose cards they are, else the attacker; None where chance is not asked."""
    question = state.question
    if question is None or question.actor(state) != CHANCE:
        return None
    if isinstance(question, DrawCards | RandomDiscard):
        return SIDES[question.side]
    return SIDES[state.phasing if state.battle is None else state.battle.attacker]


def offered(state: State, side: Side, *, opened: bool) -> tuple[Action, ...]:
    """What a side can say of a die or a card. Where hands are covered, a drawn card may be any that the side has not
    seen elsewhere: the list of those that are left in the pile would show the other hand.
    """
    if opened or not isinstance(state.question, DrawCards) or state.has_own_deck(SOVIET):
        return state.options
    enemy = ENEMY[SIDE_INDEX[side]]
    unseen = state.pile(SIDE_INDEX[side]) | state.hands[enemy] & ~state.shown[enemy]
    return tuple(Dealt(card) for card in cards_in(unseen))


def why_not(state: State, action: Action) -> Reason | None:
    """Why a card that was said to be drawn cannot have been; None if it can, or if something else was said."""
    if not isinstance(action, Dealt) or not isinstance(state.question, DrawCards) or action in state.options:
        return None
    return reason("card-elsewhere", card=action.card)
