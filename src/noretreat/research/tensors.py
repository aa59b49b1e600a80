"""Views as tensors: planes of hexes, a row for each unit, and a vector, made from what one side may see.

An `Encoder` makes them, from a view and never from a state. `channels` says what each number means, docs/tensors.md has
it as tables. `VERSION` and `DIGEST` say which layout it is: what was learned with one is not used with another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from noretreat.core.board import BOARD, bits
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import UnitView, View
from noretreat.research import channels
from noretreat.research.channels import CARD_SETS, CELLS, COLUMNS, FIGURES, ROWS, WORDS

VERSION: Final = 2
"""Raised whenever a number gets another place or another meaning."""

Floats: TypeAlias = NDArray[np.float32]
Indices: TypeAlias = NDArray[np.intp]

UNITS: Final = len(BOARD.units)
PLANES_SHAPE: Final = (len(channels.PLANES), ROWS, COLUMNS)
UNITS_SHAPE: Final = (UNITS, len(channels.UNIT_CHANNELS))
VECTOR_SHAPE: Final = (len(channels.VECTOR),)
_PLANES_END: Final = len(channels.PLANES) * CELLS
_UNITS_END: Final = _PLANES_END + UNITS * len(channels.UNIT_CHANNELS)
SIZE: Final = _UNITS_END + len(channels.VECTOR)
"""The number of entries in all."""

_NONE: Final = np.zeros(0, np.intp)
_PLACES: Final = range(UNITS)
_ROWS: Final = [slice(first, first + UNITS_SHAPE[1]) for first in range(_PLANES_END, _UNITS_END, UNITS_SHAPE[1])]
"""The index of each unit's row in the tensor."""
_PLANE: Final = {channel.name: number for number, channel in enumerate(channels.PLANES)}
CELL: Final[dict[str, int]] = dict(BOARD.node_of)
"""The cell of each place: its node, for a row of planes is as long as a row of nodes."""


def _board_tensor() -> Floats:
    """The planes of the board."""
    found = np.zeros((len(channels.BOARD_PLANES), CELLS), np.float32)
    for plane, ground in zip(found, channels.BOARD_PLANES, strict=True):
        plane[bits(ground.nodes)] = 1
    found.setflags(write=False)
    return found.reshape(-1, ROWS, COLUMNS)


BOARD_TENSOR: Final = _board_tensor()
"""The planes of the board (`channels.BOARD_PLANES`), the same for every view."""


def _digest() -> str:
    """A mark of the layout: it changes with the channels, and with the board and the counters behind them."""
    tables = (channels.PLANES, channels.UNIT_CHANNELS, channels.VECTOR, BOARD.unit_ids, sorted(CELL.items()))
    return hashlib.blake2b(msgspec.json.encode(tables), digest_size=8).hexdigest()


DIGEST: Final = _digest()


class Tensors:
    """A view as numbers: `flat` has all of them, the others are parts of it and share its memory."""

    __slots__ = ("flat",)

    def __init__(self, flat: Floats) -> None:
        self.flat = flat

    @property
    def planes(self) -> Floats:
        """Hexes: (channel, row, column), named by `channels.PLANES`."""
        return self.flat[:_PLANES_END].reshape(PLANES_SHAPE)

    @property
    def units(self) -> Floats:
        """Units: (unit, channel), in the order of the counters, named by `channels.UNIT_CHANNELS`."""
        return self.flat[_PLANES_END:_UNITS_END].reshape(UNITS_SHAPE)

    @property
    def vector(self) -> Floats:
        """All else, named by `channels.VECTOR`."""
        return self.flat[_UNITS_END:]


KEPT: Final = 1 << 14
"""The number of counters' shares that an encoder remembers."""


class _Lying(NamedTuple):
    """The share of a counter, with its place and its markers, in the tensor of one side."""

    cells: Indices
    """The indices of its planes in the tensor; none for a unit that is not on the map."""
    amounts: Floats
    figures: Floats


