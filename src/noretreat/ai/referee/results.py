"""The results file: CSV, one line per game, written as the games end and read again to go on.

A line that was cut off when the process was killed is dropped, and its game is played again. Beside it, in
`NAME.moves.jsonl`, are the moves of each game, for `noretreat lint-games`, and what the positions were worth to the
players, as pairs of a place in the moves and points (`match.Played`); and the scenarios and rule sets of one's own, by
content (`data.contents`).
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import msgspec

from noretreat.ai.referee.match import Game, Played, Row
from noretreat.data.contents import Content, digest, owned

_READ: Final = {"int": int, "float": float, "str": str}
COLUMNS: Final = tuple(field.name for field in fields(Row))
_LATER: Final = frozenset({"a_brakes", "b_brakes", "version", "digests"})
"""Columns that the first files did not have."""
_KINDS: Final = {field.name: _READ[str(field.type)] for field in fields(Row)}


class ResultsError(Exception):
    """A file that is no results file, or is of another version."""


def read(path: Path) -> list[Row]:
    """The games in a file, without a last line that was cut off; none if there is no file. Raises `ResultsError`."""
    if not path.exists():
        return []
    reader = csv.DictReader(io.StringIO(_whole_lines(path)))
    if reader.fieldnames is None:
        return []
    if unknown := set(reader.fieldnames) ^ set(COLUMNS) - (_LATER - set(reader.fieldnames)):
        raise ResultsError(f"{path} is not a file of results: {', '.join(sorted(unknown))}")
    try:
        return [Row(**{name: _KINDS[name](text) for name, text in line.items()}) for line in reader]
    except (ValueError, TypeError) as error:
        raise ResultsError(f"{path}: {error}") from error


def _whole_lines(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text[: text.rfind("\n") + 1]


class Results:
    """A results file that is being written, one game after another."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or begins it; raises `ResultsError` if it is a file of another kind."""
        self.path = path
        self.rows = read(path)
        if self.rows:
            lines = [COLUMNS, *(tuple(asdict(row).values()) for row in self.rows)]
            path.write_text("".join(map(_line, lines)), encoding="utf-8", newline="")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_line(COLUMNS), encoding="utf-8", newline="")

    def require_same(self, games: Iterable[Game]) -> None:
        """Raises `ResultsError` if the file has one of these games with another content of its scenario or rule set.

        Contents of one's own are kept beside the file.
        """
        now = {each.key: (each.scenario, each.options.rules) for each in games}
        for row in self.rows:
            if row.key in now and row.digests and row.digests != (mark := digests_of(*now[row.key])):
                raise ResultsError(
                    f"{self.path}: {row.scenario} under {row.rules} was played with the digests {row.digests}, and now "
                    f"they are {mark}: another study, which needs a file of its own"
                )
        kept = contents_of(self.path)
        for content in dict.fromkeys(each for names in now.values() for each in owned(*names)):
            if content not in kept:
                _append(moves_of(self.path), msgspec.json.encode({"content": content}).decode() + "\n")

    def add(self, played: Played) -> None:
        """Writes a game for good: its moves first, so that every line of results has them."""
        row = played.row
        moves = {"key": list(row.key), "moves": played.moves, "worths": list(played.worths.items())}
        _append(moves_of(self.path), msgspec.json.encode(moves).decode() + "\n")
        _append(self.path, _line(tuple(asdict(row).values())))
        self.rows.append(row)


def moves_of(path: Path) -> Path:
    """Return the file of moves beside a results file."""
    return path.with_suffix(".moves.jsonl")


def read_moves(path: Path) -> dict[tuple[object, ...], tuple[int, ...]]:
    """Return the moves of each game beside a results file, by the key of its row; the last writing of a game counts."""
    found: dict[tuple[object, ...], tuple[int, ...]] = {}
    beside = moves_of(path)
    if beside.exists():
        for line in _whole_lines(beside).splitlines():
            game: dict[str, Any] = msgspec.json.decode(line)
            if "key" in game:
                found[tuple(game["key"])] = tuple(game["moves"])
    return found


def contents_of(path: Path) -> list[Content]:
    """Return the scenarios and rule sets of one's own that a results file was played with."""
    beside = moves_of(path)
    if not beside.exists():
        return []
    lines = [line for line in _whole_lines(beside).splitlines() if line.startswith('{"content"')]
    return [msgspec.json.decode(line, type=dict[str, Content])["content"] for line in lines]


def digests_of(scenario: str, rules: str) -> str:
    """Return what a row keeps of the contents of its scenario and its rule set."""
    return f"{digest('scenario', scenario)} {digest('ruleset', rules)}"


def _line(values: tuple[object, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def _append(path: Path, text: str) -> None:
    """Adds a text and waits until it is on disk."""
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
