"""Records of games for learning: compressed files of action numbers (NPZ), from which positions are made again.

A folder holds files of `games_per_file` games, each written as a whole or not at all; a stopped run goes on with the
files that are missing. docs/research.md describes the arrays. NPZ is what NumPy reads by itself; Parquet would bring a
library of more than a hundred megabytes for rows that are lists of numbers anyway.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from noretreat import __version__, game
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.core.actions import Action
from noretreat.core.board import SIDES
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.contents import Content, digest, owned, require_known
from noretreat.data.load import DataError
from noretreat.research import codec, tensors

FORMAT: Final = "noretreat-games"
VERSION: Final = 1
"""Of the arrays and their meaning."""
FIELDS: Final[dict[str, tuple[type, str]]] = {
    "first": (np.int64, "for each game where its actions begin in `code`; one more at the end"),
    "code": (np.int32, "the number of each action, chance included, game after game"),
    "actor": (np.uint8, "who took it: 0 Axis, 1 Soviet, 2 chance"),
    "number": (np.int64, "the number of each game in its series, from 1"),
    "winner": (np.int8, "0 Axis, 1 Soviet, -1 a draw"),
    "turn": (np.int8, "the game turn in which it ended"),
    "points": (np.int16, "victory points at the end of the side with the initiative"),
}
"""The arrays of a file: their type, and what they hold."""


class RecordError(ValueError):
    """A file that is no record, or one of another kind than is asked for."""


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a series of games, stored with each file as the JSON text `about`."""

    scenario: str
    options: Options
    axis: str
    soviet: str
    seed: int
    games_per_file: int
    format: str = FORMAT
    version: int = VERSION
    rules_version: int = game.RULES_VERSION
    actions: tuple[int, str] = (codec.VERSION, codec.DIGEST)
    """Version and digest of the action numbers, and of the tensors of the library that wrote it."""
    tensors: tuple[int, str] = (tensors.VERSION, tensors.DIGEST)
    package: str = __version__
    command: str = ""
    """The command that played the games, for whoever reads them; another command may go on with the series."""
    digests: tuple[str, str] = ("", "")
    """What scenario and rule set say (`noretreat.data.contents.digest`); empty in files from before this was kept."""
    contents: tuple[Content, ...] = ()
    """The scenario and the rule set, where they do not come with the game, with their texts."""


def series_of(
    scenario: str, options: Options, axis: str, soviet: str, seed: int, games_per_file: int, command: str = ""
) -> Series:
    """The description of a series, with the contents of its scenario and rule set as they are now."""
    digests = (digest("scenario", scenario), digest("ruleset", options.rules))
    contents = owned(scenario, options.rules)
    return Series(
        scenario, options, axis, soviet, seed, games_per_file, command=command, digests=digests, contents=contents
    )


class Games(NamedTuple):
    """The games of a file."""

    about: Series
    arrays: Mapping[str, NDArray[Any]]

    def __len__(self) -> int:
        """The number of games."""
        return len(self.arrays["number"])

    def positions(self, at: int) -> Iterator[tuple[State, int]]:
        """Each position of game `at` (from 0) with the number of the action that was taken in it.

        Raises `IndexError` for a game that does not exist.
        """
        if not 0 <= at < len(self):
            raise IndexError(f"there is no game {at}: they are 0 to {len(self) - 1}")
        first, end = self.arrays["first"][at : at + 2]
        state = game.new_game(self.about.scenario, self.about.options)
        for code in self.arrays["code"][first:end].tolist():
            yield state, code
            state, _ = game.apply(state, codec.decode(code))


def file_of(folder: Path, part: int) -> Path:
    """The file of part 0, 1, ... of a series."""
    return folder / f"games-{part:06}.npz"


def play_part(series: Series, part: int, games: int) -> tuple[int, dict[str, NDArray[Any]]]:
    """Plays the games of a part; the same part of the same series is always the same."""
    rows: dict[str, list[int]] = {name: [] for name in FIELDS}
    rows["first"] = [0]

    def watch(before: State, action: Action, after: State, happened: object) -> None:
        question = before.question
        assert question is not None
        rows["code"].append(codec.encode(action))
        rows["actor"].append(question.actor(before))

    for number in range(part * series.games_per_file + 1, part * series.games_per_file + games + 1):
        start = game.new_game(series.scenario, series.options)
        record = play_game(start, series.axis, series.soviet, game_seed(series.seed, number), watch)
        rows["first"].append(len(rows["code"]))
        rows["number"].append(number)
        rows["winner"].append(-1 if record.winner is None else SIDES.index(record.winner))
        rows["turn"].append(record.turn)
        rows["points"].append(record.points)
    return part, {name: np.array(rows[name], kind) for name, (kind, _) in FIELDS.items()}


def write(path: Path, series: Series, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes a file as a whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".unfinished")
    try:
        with os.fdopen(handle, "wb") as file:
            named: dict[str, Any] = {"about": np.array(msgspec.json.encode(series).decode()), **arrays}
            np.savez_compressed(file, **named)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read(path: Path) -> Games:
    """Reads a file; raises `RecordError` for one that is damaged, or of other rules or action numbers than ours."""
    if Path(path).is_file() and not zipfile.is_zipfile(path):
        raise RecordError(f"{path} is no record of games: `noretreat selfplay` writes them")
    try:
        with np.load(path, allow_pickle=False) as file:
            about = msgspec.json.decode(str(file["about"]), type=Series)
            arrays = {name: file[name] for name in FIELDS}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise RecordError(f"{path} is no record of games: {error}") from None
    ours = Series("", Options(), "", "", 0, 0)
    for name in ("format", "version", "rules_version", "actions"):
        if getattr(about, name) != getattr(ours, name):
            raise RecordError(f"{path}: {name} is {getattr(about, name)}, here it is {getattr(ours, name)}")
    try:
        require_known(about.contents, str(path), bring=True)
    except DataError as error:
        raise RecordError(str(error)) from None
    return Games(about, arrays)


def missing(folder: Path, series: Series, games: int) -> list[tuple[int, int]]:
    """The parts of a series of this many games that the folder lacks, each with how many games it has.

    A last part that was shorter is played again in full. Raises `RecordError` if the folder holds another series.
    """
    found = []
    for part in range(-(-games // series.games_per_file)):
        wanted = min(series.games_per_file, games - part * series.games_per_file)
        path = file_of(folder, part)
        if path.exists():
            there = read(path)
            if told := _difference(there.about, series):
                raise RecordError(f"{path} is of another series: {told}")
            if len(there) >= wanted:
                continue
        found.append((part, wanted))
    return found


def _difference(there: Series, asked: Series) -> str:
    """Name the differences between two series: "seed is 1, not 2"; options by their names.

    The command may be another one, as long as it asks for the same games.
    """
    old, new = (msgspec.to_builtins(series) for series in (there, asked))
    old, new = ({**series, **series["options"]} for series in (old, new))
    for name, before, now in zip(("scenario", "rules"), old.pop("digests"), new["digests"], strict=True):
        if before and before != now:
            old[f"the digest of the {name}"], new[f"the digest of the {name}"] = before, now
    names = [name for name in old if name not in ("options", "command", "contents") and old[name] != new[name]]
    return ", ".join(f"{name} is {old[name]}, not {new[name]}" for name in names)