_NOTHING: Final = np.zeros(0, np.float32)
_NOWHERE: Final = _Lying(_NONE, _NOTHING, _NOTHING)


class _Counters:
    """The planes and rows of the units, as one side sees them, brought from the last view to the next.

    Views share the records of units that have not changed, so a record is known by its address. It is kept for as
    long as its address is, and all are forgotten when there are too many.
    """

    def __init__(self, own: Side) -> None:
        self._own = own
        self._forget()

    def _forget(self) -> None:
        """Begins anew, with a map without units."""
        self._known: dict[int, tuple[UnitView, _Lying]] = {}
        self._last: tuple[UnitView | None, ...] = (None,) * UNITS
        self._lying = [_NOWHERE] * UNITS
        self._tensor = np.zeros(SIZE, np.float32)

    def tensor(self, units: tuple[UnitView, ...]) -> Floats:
        """A new tensor with these units and nothing else. All amounts are multiples of 1/8, so that sums are exact."""
        if units != self._last:
            if len(self._known) > KEPT - UNITS:
                self._forget()
            tensor = self._tensor
            for at in compress(_PLACES, map(is_not, units, self._last)):
                old, new = self._lying[at], self._lying_like(units[at])
                if old.cells is not _NONE:
                    tensor[old.cells] -= old.amounts
                if new.cells is not _NONE:
                    tensor[new.cells] += new.amounts
                tensor[_ROWS[at]] = new.figures
                self._lying[at] = new
            self._last = units
        return self._tensor.copy()

    def __len__(self) -> int:
        """The number of shares it remembers."""
        return len(self._known)

    def _lying_like(self, unit: UnitView) -> _Lying:
        """Return the share of a unit."""
        found = self._known.get(id(unit))
        if found is None:
            self._known[id(unit)] = found = (unit, lying(unit, unit.side is self._own))
        return found[1]


LOOKED_AT: Final = (
    "at", "face", "type", "strength", "move", "steps", "max_steps", "unsupplied", "disorganized", "moved", "cut_off",
    "reserve", "due",
)  # fmt: skip
"""The fields of a unit that its numbers are made of, beside its side."""
_LOOKS: Final = attrgetter(*LOOKED_AT[1:])
_LYING: Final[dict[tuple[object, ...], _Lying]] = {}
"""The shares of counters as if they were in the first cell, without what their places add, by owner and fields: shared
by all encoders, `KEPT` at most. With the places there would be too many to meet one twice.
"""
_PLACED: Final[dict[str, Floats]] = {}
"""What each place adds to the figures of a counter."""


def lying(unit: UnitView, own: bool) -> _Lying:
    """Return the share of a unit in the tensor, as the side's own or the enemy's."""
    looks = (own, *_LOOKS(unit))
    found = _LYING.get(looks)
    if found is None:
        if len(_LYING) >= KEPT:
            _LYING.clear()
        found = _LYING[looks] = _worked_out(unit, own)
    figures = found.figures + _placed(unit)
    cell = CELL.get(unit.at)
    return _Lying(_NONE, _NOTHING, figures) if cell is None else _Lying(found.cells + cell, found.amounts, figures)


def _placed(unit: UnitView) -> Floats:
    """Return what the place of a unit adds to its figures."""
    found = _PLACED.get(unit.at)
    if found is None:
        found = _PLACED[unit.at] = np.zeros(UNITS_SHAPE[1], np.float32)
        found[1 : 1 + len(channels.PLACE_FIGURES)] = [figure.value(unit) for figure in channels.PLACE_FIGURES]
    return found


