"""OpenSpiel: the game with its chance nodes, `pyspiel.load_game("noretreat", {"scenario": "citadel"})`.

Player 0 is the Axis, player 1 the Soviet side. Actions and outcomes are the numbers of `codec`; observations are the
tensor of a player's view and its text. Information states are refused: a view does not remember, and a record of all
that a player has seen in a game of some 1,500 actions would have to be written anew at every node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from noretreat import game
from noretreat.core.board import SIDES
from noretreat.core.kernel import CHANCE
from noretreat.core.setup import Options
from noretreat.explain.knowledge.view import view
from noretreat.orders.notation import notation
from noretreat.research import codec, tensors

LONGEST: Final = 20_000
"""Actions of a game, chance included; random campaigns have some 1,500."""
_OUTCOMES: Final = 1 + max(
    number for number in range(codec.FIRST_OF["Done"]) if codec.FACTORS[number, 0] in codec.CHANCE_VERBS
)

TYPE: Final = pyspiel.GameType(
    short_name="noretreat",
    long_name="No Retreat! The Russian Front",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": "citadel", "rules": Options().rules},
)
_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=codec.SIZE,
    max_chance_outcomes=_OUTCOMES,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=LONGEST,
)


class NoRetreatGame(pyspiel.Game):
    """A scenario under a rule set: the parameters `scenario` and `rules`, ids as everywhere."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        super().__init__(TYPE, _INFO, given)
        self._start = game.new_game(given.get("scenario", "citadel"), {"rules": given.get("rules", Options().rules)})

    def new_initial_state(self) -> NoRetreatState:
        """The beginning of the scenario."""
        return NoRetreatState(self, self._start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return the observer for views; raises `ValueError` for other kinds of observations, information states
        included.
        """
        if iig_obs_type is not None and not _of_one_view(iig_obs_type):
            raise ValueError(
                "noretreat gives no information states, only observations of what a player sees at the moment: "
                "ask for observation_string and observation_tensor"
            )
        return Observer(params)


def _of_one_view(kind: Any) -> bool:
    """True for observations that are a view: what is public and what is the player's own, at this moment alone."""
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(kind.public_info and own and not kind.perfect_recall)


class NoRetreatState(pyspiel.State):
    """A position; `position` is our own state, which never changes and is shared by clones."""

    def __init__(self, made_by: NoRetreatGame, position: game.State) -> None:
        super().__init__(made_by)
        self.position = position

    def current_player(self) -> int:
        """The side that decides, chance, or the end."""
        question = self.position.question
        if question is None:
            return int(pyspiel.PlayerId.TERMINAL)
        who = question.actor(self.position)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, player: int) -> list[int]:
        """Its numbers, the lowest first."""
        return sorted(codec.encode_all(self.position.options).tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes, equally likely."""
        codes = sorted(codec.encode_all(self.position.options).tolist())
        return [(code, 1 / len(codes)) for code in codes]

    def _apply_action(self, action: int) -> None:
        self.position, _ = game.apply_trusted(self.position, codec.decode(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """The action as it is written in orders."""
        return notation(codec.decode(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.position.question is None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        outcome = game.outcome(self.position)
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side is outcome.winner else -1.0 for side in SIDES]

    def __str__(self) -> str:
        """The position in a line."""
        return repr(self.position)


class Observer:
    """Views as OpenSpiel reads them: `tensor`, its parts in `dict`, and a text."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self._encoder = tensors.Encoder()
        self.tensor = np.zeros(tensors.SIZE, np.float32)
        parts = tensors.Tensors(self.tensor)
        self.dict = {"planes": parts.planes, "units": parts.units, "vector": parts.vector}

    def set_from(self, state: NoRetreatState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        self.tensor[:] = self._encoder.encode(view(state.position, SIDES[player])).flat

    def string_from(self, state: NoRetreatState, player: int) -> str:
        """The map, the player's hand and the question, as text."""
        seen = view(state.position, SIDES[player])
        hand = " ".join(map(str, seen.hand or ())) or "none"
        return f"{seen!r}\n{seen.board()}\nhand: {hand}\n{seen.prompt.text}"


pyspiel.register_game(TYPE, NoRetreatGame)
