"""The levels of computer players that can be picked for a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final, cast

from noretreat.ai.player import Player
from noretreat.ai.thought import Budget
from noretreat.data.facts import FORMER_LEVELS
from noretreat.data.load import UnknownName, load_levels


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of computer player that can be picked for a seat."""

    id: str
    factory: str
    """`module:name` in this package of the class or function that makes a player from a seed; imported when needed."""
    budget: Budget
    quick: bool = False
    """Answers at once: the server asks it directly, not in a worker process."""

    @property
    def title(self) -> str:
        """Its English title, from `data/levels.toml`."""
        return load_levels()[self.id].title

    @property
    def summary(self) -> str:
        """What it can do, in English, from `data/levels.toml`."""
        return load_levels()[self.id].summary


LEVELS: Final[dict[str, Level]] = {
    level.id: level
    for level in (
        Level("random", "random_player:RandomPlayer", Budget(0, 0.1), quick=True),
        Level("easy", "greedy:EasyPlayer", Budget(150, 1)),
        Level("normal", "greedy:GreedyPlayer", Budget(350, 2)),
        Level("hard", "greedy:HardPlayer", Budget(1000, 5)),
    )
}
"""All levels, from the weakest to the strongest."""


def default_level() -> str:
    """The level of a computer seat for which none was chosen: normal, or else the strongest there is."""
    return "normal" if "normal" in LEVELS else next(reversed(LEVELS))


def no_level(name: str) -> UnknownName:
    """The error for a name that is no level: which are, or what became of it."""
    heir = FORMER_LEVELS.get(name)
    if heir is not None:
        return UnknownName(f"the level {name!r} is gone: it was not stronger than {heir!r}, which plays in its place")
    return UnknownName(f"there is no level {name!r}; known are {', '.join(LEVELS)}")


def make_player(level: str, seed: int | None = None, **settings: object) -> Player:
    """A fresh player of a level; the same seed plays the same game. Raises `UnknownName` for an unknown level.

    `settings` are the arguments of its class, such as a budget.
    """
    if level not in LEVELS:
        raise no_level(level)
    module, _, name = LEVELS[level].factory.partition(":")
    factory = cast("Callable[..., Player]", getattr(import_module(f"{__package__}.{module}"), name))
    return factory(seed, **settings)
