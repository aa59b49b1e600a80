"""The lessons (docs/adding-a-lesson.md): a position, and tasks to do in it under the real rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from noretreat.data.facts import Side
from noretreat.data.load import DATA_DIR, DataError, read_toml

FOLDER: Final = DATA_DIR / "lessons"

Pattern: TypeAlias = dict[str, bool | int | str | list[bool | int | str]]
"""An action or event in JSON, with some of its fields: `type` and whatever else must match."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do."""

    text: str
    """The task, and what it shows."""
    goal: tuple[Pattern, ...]
    """Done when an action of the learner, or an event, matches one of these."""
    which: str
    """The second hint: what to click."""
    why: str
    """The third hint: the reason, with the rule."""
    where: tuple[str, ...] = ()
    """The first hint: the hexes to look at."""
    units: tuple[str, ...] = ()
    """Counters to look at, highlighted with the second hint."""
    ever: bool = False
    """Also counts as done if it happened before the task was reached."""
    missed: tuple[Pattern, ...] = ()
    """If one of these comes first, the chance is gone: the learner is offered a fresh start."""
    solution: tuple[Pattern, ...] = ()
    """Actions that complete the task, for the tests."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. The other side passes, or plays `replies`; dice and cards are those of `dice` and `cards`."""

    id: str
    number: int
    title: str
    minutes: int
    summary: str
    side: Side
    chapter: str
    """Chapter of the rulebook to read on in."""
    ending: str
    """What has been learned."""
    steps: tuple[LessonStep, ...]
    position: str = ""
    """A position as text (`position`); empty: `scenario` is played from its beginning."""
    scenario: str = "barbarossa"
    opponent: str = ""
    """Level of a computer player for the other side; empty: it passes, except for `replies`."""
    dice: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    opening: tuple[Pattern, ...] = ()
    """The learner's first actions: they are played automatically, before the learner decides anything."""
    replies: tuple[Pattern, ...] = ()
    """The actions of the other side, each done at the first moment the rules allow it."""
    whole: bool = False
    """A game played to its end: it is in the list of games, and the tips of a first turn are shown as in any other."""


class Tip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two for a newcomer's first turn, shown the first time a question of this kind comes up."""

    prompt: str
    """Code of the question (`CODE` of a `core.kernel.Decision`)."""
    title: str
    text: str
    chapter: str = ""


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """The file of the tips."""

    tips: tuple[Tip, ...]


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by id, in their order; raises `DataError` for a file that does not fit."""
    found = [_read(path, Lesson) for path in FOLDER.glob("[0-9]*.toml")]
    return {lesson.id: lesson for lesson in sorted(found, key=lambda one: one.number)}


@cache
def tips() -> tuple[Tip, ...]:
    """The guide through a first game."""
    guide: Guide = _read(FOLDER / "guide.toml", Guide)
    return guide.tips


def _read(path: Path, kind: type[Any]) -> Any:
    """A file as a record."""
    try:
        return msgspec.convert(read_toml(path), kind)
    except msgspec.ValidationError as error:
        raise DataError(f"{path.name}: {error} (noretreat check-data tells the line)") from None
