"""OpenSpiel: the game with its chance nodes, `pyspiel.load_game("noretreat", {"scenario": "citadel"})`.

Player 0 is the Axis, player 1 the Soviet side. Actions and outcomes are the numbers of `codec`; observations are the
tensor of a player's view and its text. Information states have perfect recall: a mark of all that a player has seen and
done since the beginning, as text. There are no tensors of them: a record of some 1,500 actions has no fixed length.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from noretreat import game
from noretreat.ai.player import observe
from noretreat.core.board import SIDES
from noretreat.core.events import Event, redacted
from noretreat.core.kernel import CHANCE
from noretreat.core.setup import Options
from noretreat.core.types import SideIndex
from noretreat.explain.knowledge.view import view, wordless
from noretreat.orders.notation import notation
from noretreat.research import codec, tensors
from noretreat.research.table import start_of

LONGEST: Final = 20_000
"""Actions of a game, chance included; random campaigns have some 1,500."""
_OUTCOMES: Final = 1 + max(
    number for number in range(codec.FIRST_OF["Done"]) if codec.FACTORS[number, 0] in codec.CHANCE_VERBS
)


def _parameters() -> Iterator[tuple[str, Any, str, int]]:
    """The options of a game as parameters, which know no pairs: a name, the default, the option, and the part of it."""
    for name, usual in msgspec.structs.asdict(Options()).items():
        if isinstance(usual, tuple):
            yield from (
                (f"{name}_{side}", value, name, at) for at, (side, value) in enumerate(zip(SIDES, usual, strict=True))
            )
        else:
            yield name, usual, name, -1


PARAMETERS: Final[dict[str, Any]] = {"scenario": "citadel", **{name: usual for name, usual, *_ in _parameters()}}
"""The parameters of the game, with their defaults: the scenario and every option. `die_modifiers` and `draw_modifiers`
are two each, `die_modifiers_axis` and `die_modifiers_soviet`.
"""


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters stand for."""
    chosen: dict[str, Any] = {}
    for name, usual, option, part in _parameters():
        value = given.get(name, usual)
        chosen[option] = value if part < 0 else (*chosen.get(option, ()), value)
    return chosen


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
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
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
    """A scenario under options, which are parameters (`PARAMETERS`); ids as everywhere.

    Instead of a scenario the game may begin with a position: `position:turn 6 ...`, a line for each thing as in
    `noretreat.positions`.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        super().__init__(TYPE, _INFO, given)
        self._start = start_of(given.get("scenario", PARAMETERS["scenario"]), _options(given))

    def new_initial_state(self) -> NoRetreatState:
        """The beginning of the scenario."""
        return NoRetreatState(self, self._start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Rememberer:
        """Return the observer for views, or with perfect recall the one for information states.

        Raises `ValueError` for observations without what is public, or with more than one player's own.
        """
        if iig_obs_type is None:
            return Observer(params)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("noretreat observes what is public together with what one player knows, and nothing else")
        return Rememberer(params) if iig_obs_type.perfect_recall else Observer(params)


class Memory:
    """All that was done and happened up to a position: a link for each action; marks are worked out when asked for."""

    __slots__ = ("_marks", "actor", "before", "code", "events", "options")

    def __init__(
        self,
        before: Memory | None = None,
        actor: SideIndex = CHANCE,
        code: int = -1,
        options: tuple[Any, ...] = (),
        events: tuple[Event, ...] = (),
        marks: tuple[bytes | None, bytes | None] = (None, None),
    ) -> None:
        self.before, self.actor, self.code, self.options, self.events = before, actor, code, options, events
        self._marks: list[bytes | None] = list(marks)

    def __deepcopy__(self, _: object) -> Memory:
        """Itself, which never changes but for the marks that it has worked out."""
        return self

    def mark(self, player: SideIndex) -> bytes:
        """A mark of what a player has seen and done so far."""
        links: list[Memory] = []
        link = self
        while (mark := link._marks[player]) is None and link.before is not None:
            links.append(link)
            link = link.before
        found = link._marks[player] = mark or b"the beginning"
        for link in reversed(links):
            found = link._marks[player] = link._added(found, player)
        return found

    def _added(self, mark: bytes, player: SideIndex) -> bytes:
        """The mark with this link; the same where the player saw and did nothing."""
        seen = [redacted(event, SIDES[player]) for event in self.events]
        own = (self.code, len(self.options)) if self.actor == player else ()
        if not seen and not own:
            return mark
        return hashlib.blake2b(mark + _ENCODED((own, seen)), digest_size=16).digest()


_ENCODED: Final[Callable[[Any], bytes]] = msgspec.msgpack.Encoder().encode


class NoRetreatState(pyspiel.State):
    """A position; `position` is our own state, which never changes and is shared by clones."""

    def __init__(self, made_by: NoRetreatGame, position: game.State) -> None:
        super().__init__(made_by)
        self.position = position
        self.memory = Memory()

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
        before, question = self.position, self.position.question
        assert question is not None
        self.position, events = game.apply_trusted(before, codec.decode(action))
        self.memory = Memory(self.memory, question.actor(before), action, before.options, events)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NoRetreatState:
        """A state that the player cannot tell from this one: what it does not know is dealt anew.

        For it alone: the history of OpenSpiel stays as it was, so it cannot be written down (`serialize`). The enemy
        remembers no more of it than it sees.
        """
        drawn = random.Random(sampler())
        there: NoRetreatState = self.clone()
        there.position = observe(self.position, SIDES[player]).sample_state(drawn)
        marks: list[bytes | None] = [None, None]
        marks[player] = self.memory.mark(SideIndex(player))
        other = 1 - player
        marks[other] = hashlib.blake2b(_ENCODED(wordless(there.position, SIDES[other])), digest_size=16).digest()
        there.memory = Memory(marks=(marks[0], marks[1]))
        return there

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
        self.tensor[:] = self._encoder.encode(wordless(state.position, SIDES[player])).flat

    def string_from(self, state: NoRetreatState, player: int) -> str:
        """The map, the player's hand and the question, as text."""
        seen = view(state.position, SIDES[player])
        hand = " ".join(map(str, seen.hand or ())) or "none"
        return f"{seen!r}\n{seen.board()}\nhand: {hand}\n{seen.prompt.text}"


class Rememberer:
    """Information states as OpenSpiel reads them: a text and no tensor."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of information states: {params}")
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: NoRetreatState, player: int) -> None:
        """Raises `ValueError`: there is no tensor of what a player remembers."""
        raise ValueError("noretreat has no tensors of information states, only information_state_string")

    def string_from(self, state: NoRetreatState, player: int) -> str:
        """A mark of all that the player has seen and done, and of what it may choose from now.

        Two positions have the same where they are the same to a player who forgets nothing.
        """
        position = state.position
        asked = position.question is not None and position.question.actor(position) == player
        seen = state.memory.mark(SideIndex(player)) + (_ENCODED(position.options) if asked else b"")
        return f"{SIDES[player]} {hashlib.blake2b(seen, digest_size=16).hexdigest()}"


pyspiel.register_game(TYPE, NoRetreatGame)
