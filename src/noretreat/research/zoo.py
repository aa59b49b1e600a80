"""PettingZoo: both sides as agents of an AEC environment, `zoo.env("citadel")`.

An observation has the tensor of the agent's view (`observation`) and its legal actions (`action_mask`); their numbers
alone are in `info["legal"]`. A win brings 1, a defeat -1, everything else 0. `env` ends the game for an agent that
plays an illegal action, as PettingZoo's own games do. The game itself is in `table` of the unwrapped environment, for
rewards of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.research import tensors
from noretreat.research.table import HIGHEST, LOWEST, Start, Table

AGENTS: Final = tuple(side.value for side in Side)
_NONE: Final = np.zeros(0, np.int64)


def env(
    scenario: Start = "citadel",
    options: Options | Mapping[str, object] | None = None,
    render_mode: str | None = None,
    *,
    compact: bool = False,
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers."""
    made: Any = raw_env(scenario, options, render_mode, compact=compact)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """A game between two agents, `axis` and `soviet`; dice and deals come from the seed of `reset`.

    `compact`: actions are places in the list of what is legal (`noretreat.research.table`).
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "noretreat_v1", "render_fps": 1, "is_parallelizable": False}

    def __init__(
        self,
        scenario: Start = "citadel",
        options: Options | Mapping[str, object] | None = None,
        render_mode: str | None = None,
        *,
        compact: bool = False,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.table = Table(scenario, options, compact=compact)
        """The game: the true position (`state`), what may be played (`legal`, `factors`), the result."""
        self._seeds = np.random.default_rng()
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        space = spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (tensors.SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.table.size,), np.int8),
            }
        )
        self.state_space = spaces.Box(LOWEST, HIGHEST, (2 * tensors.SIZE,), np.float32)
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(self.table.size) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observations of an agent; both agents have the same."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; without a seed, with the one after the last."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table.begin(int(self._seeds.integers(2**31)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.agent_selection = self._next()

    def step(self, action: int) -> None:
        """Plays an action of the agent that is selected; raises `WrongNumber` for one that may not be played."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.play(action)
        over = self.table.side is None
        self.rewards = {side.value: self.table.result(side) for side in Side} if over else dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.agent_selection = self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next(self) -> str:
        """The agent that decides; when the game is over, the first. What it may play goes into the infos."""
        side = self.table.side
        self.infos: dict[str, dict[str, Any]] = {agent: {"legal": _NONE} for agent in AGENTS}
        if side is not None:
            self.infos[side.value]["legal"] = self.table.legal.copy()
        return self.agents[0] if side is None else side.value

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's view as a tensor, and the mask of its legal actions."""
        side = Side(agent)
        return {"observation": self.table.tensor(side), "action_mask": self.table.mask(side)}

    def state(self) -> NDArray[np.float32]:
        """The views of both sides, one after the other: all that is known, for a critic of both."""
        return np.concatenate([self.table.tensor(side) for side in Side])

    def render(self) -> str | None:
        """The map as text: returned (`ansi`) or printed (`human`)."""
        text = self.table.state.board()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
