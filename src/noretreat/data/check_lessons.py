"""Checks the lessons: their shape, the units and hexes that they point at, and that they agree with each other."""

from __future__ import annotations

from collections.abc import Iterable

from noretreat.data.check_tools import Grid, Source, twice
from noretreat.data.facts import Unit
from noretreat.data.lessons import Guide, Lesson


def check_lessons(sources: Iterable[Source], grid: Grid | None, units: dict[str, Unit] | None) -> None:
    """Checks these lesson files, each by itself and against the others; `guide.toml` holds the tips."""
    read = []
    for source in sources:
        if source.path.stem == "guide":
            source.read(Guide)
        elif lesson := source.read(Lesson):
            check_lesson(source, lesson, grid, units)
            read.append((source, lesson))
    for number, name in twice(lesson.id for _, lesson in read):
        read[number][0].complain(("id",), f"another lesson has the id {name!r}, too")
    for place, (source, lesson) in enumerate(sorted(read, key=lambda one: one[1].number), start=1):
        if lesson.number != place and len(read) > 1:
            source.complain(("number",), f"the lessons are numbered 1 to {len(read)}; this should be {place}")


def check_lesson(source: Source, lesson: Lesson, grid: Grid | None, units: dict[str, Unit] | None) -> None:
    """Checks one lesson against the map and the counters."""
    if not lesson.steps:
        source.complain(("id",), "a lesson needs steps")
    for number, step in enumerate(lesson.steps):
        for name in step.where:
            if grid and name not in grid.by_id:
                source.complain(("steps", number, "where"), f"there is no hex {name}")
        for name in step.units:
            if units is not None and name not in units:
                source.complain(("steps", number, "units"), f"there is no unit {name!r}")
        for field in ("goal", "missed", "solution"):
            if any("type" not in pattern for pattern in getattr(step, field)):
                source.complain(("steps", number, field), "each pattern needs the type of an action or an event")
