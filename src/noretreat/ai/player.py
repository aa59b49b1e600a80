"""The interface of a computer player: something that looks at an observation and chooses one of the legal actions.

A player never gets the true state of a game with hidden cards. It gets an `Observation`: what its side may see,
and as many *samples* as it likes: full states in which everything hidden has been dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from noretreat.core.actions import Action
from noretreat.core.board import ENEMY, SIDE_INDEX, side_named
from noretreat.core.state import State, require_state
from noretreat.data.facts import Side
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.explain.knowledge.view import View, view


class Observation:
    """The knowledge of `side` when it has to decide. Make one with `observe`; it can be sent to another process."""

    def __init__(self, knowledge: Knowledge, side: Side) -> None:
        # The true state must not be passed on, not even in a private field: `knowledge` has none of it.
        self._knowledge = knowledge
        self.side = side

    @cached_property
    def view(self) -> View:
        """The position as this side sees it: the same in every sample."""
        return view(self.sample_state(random.Random(0)), self.side)

    @property
    def known(self) -> State:
        """All that this side knows, as a state: the cards of the enemy's that it has not seen lie in the pile.

        It costs nothing: ask it about the map, the own hand, points and supply, as in
        `noretreat.points_of(observation.known, "axis")`. To play on from, take samples: here the enemy holds no card
        that was not seen.
        """
        return self._knowledge.known

    @property
    def hand_sizes(self) -> dict[Side, int]:
        """The number of cards that either side holds, which everybody may know."""
        return self._knowledge.hand_sizes

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of this side; none while it has nothing to decide."""
        return self._knowledge.actions

    def sample_state(self, rng: random.Random) -> State:
        """A full state that agrees with everything this side knows; the hidden cards are dealt by `rng`.

        Its legal actions are made from these cards, so a deal or an answer of the enemy can be tried in it.
        """
        return self._knowledge.deal(rng)


def observe(state: State, side: Side | str) -> Observation:
    """Return all that `side` may know of `state`. It takes microseconds: nothing is dealt before it is asked for.

    Raises `UnknownName` for what is no side.
    """
    require_state(state)
    side = side_named(side)
    return Observation(Knowledge(state, [ENEMY[SIDE_INDEX[side]]]), side)


class IllegalAnswer(Exception):
    """A computer player answered a question with an action that is not legal: a bug in the player."""

    def __init__(self, player: str, question: str, action: object, actions: Sequence[Action]) -> None:
        shown = ", ".join(map(str, actions[:3])) + (", ..." if len(actions) > 3 else "")
        super().__init__(f"{player} answered {question!r} with {action}, which is not legal; legal are {shown}")


def require_legal(player: str, question: str, action: Action, actions: Sequence[Action]) -> Action:
    """Return `action` if it is one of `actions`; raise `IllegalAnswer` otherwise."""
    if action not in actions:
        raise IllegalAnswer(player, question, action, actions)
    return action


class Player(Protocol):
    """Anything that can play a side."""

    def choose(self, observation: Observation) -> Action:
        """Return one of `observation.actions`. A player that notices a bug of its own raises, and plays nothing else:
        its seat decides what becomes of the game.
        """
        ...
