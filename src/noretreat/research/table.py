"""A game in numbers: what all environments share. Chance is answered here; sides see tensors and play numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noretreat import game
from noretreat.ai.referee.fate import Fate
from noretreat.core.actions import Action, RetreatUnit
from noretreat.core.board import side_named
from noretreat.core.reasons import Reason, because
from noretreat.core.setup import Options, options_from
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import View, wordless
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.positions import begin, is_position
from noretreat.research import codec, tensors

LOWEST: Final = -20.0
HIGHEST: Final = 20.0
"""Between these are all numbers of the tensors."""
PLACES: Final = 1024
"""Numbers of the compact action space: places in the list of what is legal. The longest list that random games of all
scenarios had was shorter; the last place of a longer one turns to its next part.
"""
Numbers: TypeAlias = NDArray[np.int64]
Start: TypeAlias = str | Path | State
"""Where a game begins: a scenario by its id or file, a position (`position:turn 6 ...`), or a state."""


_NONE: Final[Numbers] = np.zeros(0, np.int64)
_COUNT: Final[Numbers] = np.arange(PLACES, dtype=np.int64)
_COUNT.setflags(write=False)


class WrongNumber(IllegalAction):
    """A number that may not be played now: of an action that is not legal, or of none at all."""

    def __init__(self, number: object, why: Reason, size: int) -> None:
        super().__init__(why)
        is_number = isinstance(number, int | np.integer) and 0 <= number < size
        told = self.text if is_number else f"numbers are whole ones from 0 to {size - 1}, and `legal` has those of now"
        self.args = (f"{number!r} may not be played: {told}",)


def start_of(start: Start, options: Options | Mapping[str, object] | None = None) -> State:
    """Return the first state of a game. A state keeps its options, a position its rule set.

    Raises `ValueError` or `DataError` for a scenario or options that do not exist.
    """
    if isinstance(start, State):
        if options:
            raise ValueError("a state has its options already")
        return start
    if isinstance(start, str) and is_position(start):
        return begin(start, options_from(options))
    return game.new_game(start, options)


class _Turn:
    """To turn to the next part of a list that is longer than the numbers."""

    def __init__(self, at: int) -> None:
        self.at = at


_Entry: TypeAlias = Action | tuple[RetreatUnit, ...] | _Turn
"""What a place in the list stands for: an action; the retreats that begin alike; the next part of the list."""


class Table:
    """A game that runs on to the next decision of a side.

    `compact`: the numbers are places in the list of what is legal, and a retreat of two hexes is two decisions, hex by
    hex; otherwise they are those of `codec`.
    """

    def __init__(
        self, scenario: Start, options: Options | Mapping[str, object] | None = None, *, compact: bool = False
    ) -> None:
        """Raises `ValueError` or `DataError` for a scenario or options that do not exist."""
        self.compact = compact
        self.size = PLACES if compact else codec.SIZE
        """The number of numbers."""
        self._legal: Numbers | None = None
        self._start = start_of(scenario, options)
        self._encoder = tensors.Encoder()
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begins the game; the same seed brings the same dice and deals."""
        self.state: State = self._start
        """The true position, both hands included: for rewards and figures, not for a player."""
        self._fate = Fate(seed)
        self._run()

    @property
    def side(self) -> Side | None:
        """The side that decides; None when the game is over."""
        return self._side

    @property
    def legal(self) -> Numbers:
        """The numbers that may be played now, in the order of `legal_actions`; none when the game is over."""
        if self._legal is None:
            if self.compact:
                self._legal = _COUNT[: len(self._list)]
            else:
                self._legal = codec.encode_all(self.state.options if self._side else ())
                self._legal.setflags(write=False)
        return self._legal

    @property
    def factors(self) -> NDArray[np.int16]:
        """Verb, what, place and option (`codec.FACTORS`) of each of the `legal` numbers, a row each.

        A row of zeros but for a verb of -1 is no action: it turns to the next part of the list.
        """
        if not self.compact:
            return codec.FACTORS[self.legal]
        shown = [_stands_for(entry) for entry in self._list if not isinstance(entry, _Turn)]
        rows = codec.FACTORS[codec.encode_all(shown)]
        if len(shown) < len(self._list):
            rows = np.concatenate([rows, np.array([(-1, 0, 0, 0)], np.int16)])
        return rows

    def play(self, number: object) -> None:
        """Plays a number; raises `WrongNumber` for every one that may not be played, and then changes nothing."""
        if self.compact:
            self._play_place(number)
            return
        found = np.flatnonzero(self.legal == number) if isinstance(number, int | np.integer) else _NONE
        if len(found) != 1:
            raise WrongNumber(number, self._why_not(number), self.size)
        self._go(self.state.options[int(found[0])])

    def answer(self, action: Action) -> None:
        """Plays an action, for a player that chooses actions; raises `IllegalAction` for one that is not legal."""
        self.state, _ = game.apply(self.state, action)
        self._run()

    def _why_not(self, number: object) -> Reason:
        """Return why a number of `codec` may not be played."""
        if not isinstance(number, int | np.integer) or not 0 <= number < codec.SIZE:
            return because("not-allowed")
        return game.why_not(self.state, codec.decode(int(number))) or because("not-allowed")

    def _play_place(self, number: object) -> None:
        """Plays what stands at a place of the list."""
        if not isinstance(number, int | np.integer) or not 0 <= number < len(self._list):
            raise WrongNumber(number, because("game-over" if self._side is None else "not-allowed"), self.size)
        entry = self._list[int(number)]
        if isinstance(entry, _Turn):
            self._show(self._entries, entry.at)
        elif isinstance(entry, tuple):
            self._show(entry, 0)
        else:
            self._go(entry)

    def _go(self, action: Action) -> None:
        self.state, _ = game.apply_trusted(self.state, action)
        self._run()

    def _run(self) -> None:
        """Lets chance answer."""
        while (actor := game.actor(self.state)) is game.Chance.CHANCE:
            self.state, _ = game.apply_trusted(self.state, self._fate.choose(self.state))
        self._side = actor if isinstance(actor, Side) else None
        self._views: dict[Side, View] = {}
        self._legal = None
        if self.compact:
            self._show(_grouped(self.state.options) if self._side else (), 0)

    def _show(self, entries: Sequence[_Entry], first: int) -> None:
        """Makes the list that places are counted in: these entries from `first` on."""
        self._entries, self._legal = entries, None
        self._list: Sequence[_Entry] = entries
        if len(entries) > PLACES:
            turn = _Turn(first + PLACES - 1 if first + PLACES < len(entries) else 0)
            self._list = [*entries[first : first + PLACES - 1], turn]

    def tensor(self, side: Side | str) -> NDArray[np.float32]:
        """Return a side's view as one row of numbers (`tensors.Tensors` takes it apart)."""
        side = side_named(side)
        seen = self._views.get(side)
        if seen is None:
            seen = self._views[side] = wordless(self.state, side)
        return self._encoder.encode(seen).flat

    def mask(self, side: Side | str) -> NDArray[np.int8]:
        """A one for each number that the side may play now: none if it does not decide.

        Its numbers are `numpy.flatnonzero(mask.view(bool))`: of bytes NumPy needs twenty times as long; or `legal`.
        """
        found = np.zeros(self.size, np.int8)
        if side_named(side) is self._side:
            found[self.legal] = 1
        return found

    def result(self, side: Side | str) -> float:
        """1 if the side has won, -1 if it has lost, 0 for a draw or a game that is not over."""
        outcome = game.outcome(self.state)
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is side_named(side) else -1.0


def _grouped(actions: Sequence[Action]) -> Sequence[_Entry]:
    """The actions, with the retreats of a unit that begin with the same hex in one entry."""
    if RetreatUnit not in map(type, actions):
        return actions
    found: dict[object, list[Action]] = {}
    for action in actions:
        key = (action.unit, action.path[0]) if isinstance(action, RetreatUnit) and len(action.path) > 1 else action
        found.setdefault(key, []).append(action)
    return [_entry(some) for some in found.values()]


def _entry(actions: list[Action]) -> _Entry:
    """One action, or several retreats, as an entry."""
    return actions[0] if len(actions) == 1 else tuple(each for each in actions if isinstance(each, RetreatUnit))


def _stands_for(entry: Action | tuple[RetreatUnit, ...]) -> Action:
    """The action of an entry; retreats that begin alike are shown as a retreat to their first hex."""
    return RetreatUnit(entry[0].unit, entry[0].path[:1]) if isinstance(entry, tuple) else entry
