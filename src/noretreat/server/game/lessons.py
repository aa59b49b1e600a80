"""Lessons in play: the tutor on the other side, and the learner's progress.

A lesson is an ordinary game. What makes it one is the level of its computer seat, `lesson:ID`; everything else follows
from the log, so that undo, saving and loading need nothing special.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from noretreat.ai.players.levels import default_level
from noretreat.core.actions import Action, Dealt, Done, Pass, Rolled
from noretreat.core.events import Event
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.data.ids import MapId, UnitId
from noretreat.data.lessons import Lesson, LessonStep, Pattern, lessons
from noretreat.server.game import puzzles
from noretreat.server.game.log import LogEntry
from noretreat.storage.game_rows import SeatRow

LEVEL: Final = "lesson:"


class LessonProgress(msgspec.Struct, frozen=True):
    """A learner's progress in a lesson, as the page shows it."""

    id: str
    number: int
    title: str
    step: int
    """Steps done so far."""
    steps: int
    text: str
    where: tuple[MapId, ...]
    units: tuple[UnitId, ...]
    which: str
    why: str
    chapter: str
    missed: bool
    """The current task can no longer be done."""
    finished: bool
    next: str
    """Id of the next lesson, or empty."""
    whole: bool
    """A game played to its end, with its own goal and the tips of a first turn."""


def taught(seats: dict[Side, SeatRow]) -> Lesson | None:
    """The lesson that a game is, if it is one."""
    levels = (seat.level for seat in seats.values() if seat.level.startswith(LEVEL))
    return lessons().get(next(levels, "").removeprefix(LEVEL))


def level_behind(level: str) -> str:
    """The level that really plays a seat, which a lesson may name; none does in a puzzle of the book."""
    if level.startswith(puzzles.LEVEL):
        return "" if puzzles.is_level(level) else default_level()
    lesson = lessons().get(level.removeprefix(LEVEL)) if level.startswith(LEVEL) else None
    return lesson.opponent if lesson else level


def chance(lesson: Lesson, options: Sequence[Action], log: Iterable[LogEntry], dice: random.Random) -> Action:
    """The outcome the lesson has prepared for this moment, or a random one if it has none that fits."""
    kind = type(options[0])
    ready: Sequence[int] = {Rolled: lesson.dice, Dealt: lesson.cards}.get(kind, ())
    before = sum(isinstance(entry.action, kind) for entry in log)
    if before < len(ready):
        wanted = Rolled(ready[before]) if kind is Rolled else Dealt(CardNumber(ready[before]))
        if wanted in options:
            return wanted
    return dice.choice(options)


def reply(lesson: Lesson, options: Sequence[Action], log: Iterable[LogEntry]) -> Action | None:
    """The other side's action: the next prepared one if it is legal, else as little as possible.

    None if the lesson leaves it to a computer player.
    """
    if lesson.opponent:
        return None
    ready = list(lesson.replies)
    for entry in log:
        if ready and entry.actor not in (lesson.side.value, "chance") and fits(entry.action, ready[0]):
            ready.pop(0)
    if ready:
        chosen = next((action for action in options if fits(action, ready[0])), None)
        if chosen is not None:
            return chosen
    return next((action for action in options if isinstance(action, (Done, Pass))), options[0])


def opening(lesson: Lesson, options: Sequence[Action], log: Iterable[LogEntry]) -> Action | None:
    """The learner's action that is played automatically now; None once the opening is over."""
    done = sum(entry.actor == lesson.side.value for entry in log)
    if done >= len(lesson.opening):
        return None
    return next((action for action in options if fits(action, lesson.opening[done])), None)


def progress(lesson: Lesson, log: Iterable[LogEntry]) -> LessonProgress:
    """The progress of a lesson, worked out from the log alone."""
    done, missed, early = 0, False, set[int]()
    for happened in _happenings(lesson, log):
        early |= {n for n, step in enumerate(lesson.steps) if step.ever and _any(happened, step.goal)}
        if done < len(lesson.steps) and _any(happened, lesson.steps[done].goal):
            early.add(done)
        elif done < len(lesson.steps) and _any(happened, lesson.steps[done].missed):
            missed = True
        while done in early:
            done, missed = done + 1, False
    finished = done == len(lesson.steps)
    now = lesson.steps[-1] if finished else lesson.steps[done]
    return _shown(lesson, now, done, missed, finished)


def _happenings(lesson: Lesson, log: Iterable[LogEntry]) -> Iterator[Action | Event]:
    """Everything that could meet a goal: what the learner does and what happens."""
    for entry in log:
        if entry.actor == lesson.side.value:
            yield entry.action
        yield from entry.events


def _shown(lesson: Lesson, now: LessonStep, done: int, missed: bool, finished: bool) -> LessonProgress:
    """The record for the page."""
    following = [one.id for one in lessons().values() if one.number == lesson.number + 1]
    return LessonProgress(
        id=lesson.id,
        number=lesson.number,
        title=lesson.title,
        step=done,
        steps=len(lesson.steps),
        text=lesson.ending if finished else now.text,
        where=() if finished else now.where,
        units=() if finished else now.units,
        which=now.which,
        why=now.why,
        chapter=lesson.chapter,
        missed=missed,
        finished=finished,
        next=following[0] if following else "",
        whole=lesson.whole,
    )


def _any(happened: Action | Event, patterns: Iterable[Pattern]) -> bool:
    """True if an action or event matches one of several patterns."""
    return any(fits(happened, pattern) for pattern in patterns)


def fits(happened: Action | Event, pattern: Pattern) -> bool:
    """True if an action or event has all the fields of a pattern.

    A list in the pattern means any of these; if the field is itself a list, it must contain all of them. `to` of a unit
    that moved, retreated or was placed is the last hex of its path.
    """
    if type(happened).__name__ != pattern.get("type"):
        return False
    data = msgspec.to_builtins(happened)
    if "path" in data:
        data["to"] = data["path"][-1]
    return all(_agree(data.get(name), value) for name, value in pattern.items() if name != "type")


def _agree(value: object, wanted: object) -> bool:
    """True if one field matches a pattern."""
    allowed = wanted if isinstance(wanted, list) else [wanted]
    return set(allowed) <= set(value) if isinstance(value, (list, tuple)) else value in allowed
