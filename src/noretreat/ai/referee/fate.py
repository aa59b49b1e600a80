"""Dice and deals of a game, from a seed, in streams that do not disturb one another.

Two games with the same seed have the same luck as far as possible: the first die of a player turn shows the same face,
and the first card that a side draws in it is the same if it is still in the pile, whatever was decided, rolled or drawn
before. So the two games of a pair, and the same game with one better move, differ by play and not by luck.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from noretreat import game
from noretreat.core.actions import Action, Dealt, Rolled
from noretreat.core.state import State
from noretreat.core.types import CardNumber
from noretreat.rules.deck import DrawCards, RandomDiscard

_CARDS: Final = range(64)


class Fate:
    """The answers of chance in one game."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turn = (-1, -1)
        self._dice = random.Random()
        self._dealt: Counter[int] = Counter()

    def choose(self, state: State) -> Action:
        """One of the outcomes of this position, all equally likely."""
        outcomes = game.legal_actions(state)
        turn = (state.turn, state.phasing)
        if turn != self._turn:
            self._turn = turn
            self._dice = random.Random(f"{self._seed}/dice/{turn}")
            self._dealt.clear()
        if isinstance(outcomes[0], Rolled):
            return outcomes[int(self._dice.random() * len(outcomes))]
        order = self._order(state)
        return min(outcomes, key=lambda outcome: order[_card(outcome)])

    def _order(self, state: State) -> list[int]:
        """The rank of each card in a shuffle made for this one deal: a deal takes the first that is there."""
        question = state.question
        assert isinstance(question, DrawCards | RandomDiscard)
        side = question.side
        self._dealt[side] += 1
        return random.Random(f"{self._seed}/deal/{self._turn}/{side}/{self._dealt[side]}").sample(_CARDS, len(_CARDS))


def _card(outcome: Action) -> CardNumber:
    """The card that an action deals."""
    assert isinstance(outcome, Dealt)
    return outcome.card
