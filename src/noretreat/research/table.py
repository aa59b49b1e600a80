"""A game in numbers: what all environments share. Chance is answered here; sides see tensors and play numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from noretreat import game
from noretreat.ai.referee.fate import Fate
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.research import codec, tensors

LOWEST: Final = -20.0
HIGHEST: Final = 20.0
"""Between these are all numbers of the tensors."""


class Table:
    """A game that runs on to the next decision of a side."""

    def __init__(self, scenario: str, options: Options | Mapping[str, object] | None) -> None:
        """Raises `ValueError` or `DataError` for a scenario or options that do not exist."""
        self._start = game.new_game(scenario, options)
        self._encoder = tensors.Encoder()
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begins the game; the same seed brings the same dice and deals."""
        self.state: State = self._start
        self._fate = Fate(seed)
        self._run()

    @property
    def side(self) -> Side | None:
        """The side that decides; None when the game is over."""
        actor = game.actor(self.state)
        return actor if isinstance(actor, Side) else None

    def play(self, code: int) -> None:
        """Plays the action of a number; raises `IllegalAction`, or `ValueError` for a number that is none."""
        self.state, _ = game.apply(self.state, codec.decode(code))
        self._run()

    def _run(self) -> None:
        """Lets chance answer."""
        while game.actor(self.state) is game.Chance.CHANCE:
            self.state, _ = game.apply_trusted(self.state, self._fate.choose(self.state))

    def tensor(self, side: Side) -> NDArray[np.float32]:
        """Return a side's view as one row of numbers (`tensors.Tensors` takes it apart)."""
        return self._encoder.encode(view(self.state, side)).flat

    def mask(self, side: Side) -> NDArray[np.int8]:
        """A one for each number that the side may play now: none if it does not decide."""
        return codec.mask(game.legal_actions(self.state) if side is self.side else ())

    def result(self, side: Side) -> float:
        """1 if the side has won, -1 if it has lost, 0 for a draw or a game that is not over."""
        outcome = game.outcome(self.state)
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is side else -1.0
