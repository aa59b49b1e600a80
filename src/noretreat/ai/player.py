"""What a computer player is: something that looks at an observation and chooses one of the legal actions.

A player never gets the true state of a game with hidden cards. It gets an `Observation`: what its side may see,
and as many *determinizations* as it likes: full states in which everything hidden has been redealt.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Protocol

from noretreat import game
from noretreat.core.actions import Action
from noretreat.core.board import ENEMY, SIDE_INDEX
from noretreat.core.hidden import deal_anew
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.view import View, view


class Observation:
    """What `side` knows when it has to decide. Make one with `observe`; it can be sent to another process."""

    def __init__(self, hidden: State, side: Side) -> None:
        # Not the true state, but a sample: the truth must not be passed on, not even in a private field.
        self._sample = hidden
        self.side = side

    @cached_property
    def view(self) -> View:
        """The position as this side sees it."""
        return view(self._sample, self.side)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, never empty."""
        return game.legal_actions(self._sample)

    def sample_state(self, rng: random.Random) -> State:
        """A full state that agrees with everything this side knows; the hidden cards are dealt by `rng`."""
        return determinize(self._sample, self.side, rng)


def observe(state: State, side: Side, rng: random.Random) -> Observation:
    """What `side` may know of `state`; `rng` replaces what it may not."""
    return Observation(determinize(state, side, rng), side)


def determinize(state: State, side: Side, rng: random.Random) -> State:
    """A copy of `state` with the other side's hand redealt from all the cards that `side` cannot see."""
    new = state.copy()
    deal_anew(new, [ENEMY[SIDE_INDEX[side]]], rng)
    return new


class Player(Protocol):
    """Anything that can play a side."""

    def choose(self, observation: Observation) -> Action:
        """One of `observation.actions`."""
        ...
