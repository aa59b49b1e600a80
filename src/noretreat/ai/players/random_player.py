"""The simplest player: any legal action, all equally likely."""

from __future__ import annotations

import random

from noretreat.ai.player import Observation
from noretreat.core.actions import Action


class RandomPlayer:
    """A player at random; with a seed, it plays the same game every time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed).random

    def choose(self, observation: Observation) -> Action:
        """Any of the legal actions."""
        return self.pick(observation.actions)

    def pick(self, actions: tuple[Action, ...]) -> Action:
        """Return any of these actions; no observation is needed."""
        return actions[int(self._random() * len(actions))]
