"""By which face a unit is named: that of the beginning of the player turn, so that it has one name in all that is
said of that turn, in every language.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from noretreat.coach.course import turn_of
from noretreat.core.board import BOARD
from noretreat.core.reasons import Argument
from noretreat.core.state import State

UNIT_HOLES: Final = frozenset({"unit", "foe", "units"})
"""The arguments of the coach's sentences that name units, by their faces."""


class Faces:
    """The faces of all units as each player turn began."""

    def __init__(self) -> None:
        self._from: list[int] = []
        self._faces: list[tuple[int, ...]] = []
        self._turn: object = None

    def watch(self, before: State, ply: int) -> None:
        """Takes note of the position before an action, the `ply`th."""
        if turn_of(before) != self._turn:
            self._turn = turn_of(before)
            self._from.append(ply)
            self._faces.append(tuple(before.face))

    def at(self, ply: int) -> Sequence[int]:
        """The faces at the beginning of the player turn of an action."""
        return self._faces[max(0, bisect_right(self._from, ply) - 1)]


def face_of(unit: str, faces: Sequence[int]) -> str:
    """The id of the face by which a unit is named."""
    return f"{unit}.back" if faces[BOARD.unit_index[unit]] else unit


def by_face(args: dict[str, Argument], faces: Sequence[int]) -> dict[str, Argument]:
    """The arguments of a sentence, with faces in the place of units."""

    def named(value: Argument) -> Argument:
        return (
            tuple(face_of(str(unit), faces) for unit in value)
            if isinstance(value, tuple)
            else face_of(str(value), faces)
        )

    return {name: named(value) if name in UNIT_HOLES else value for name, value in args.items()}
