"""Numbers for actions: a fixed, factored action space, the same for every rule set and scenario.

An action has four factors: a verb, what it is done with (a unit or a card), a place, and an option (a face of the die,
a mode of an event, a way). `encode` makes one number of them, `decode` the action again; every number from 0 to
`SIZE - 1` is an action, and every action has one number. `FACTORS` has the four factors of each number, for networks
with a head for each of them. `VERSION` and `DIGEST` say which numbering it is: what is stored with one is not read with
another.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, get_args

import msgspec

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f'{error.name} is missing: pip install ".[research]" in a checkout', name=error.name
    ) from None

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import BOARD, bits
from noretreat.data.facts import Side

VERSION: Final = 1
"""Raised whenever a number gets another meaning."""

Value: TypeAlias = Any
"""The value of a field of an action."""
Row: TypeAlias = tuple[int, int, int]
"""The part of a value in the factors: what, place and option."""

UNITS: Final = BOARD.unit_ids
CARDS: Final = tuple(sorted(BOARD.cards))
PLACES: Final = tuple(BOARD.id_of[node] for node in sorted(BOARD.id_of) if BOARD.id_of[node] != "LADOGA")
"""Hexes by row, then the three areas."""
PATHS: Final = tuple((place,) for place in PLACES) + tuple(
    (BOARD.id_of[first], place)
    for place in PLACES
    for first in bits(BOARD.adjacent[BOARD.node_of[place]])
    if not BOARD.areas >> first & 1
)
"""Every path of a retreat: a place, or a hex and a place beside it."""
DICE: Final = (1, 2, 3, 4, 5, 6)
MODES: Final = (
    "", "advance", "cancel", "counterblows", "double", "draw", "enemy_bonus", "joker", "move", "own_bonus", "save",
    "shift", "upgrade",
)  # fmt: skip
"""The alternatives of events."""
CHOICES: Final = ("1", "2", "3", "4", "5", "6", "axis", "card_and_step", "keep_all", "soviet", "two_cards")
"""The names that `ChooseOption` may carry."""
LOSERS: Final = (None, Side.AXIS, Side.SOVIET)
PLAYED: Final = tuple(kind for kind in get_args(Action) if kind is not act.SettleSides)
"""The kinds of actions that have numbers: bids for sides come before the game, and would add nothing but numbers."""
_WAYS: Final = max(BOARD.adjacent[BOARD.node_of[place]].bit_count() for place in PLACES)

VERBS: Final = tuple(kind.__name__ for kind in PLAYED)
WHATS: Final = ("", *UNITS, *map(str, CARDS))
"""The second factor: nothing, a unit, or a card."""
WHERES: Final = ("", *PLACES)
"""The third factor: nothing, or a place. That of a path is its end."""
OPTIONS: Final = (
    "",
    *(f"die {face}" for face in DICE),
    *(f"mode {mode}" for mode in MODES if mode),
    *(f"choice {choice}" for choice in CHOICES),
    *(f"side {side}" for side in LOSERS if side),
    *(f"way {number}" for number in range(1, _WAYS + 1)),
)
"""The fourth factor. `way 2`: a retreat that comes to its place through the second of the neighbors of that place."""


class _Slot(NamedTuple):
    """A field of an action: all that may stand in it."""

    values: tuple[Value, ...]
    rows: tuple[Row, ...]
    """The part of each value in the factors."""


def _option(name: str) -> Row:
    return (0, 0, OPTIONS.index(name))


def _path_row(path: tuple[str, ...]) -> Row:
    """The end of a path, and through which of its neighbors it leads there."""
    if len(path) == 1:
        return (0, WHERES.index(path[0]), 0)
    ways = [BOARD.id_of[node] for node in bits(BOARD.adjacent[BOARD.node_of[path[1]]])]
    return (0, WHERES.index(path[1]), OPTIONS.index(f"way {ways.index(path[0]) + 1}"))


_UNIT: Final = _Slot(UNITS, tuple((1 + index, 0, 0) for index in range(len(UNITS))))
_CARD: Final = _Slot(CARDS, tuple((1 + len(UNITS) + index, 0, 0) for index in range(len(CARDS))))
_PLACE: Final = _Slot(PLACES, tuple((0, 1 + index, 0) for index in range(len(PLACES))))
_SLOTS: Final[dict[str, _Slot]] = {
    "unit": _UNIT,
    "card": _CARD,
    "to": _PLACE,
    "hex": _PLACE,
    "path": _Slot(PATHS, tuple(map(_path_row, PATHS))),
    "value": _Slot(DICE, tuple(_option(f"die {face}") for face in DICE)),
    "mode": _Slot(MODES, tuple(_option(f"mode {mode}" if mode else "") for mode in MODES)),
    "option": _Slot(CHOICES, tuple(_option(f"choice {choice}") for choice in CHOICES)),
    "side": _Slot(LOSERS[1:], tuple(_option(f"side {side}") for side in LOSERS[1:])),
    "loser": _Slot(LOSERS, tuple(_option(f"side {side}" if side else "") for side in LOSERS)),
}
"""The fields of actions by their names, which mean the same in all of them."""


class _Verb:
    """The numbers of one kind of action: those from `first` on, its fields written like the digits of a number."""

    def __init__(self, kind: type[Action], first: int) -> None:
        self.kind: Callable[..., Action] = kind
        self.first = first
        # That the host of a server ended a game would add nothing but numbers.
        self.names = tuple(name for name in kind.__struct_fields__ if name != "stopped")
        self.slots = [_SLOTS[name] for name in self.names]
        self.size = math.prod(len(slot.values) for slot in self.slots)
        weights = [math.prod(len(slot.values) for slot in self.slots[at + 1 :]) for at in range(len(self.slots))]
        self._worth = [
            (name, {value: index * weight for index, value in enumerate(slot.values)})
            for name, slot, weight in zip(self.names, self.slots, weights, strict=True)
        ]

    def encode(self, action: Action) -> int:
        """The number of an action of this kind; raises `KeyError` for what is on no board and in no deck."""
        code = self.first
        for name, worth in self._worth:
            code += worth[getattr(action, name)]
        return code

    def decode(self, code: int) -> Action:
        """The action of one of these numbers."""
        rest = code - self.first
        values = []
        for slot in reversed(self.slots):
            rest, index = divmod(rest, len(slot.values))
            values.append(slot.values[index])
        return self.kind(*reversed(values))

    def factors(self, number: int) -> NDArray[np.int16]:
        """The factors of all its numbers, a row each; `number` is that of the verb."""
        rows = np.zeros((1, 3), np.int16)
        for slot in self.slots:
            rows = (rows[:, None, :] + np.array(slot.rows, np.int16)[None, :, :]).reshape(-1, 3)
        return np.concatenate([np.full((len(rows), 1), number, np.int16), rows], axis=1)


def _verbs() -> dict[type[Action], _Verb]:
    """The kinds of actions, each with the first of its numbers."""
    verbs: dict[type[Action], _Verb] = {}
    first = 0
    for kind in PLAYED:
        verbs[kind] = _Verb(kind, first)
        first += verbs[kind].size
    return verbs


_VERBS: Final = _verbs()
_FIRSTS: Final = np.array([verb.first for verb in _VERBS.values()])
_IN_ORDER: Final = tuple(_VERBS.values())

SIZE: Final = sum(verb.size for verb in _IN_ORDER)
"""The number of actions."""
FACTORS: Final[NDArray[np.int16]] = np.concatenate([verb.factors(at) for at, verb in enumerate(_IN_ORDER)])
"""The verb, what, place and option of every number, as indices into `VERBS`, `WHATS`, `WHERES` and `OPTIONS`."""
FACTORS.setflags(write=False)
SHAPE: Final = (len(VERBS), len(WHATS), len(WHERES), len(OPTIONS))
"""The number of values of each factor."""
FIRST_OF: Final = {kind.__name__: verb.first for kind, verb in _VERBS.items()}
"""The lowest number of each verb."""


def _digest() -> str:
    """A mark of the whole numbering: it changes when any number means something else."""
    fields = [(verb, _VERBS[kind].names) for verb, kind in zip(VERBS, PLAYED, strict=True)]
    told = msgspec.json.encode([fields, [[name, slot.values] for name, slot in _SLOTS.items()]])
    return hashlib.blake2b(told, digest_size=8).hexdigest()


DIGEST: Final = _digest()


def encode(action: Action) -> int:
    """The number of an action, from 0 to `SIZE - 1`.

    Raises `ValueError` for one that names what does not exist, and `TypeError` for what is no action, or one without a
    number (`SettleSides`).
    """
    verb = _VERBS.get(type(action))
    if verb is None:
        raise _no_action(action)
    try:
        return verb.encode(action)
    except KeyError as error:
        raise ValueError(f"{action} is no action of this game: {error.args[0]!r} does not exist") from None


def decode(code: int) -> Action:
    """The action of a number; raises `ValueError` for a number that has none, `TypeError` for what is no whole one."""
    if not isinstance(code, int | np.integer):
        raise TypeError(f"a whole number is wanted, not {code!r:.60}")
    if not 0 <= code < SIZE:
        raise ValueError(f"{code} is no action: they are 0 to {SIZE - 1}")
    return _IN_ORDER[int(np.searchsorted(_FIRSTS, code, side="right")) - 1].decode(int(code))


def encode_all(actions: Iterable[Action]) -> NDArray[np.int64]:
    """The numbers of several actions, in their order; raises `TypeError` for a state, or anything else."""
    if not isinstance(actions, Iterable):
        raise TypeError(f"actions are wanted, not {actions!r:.60}: legal_actions(state)")
    try:
        return np.array([_VERBS[type(action)].encode(action) for action in actions], np.int64)
    except KeyError:
        return np.array([encode(action) for action in actions], np.int64)  # which says what is wrong with it


def _no_action(action: object) -> TypeError:
    """What is said of anything that no number stands for."""
    return TypeError(f"{action!r:.60} is no action that has a number: legal_actions(state) has some")


def mask(actions: Sequence[Action]) -> NDArray[np.int8]:
    """An array of `SIZE` zeros, with a one at the number of each of these actions."""
    found = np.zeros(SIZE, np.int8)
    found[encode_all(actions)] = 1
    return found


def factors(action: Action) -> tuple[int, int, int, int]:
    """The verb, what, place and option of an action, as indices into `VERBS`, `WHATS`, `WHERES` and `OPTIONS`."""
    verb, what, place, option = FACTORS[encode(action)].tolist()
    return verb, what, place, option


def from_factors(verb: int, what: int = 0, place: int = 0, option: int = 0) -> Action:
    """The action of four factors; raises `ValueError` where no action has them."""
    try:
        name, wanted = VERBS[verb], (what, place, option)
        kind = _IN_ORDER[verb]
        parts = [_BY_ROW[field][_part_of(field, wanted)] for field in kind.names]
        action = kind.kind(*parts)
    except (KeyError, IndexError):
        raise ValueError(f"no action has the factors {(verb, what, place, option)}") from None
    if factors(action) != (verb, what, place, option):
        raise ValueError(f"{name} has no factors {wanted} beside those of {action}")
    return action


_BY_ROW: Final = {name: dict(zip(slot.rows, slot.values, strict=True)) for name, slot in _SLOTS.items()}
_FACTORS_OF: Final = {"unit": (0,), "card": (0,), "to": (1,), "hex": (1,), "path": (1, 2)}


def _part_of(field: str, wanted: Row) -> Row:
    """The factors that a field stands for; the others are those of other fields."""
    kept = _FACTORS_OF.get(field, (2,))
    what, place, option = (value if at in kept else 0 for at, value in enumerate(wanted))
    return what, place, option


CHANCE_VERBS: Final = tuple(VERBS.index(kind.__name__) for kind in act.CHANCE_ACTIONS)
"""The verbs of dice and deals."""
