"""Puzzles in play: what a game that is a puzzle has come to, worked out from its log.

A puzzle is an ordinary game, as a lesson is. What makes it one is the level of the other side's seat, which also says
how much help the solver has had: `puzzle:ID`, `puzzle:ID:2` with two hints, `puzzle:ID:3:shown` with the solution. The
other side does as little as possible, and once the task is over nothing more is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from noretreat.core.actions import Action, Done, Pass
from noretreat.data.facts import Side
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.sentences.telling import Told
from noretreat.puzzles.book import position, puzzles
from noretreat.puzzles.judging import hints, judge, why_not
from noretreat.puzzles.records import BY_MOVES, Kind, Puzzle, PuzzleLine, Verdict
from noretreat.puzzles.telling import task_of
from noretreat.server.game.log import LogEntry
from noretreat.storage.game_rows import SeatRow

LEVEL: Final = "puzzle:"
SHOWN: Final = "shown"
PuzzleState: TypeAlias = Literal["open", "solved", "missed", "shown"]
"""`shown`: its solution was looked at, and is what the log holds."""


class PuzzleProgress(msgspec.Struct, frozen=True):
    """What a puzzle has come to, as the page shows it."""

    id: str
    kind: Kind
    level: int
    side: Side
    task: Told
    units: tuple[UnitId, ...]
    """What the task names."""
    places: tuple[MapId, ...]
    moves: bool
    """It is about the moves of a phase, and over with it; else about one choice."""
    state: PuzzleState
    worth: float
    needed: float
    reasons: tuple[PuzzleLine, ...]
    """Once it is over: what was reached, and what was not."""
    hints: tuple[PuzzleLine, ...]
    """Those that have been given; with the solution all."""
    more_hints: bool
    begins: int
    """The ply at which the puzzle begins."""
    chapter: str
    """Of the rulebook, to read."""


class Posed(NamedTuple):
    """The puzzle that a game is, and the help that its solver has had."""

    puzzle: Puzzle
    hints: int
    shown: bool


def posed(seats: Mapping[Side, SeatRow]) -> Posed | None:
    """The puzzle that a game is, if it is one."""
    return next((_of_level(seat.level) for seat in seats.values() if is_level(seat.level)), None)


def puzzle_of(seats: Mapping[Side, SeatRow]) -> str | None:
    """The id of the puzzle that a game is, though it may have left the book; None if it is none."""
    return next((id_in(seat.level) for seat in seats.values() if seat.level.startswith(LEVEL)), None)


def id_in(level: str) -> str:
    """The puzzle that a level of a seat names."""
    return level.removeprefix(LEVEL).partition(":")[0]


def is_level(level: str) -> bool:
    """True if a level is that of a puzzle of the book."""
    return level.startswith(LEVEL) and _of_level(level) is not None


def _of_level(level: str) -> Posed | None:
    count, _, shown = level.removeprefix(LEVEL).partition(":")[2].partition(":")
    puzzle = puzzles().get(id_in(level))
    return Posed(puzzle, int(count) if count.isdecimal() else 0, shown == SHOWN) if puzzle else None


def level_of(one: Posed) -> str:
    """The level of the other side's seat, which says all this."""
    level = f"{LEVEL}{one.puzzle.id}"
    return f"{level}:{one.hints}:{SHOWN}" if one.shown else f"{level}:{one.hints}" if one.hints else level


def automatic(one: Posed, options: Sequence[Action], log: Sequence[LogEntry], by: Side | None) -> Action | None:
    """The action that is played automatically now: the next one of the opening, or what the other side does. None where
    the solver or chance has to decide, and once the task is over.
    """
    opening = one.puzzle.opening
    if len(log) < len(opening):
        return opening[len(log)]
    if by is None or by is one.puzzle.side or is_over(one, log):
        return None
    return next((action for action in options if isinstance(action, (Done, Pass))), options[0])


def is_over(one: Posed, log: Iterable[LogEntry]) -> bool:
    """True once nothing more is played: the task is over, or the solution stands in the log."""
    return one.shown or verdict(one, log).done


def verdict(one: Posed, log: Iterable[LogEntry]) -> Verdict:
    """How the play stands."""
    return _judged(one.puzzle.id, tuple(_played(one, log)))


def progress(one: Posed, log: Iterable[LogEntry]) -> PuzzleProgress:
    """What a puzzle has come to."""
    found, puzzle = verdict(one, log), one.puzzle
    state: PuzzleState = "open"
    if one.shown:
        state = "shown"
    elif found.done:
        state = "solved" if found.solved else "missed"
    given = _hints(puzzle.id)
    return PuzzleProgress(
        id=puzzle.id,
        kind=puzzle.kind,
        level=puzzle.level,
        side=puzzle.side,
        task=task_of(puzzle, position(puzzle)),
        units=puzzle.task.units,
        places=puzzle.task.places,
        moves=puzzle.kind in BY_MOVES,
        state=state,
        worth=found.worth,
        needed=found.needed,
        reasons=() if state == "open" else found.reasons,
        hints=given if one.shown else given[: one.hints],
        more_hints=state == "open" and one.hints < len(given),
        begins=len(puzzle.opening),
        chapter=puzzle.chapter,
    )


def why_not_mine(one: Posed, log: Iterable[LogEntry]) -> tuple[PuzzleLine, ...]:
    """Why the play in the log does not do."""
    return why_not(one.puzzle, _played(one, log))


def hinted(one: Posed) -> Posed:
    """With one more hint, if there is one."""
    return one._replace(hints=min(one.hints + 1, len(_hints(one.puzzle.id))))


def _played(one: Posed, log: Iterable[LogEntry]) -> list[Action]:
    return [entry.action for entry in log][len(one.puzzle.opening) :]


@lru_cache(maxsize=256)
def _judged(puzzle: str, actions: tuple[Action, ...]) -> Verdict:
    return judge(puzzles()[puzzle], actions)


@lru_cache(maxsize=256)
def _hints(puzzle: str) -> tuple[PuzzleLine, ...]:
    return hints(puzzles()[puzzle])
