"""The puzzles that come with the game, and their positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from noretreat import game, positions
from noretreat.core.state import State
from noretreat.data.load import DATA_DIR, DataError, read_toml
from noretreat.puzzles.records import Puzzle

FOLDER: Final = DATA_DIR / "puzzles"


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of puzzles."""

    puzzles: tuple[Puzzle, ...]


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """All puzzles that come with the game, by id; raises `DataError` for a file that does not fit."""
    found: dict[str, Puzzle] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        found |= {puzzle.id: puzzle for puzzle in read(path)}
    return MappingProxyType(found)


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file; raises `DataError` for one that does not fit."""
    try:
        return msgspec.convert(read_toml(path), PuzzleFile).puzzles
    except msgspec.ValidationError as error:
        raise DataError(f"{path.name}: {error} (noretreat check-data tells the line)") from None


@lru_cache(maxsize=64)
def position(puzzle: Puzzle) -> State:
    """The position in which the solver begins; nobody changes it, so it may be shared."""
    state = positions.position(puzzle.position)
    for action in puzzle.opening:
        state, _ = game.apply(state, action)
    return state
