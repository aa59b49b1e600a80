"""Checks the lessons: their shape, the units and hexes that they point at, and that they agree with each other.

What needs the rules (patterns, positions, solutions) is checked by the command `noretreat check-data`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from noretreat.data.check_tools import Grid, Source, twice
from noretreat.data.facts import Unit
from noretreat.data.lessons import Guide, Lesson, LessonStep
from noretreat.data.load import scenario_ids
from noretreat.data.toml_lines import Path as Entry


def check_lessons(
    sources: Iterable[Source], grid: Grid | None, units: dict[str, Unit] | None, cards: Iterable[int]
) -> None:
    """Checks these lesson files, each alone and against the others; `guide.toml` holds the tips."""
    read, known_cards = [], set(cards)
    for source in sources:
        if source.path.stem == "guide":
            source.read(Guide)
        elif lesson := source.read(Lesson):
            check_lesson(source, lesson, grid, units, known_cards)
            read.append((source, lesson))
    for number, name in twice(lesson.id for _, lesson in read):
        read[number][0].complain(("id",), f"another lesson has the id {name!r}, too")
    for place, (source, lesson) in enumerate(sorted(read, key=lambda one: one[1].number), start=1):
        if lesson.number != place and len(read) > 1:
            source.complain(("number",), f"the lessons are numbered 1 to {len(read)}; this should be {place}")


def check_lesson(
    source: Source, lesson: Lesson, grid: Grid | None, units: dict[str, Unit] | None, cards: set[int]
) -> None:
    """Checks one lesson against its file, the map, the counters and the cards."""
    if source.path.name != (name := f"{lesson.number}-{lesson.id}.toml"):
        source.complain(("id",), f"the file is called {source.path.name}; by its number and id it should be {name}")
    for entry, reason in _frame_problems(source, lesson, cards):
        source.complain(entry, reason)
    for number, step in enumerate(lesson.steps):
        for place, hex_ in enumerate(step.where):
            if grid and hex_ not in grid.by_id and hex_ not in grid.areas:
                source.complain(("steps", number, "where", place), f"there is no hex {hex_}")
        for place, unit in enumerate(step.units):
            if units is not None and unit not in units:
                source.complain(("steps", number, "units", place), f"there is no unit {unit!r}")
        for entry, reason in _step_problems(step):
            source.complain(("steps", number, *entry), reason)


def _frame_problems(source: Source, lesson: Lesson, cards: set[int]) -> Iterator[tuple[Entry, str]]:
    """Yield the problems of a lesson apart from its steps."""
    if not lesson.steps:
        yield ("id",), "a lesson needs steps"
    for field in ("title", "summary", "ending"):
        if not getattr(lesson, field).strip():
            yield (field,), f"the {field} of a lesson says something"
    if lesson.minutes < 1:
        yield ("minutes",), "a lesson takes at least a minute"
    if lesson.position and "scenario" in source.data:
        yield ("scenario",), "a lesson begins in a position or with a scenario, not with both"
    elif lesson.scenario not in scenario_ids():
        yield ("scenario",), f"there is no scenario {lesson.scenario!r}; known are {', '.join(scenario_ids())}"
    if lesson.opponent and lesson.replies:
        yield ("replies",), "an opponent with a level of its own gives no prepared replies"
    yield from _chance_problems(lesson, cards)
    for key in ("opening", "replies"):
        for place, pattern in enumerate(getattr(lesson, key)):
            if "type" not in pattern:
                yield (key, place), "each pattern needs the type of an action"


def _chance_problems(lesson: Lesson, cards: set[int]) -> Iterator[tuple[Entry, str]]:
    """Yield the dice and cards that do not exist."""
    for place, die in enumerate(lesson.dice):
        if not 1 <= die <= 6:
            yield ("dice", place), f"a die shows 1 to 6, never {die}"
    for place, card in enumerate(lesson.cards):
        if card not in cards:
            yield ("cards", place), f"there is no card {card}; they are numbered from {min(cards)} to {max(cards)}"


def _step_problems(step: LessonStep) -> Iterator[tuple[Entry, str]]:
    """Yield the missing texts of a step, and its patterns without a type."""
    for field in ("text", "which", "why"):
        if not getattr(step, field).strip():
            yield (field,), f"the {field!r} of a step says something"
    if not step.goal:
        yield ("goal",), "a step without a goal is never done"
    for field in ("goal", "missed", "solution"):
        for place, pattern in enumerate(getattr(step, field)):
            if "type" not in pattern:
                yield (field, place), "each pattern needs the type of an action or an event"
