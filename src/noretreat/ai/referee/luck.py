"""The luck of a side, and results without it (the control variate that poker calls AIVAT).

At every die and every deal, the actual outcome is compared with all that were possible: the luck is the guessed chance
of winning after it, less its mean over all outcomes. The mean of that difference is zero whatever the guess, so a
result less its luck is unbiased for any guess, good or bad, as long as the guess was fixed beforehand; and the better
the guess, the smaller the variance.
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
"""Up to this many outcomes, as those of a die, are all looked at; of more, this many are drawn anew."""


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
        """Takes note of one action; only those of chance bring luck."""
        if game.actor(before) is not game.Chance.CHANCE:
            return
        outcomes = game.legal_actions(before)
        if len(outcomes) > FEW:
            # Drawn without regard to the actual outcome, so that their mean is unbiased.
            outcomes = tuple(self._rng.choices(outcomes, k=FEW))
        self.total += self._value(after) - fmean(self._after(before, outcome) for outcome in outcomes)

    def _after(self, before: State, outcome: Action) -> float:
        return self._value(game.apply_trusted(before, outcome)[0])


def luck_of(row: Row, moves: Sequence[int], name: str) -> tuple[Row, float]:
    """Return a game of a match, and the luck that the player `a` had in it."""
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
    """The ratio of the first variance to the second; nan where there is none."""
    return pvariance(without) / spread if raw and (spread := pvariance(raw)) else nan