def _worked_out(unit: UnitView, own: bool) -> _Lying:
    """Work the share of a unit out from the formulas of the channels, as if its place were none and the first cell."""
    figures = np.array([own, *(figure.value(unit) for figure in channels.UNIT_FIGURES)], np.float32)
    figures[1 : 1 + len(channels.PLACE_FIGURES)] = 0
    first = 0 if own else len(channels.UNIT_PLANES)
    amounts = {first + number: figure.value(unit) for number, figure in enumerate(channels.UNIT_PLANES)}
    planes = [plane for plane, amount in amounts.items() if amount]
    cells = np.array([CELLS * plane for plane in planes], np.intp)
    return _Lying(cells, np.array([amounts[plane] for plane in planes], np.float32), figures)


class Encoder:
    """Makes tensors of views. It goes on from the last view of each side: keep one, and one for each thread."""

    def __init__(self) -> None:
        self._counters = {side: _Counters(side) for side in Side}
        self._control: tuple[Mapping[str, Side], dict[Side, Indices]] = ({}, dict.fromkeys(Side, _NONE))

    def encode(self, view: View) -> Tensors:
        """The tensors of a view, as its side sees it; a spectator's as the Axis sees it."""
        if not isinstance(view, View):
            raise TypeError(f"a view is wanted, not {view!r:.60}: observe(state, side).view")
        side = view.side or Side.AXIS
        sides = (side, _OTHER[side])
        flat = self._counters[side].tensor(view.units)
        flat[self._control_of(view.control)[side]] = 1
        for plane, value in _MARKERS:
            places = value(view)
            if places:
                flat[_cells(plane, places)] = 1
        flat[_UNITS_END : _UNITS_END + len(FIGURES)] = channels.figures(view, *sides)
        flat[_ones(view, *sides)] = 1
        return Tensors(flat)

    @property
    def remembered(self) -> int:
        """The largest number of shares remembered for a side, at most `KEPT`."""
        return max(map(len, self._counters.values()))

    def _control_of(self, control: Mapping[str, Side]) -> dict[Side, Indices]:
        """The indices of the ones in the planes of control, for either side; kept while nothing changes hands."""
        last, found = self._control
        if control is not last and control != last:
            found = {side: _held(control, side) for side in Side}
            self._control = (control, found)
        return found


_OTHER: Final = {Side.AXIS: Side.SOVIET, Side.SOVIET: Side.AXIS}
_MARKERS: Final = [(_PLANE[marker.name], marker.value) for marker in channels.MARKER_PLANES]


def _held(control: Mapping[str, Side], own: Side) -> Indices:
    """Return the indices of the ones in the planes of control, as a side sees them."""
    planes = {side: CELLS * _PLANE["own_control" if side is own else "enemy_control"] for side in Side}
    return np.array([planes[holder] + CELL[place] for place, holder in control.items()], np.intp)


@lru_cache(maxsize=1 << 12)
def _cells(plane: int, places: tuple[str, ...]) -> Indices:
    """Return the indices of these places in a plane."""
    return np.array([plane * CELLS + CELL[place] for place in places], np.intp)


def _word_places() -> list[dict[str | None, int]]:
    """For each kind of word, map its words to their indices in the tensor."""
    at = _UNITS_END + len(FIGURES)
    found: list[dict[str | None, int]] = []
    for kind in WORDS:
        found.append({word: at + number for number, word in enumerate(kind.words)})
        at += len(kind.words)
    return found


_WORD_PLACES: Final = _word_places()
_CARDS: Final = channels.CARDS
_CARDS_FROM: Final = SIZE - len(CARD_SETS) * len(_CARDS)
_CARD_PLACES: Final = [
    {card: _CARDS_FROM + number * len(_CARDS) + at for at, card in enumerate(_CARDS)}
    for number in range(len(CARD_SETS))
]


def _ones(view: View, own: Side, enemy: Side) -> list[int]:
    """Return the indices of a view's words and cards in the tensor."""
    found = [place for place in map(dict.get, _WORD_PLACES, channels.words(view, own, enemy)) if place is not None]
    for places, cards in zip(_CARD_PLACES, channels.card_sets(view, own, enemy), strict=True):
        if cards:
            found += map(places.__getitem__, cards)
    return found
