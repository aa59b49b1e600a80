"""Gymnasium: one side, against our player: `gymnasium.make("noretreat.research.solo:NoRetreat-v1", side="axis")`.

The observation is the tensor of the side's view; the numbers of its legal actions are in `info["legal"]`, as a mask in
`info["action_mask"]`, and `action_masks()` has it where learners with masks look for it. A win brings 1, a defeat -1,
and an illegal action loses the game. The game itself is in `table`, for rewards of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from noretreat.ai.player import observe
from noretreat.ai.referee.contenders import player_of
from noretreat.core.board import side_named
from noretreat.core.setup import Options
from noretreat.research import tensors
from noretreat.research.table import HIGHEST, LOWEST, Start, Table, WrongNumber

ID: Final = "NoRetreat-v1"
"""The name it is registered under."""


class SoloEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game of one side against a player (`contenders.player_of`), which gets a new seed in each game.

    `compact`: actions are places in the list of what is legal (`noretreat.research.table`).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        scenario: Start = "citadel",
        side: str = "axis",
        opponent: str = "random",
        options: Options | Mapping[str, object] | None = None,
        render_mode: str | None = None,
        *,
        compact: bool = False,
    ) -> None:
        self.render_mode = render_mode
        self.table = Table(scenario, options, compact=compact)
        """The game: the true position (`state`), what may be played (`legal`, `factors`), the result."""
        self._side = side_named(side)
        self._opponent = opponent
        self._player = player_of(opponent, 0)
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (tensors.SIZE,), np.float32)
        self.action_space = spaces.Discrete(self.table.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game and lets the opponent play up to the first decision of the side."""
        super().reset(seed=seed)
        self.table.begin(int(self.np_random.integers(2**31)))
        self._player = player_of(self._opponent, int(self.np_random.integers(2**31)))
        self._let_play()
        return self._seen()

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, and lets the opponent play up to the next decision of the side."""
        try:
            self.table.play(action)
        except WrongNumber as error:
            seen, info = self._seen()
            return seen, -1.0, True, False, info | {"illegal": str(error)}
        self._let_play()
        seen, info = self._seen()
        return seen, self.table.result(self._side), self.table.side is None, False, info

    def _let_play(self) -> None:
        while self.table.side not in (None, self._side):
            action = self._player.choose(observe(self.table.state, self.table.side or self._side))
            self.table.answer(action)

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        return self.table.tensor(self._side), {"action_mask": self.action_masks(), "legal": self.table.legal.copy()}

    def action_masks(self) -> NDArray[np.int8]:
        """An array with a one for each number that may be played now."""
        return self.table.mask(self._side)

    def render(self) -> str | None:
        """The map as text, if it was asked for."""
        return self.table.state.board() if self.render_mode == "ansi" else None


gymnasium.register(ID, entry_point=f"{__name__}:SoloEnv")
