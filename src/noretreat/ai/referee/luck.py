"""How lucky a side was, and results without luck (the control variate that poker calls AIVAT).

At every die and every deal, what really came is compared with what could have come: the luck is the guessed chance of
winning after it, less its mean over all outcomes. That mean difference is zero whatever the guess, so a result less
its luck is right on average for any guess, good or bad, as long as the guess was fixed beforehand; and it scatters
less the better the guess is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from math import nan
from statistics import fmean, pvariance
from typing import Final, cast

from noretreat import game
from noretreat.ai.referee import statistics
from noretreat.ai.referee.match import Row, replay
from noretreat.ai.referee.report import whole_pairs
from noretreat.ai.referee.statistics import Estimate
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.state import State
from noretreat.data.facts import Side

Value = Callable[[State], float]
"""The guessed chance that the Axis wins, from 0 to 1."""

FEW: Final = 6
"""So many outcomes are all looked at, as those of a die; of more, this many are drawn anew."""


def value_of(name: str) -> Value:
    """The guess called `module:function`; raises `ValueError` when there is none."""
    module, _, function = name.partition(":")
    try:
        return cast("Value", getattr(import_module(module), function))
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"there is no value {name!r}: {error}") from error


class Luck:
    """The luck of the Axis in one game, summed up step by step."""

    def __init__(self, value: Value, rng: random.Random) -> None:
        self._value = value
        self._rng = rng
        self.total = 0.0
        """In chances of winning."""

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Takes notice of one action; only those of chance bring luck."""
        if game.actor(before) is not game.Chance.CHANCE:
            return
        outcomes = game.legal_actions(before)
        if len(outcomes) > FEW:
            # Drawn without regard to what came: so their mean is right on average.
            outcomes = tuple(self._rng.choices(outcomes, k=FEW))
        self.total += self._value(after) - fmean(self._after(before, outcome) for outcome in outcomes)

    def _after(self, before: State, outcome: Action) -> float:
        return self._value(game.apply_trusted(before, outcome)[0])


def luck_of(row: Row, moves: Sequence[int], name: str) -> tuple[Row, float]:
    """A game of a match, and the luck that the player `a` had in it."""
    luck = Luck(value_of(name), random.Random(f"{row.key[:-1]}/luck"))
    for step in replay(row, moves):
        luck.watch(*step)
    return row, luck.total if row.side == Side.AXIS else -luck.total


def adjusted(lucks: Sequence[tuple[Row, float]]) -> tuple[Estimate, float]:
    """The score of `a` by pairs without luck, and the share of its variance that is left."""
    luck = {row.key: found for row, found in lucks}
    pairs = whole_pairs([row for row, _ in lucks])
    raw = [(first.score + second.score) / 2 for first, second in pairs]
    without = [
        score - (luck[first.key] + luck[second.key]) / 2 for score, (first, second) in zip(raw, pairs, strict=True)
    ]
    return statistics.mean(without), _share(without, raw)


def _share(without: Sequence[float], raw: Sequence[float]) -> float:
    """The variance of one beside that of the other; nan where there is none."""
    return pvariance(without) / spread if raw and (spread := pvariance(raw)) else nan
