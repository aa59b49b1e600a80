"""What a computer player is: something that looks at an observation and chooses one of the legal actions.

A player never gets the true state of a game with hidden cards. It gets an `Observation`: what its side may see,
and as many *determinizations* as it likes: full states in which everything hidden has been dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Final, Protocol, cast

from noretreat import game
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.view import View, view


class Observation:
    """What `side` knows when it has to decide. Make one with `observe`; it can be sent to another process."""

    def __init__(self, hidden: State, side: Side) -> None:
        # Not the true state, but one sample of it: the truth must not come along, not even in a private field.
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
    """A copy of `state` with the other side's hand dealt anew out of all the cards that `side` cannot see."""
    other = 1 if side is Side.AXIS else 0
    new = state.copy()
    unseen = new.hands[other] | new.pile(other)
    cards = [number for number in range(unseen.bit_length()) if unseen >> number & 1]
    hand = 0
    for number in rng.sample(cards, new.hands[other].bit_count()):
        hand |= 1 << number
    new.hands[other] = hand
    new.set_pile(other, unseen & ~hand)
    return new


class Player(Protocol):
    """Anything that can play a side."""

    def choose(self, observation: Observation) -> Action:
        """One of `observation.actions`."""
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of computer player that can be picked for a seat."""

    id: str
    title: str
    summary: str
    factory: str
    """`module:name` of what makes a player from a seed; imported only when it is needed."""
    quick: bool = False
    """Chooses in no time: the server asks it on the spot instead of in a worker process."""


LEVELS: Final[dict[str, Level]] = {
    level.id: level
    for level in (
        Level("random", "Random", "Plays any legal action.", "noretreat.ai.random_player:RandomPlayer", quick=True),
        Level("easy", "Easy", "Sees what is near, and not what you will answer.", "noretreat.ai.greedy:EasyPlayer"),
        Level(
            "normal", "Normal", "Plans its moves, keeps supply, weighs the odds.", "noretreat.ai.greedy:GreedyPlayer"
        ),
    )
}
"""The levels there are, from the weakest to the strongest."""


def default_level() -> str:
    """The level a computer seat gets when nobody chose one: normal, or the best there is."""
    return "normal" if "normal" in LEVELS else next(reversed(LEVELS))


def make_player(level: str, seed: int | None = None) -> Player:
    """A fresh player of a level; the same seed plays the same game. Raises `ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; known are {', '.join(LEVELS)}")
    module, _, name = LEVELS[level].factory.partition(":")
    factory = cast("Callable[[int | None], Player]", getattr(import_module(module), name))
    return factory(seed)
