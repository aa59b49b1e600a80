"""Checks what a lesson says in the words of the engine: patterns of actions and events, its position, its chapters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NewType, TypeAlias, get_args, get_origin, get_type_hints

from noretreat.ai.players.levels import LEVELS
from noretreat.core.actions import CHANCE_ACTIONS, Action, Conclude, Resign, SettleSides
from noretreat.core.board import BOARD
from noretreat.core.boxes import BOX_NAMES, REMOVED
from noretreat.core.events import Event
from noretreat.core.kernel import FRAMES, Decision
from noretreat.core.state import State
from noretreat.data.check import COLUMNS, RESULTS
from noretreat.data.check_scenario import unknown
from noretreat.data.check_tools import Source
from noretreat.data.facts import Side, Weather
from noretreat.data.lessons import Guide, Lesson, Pattern
from noretreat.data.load import DATA_DIR
from noretreat.positions import PHASES, PositionError, position
from noretreat.rules.calendar import TRIGGER_NAMES

Entry: TypeAlias = tuple[str | int, ...]

ACTIONS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Action)}
EVENTS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Event)}
DONE_BY_NOBODY: Final = (*CHANCE_ACTIONS, Resign, Conclude, SettleSides)
"""Actions that neither a learner nor the tutor takes."""
UNITS: Final = ("unit", "units", "attackers", "unsupplied")
HEXES: Final = ("hex", "to", "path", "targets", "frm")
BOXES: Final = tuple(sorted(name.removeprefix("box:") for name in BOX_NAMES.values()))
TURNS: Final = range(1, 29)
WORDS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("PhaseBegan", "phase"): tuple(PHASES),
    ("TurnBegan", "weather"): tuple(Weather),
    ("WeatherChanged", "weather"): tuple(Weather),
    ("ResultFound", "result"): (*RESULTS, "duel"),
    ("OddsSet", "initial"): ("<1:3", *COLUMNS),
    ("OddsSet", "column"): ("<1:3", *COLUMNS),
    ("CardDiscarded", "why"): ("discard", "payment", "event", "random"),
    ("CardTaken", "frm"): ("top", "search", "enemy"),
    ("TriggerPulled", "trigger"): tuple(TRIGGER_NAMES),
    ("UnitAvailable", "box"): BOXES,
    ("UnitEliminated", "box"): BOXES,
    ("BattleResumed", "stage"): ("dice", "result"),
}
"""Fields of text that know only these words."""
NUMBERS: Final[dict[tuple[str, str], range]] = {
    ("Rolled", "value"): range(1, 7),
    ("DieRolled", "value"): range(1, 7),
    ("UnitFlipped", "face"): range(2),
    ("TurnBegan", "turn"): TURNS,
    ("WeatherChanged", "turn"): TURNS,
}
"""Fields of numbers that know only these."""


# --- patterns --------------------------------------------------------------------------------------------
def pattern_problems(pattern: Pattern, known: dict[str, type]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a pattern of these kinds of record: the field, and the reason."""
    name = pattern.get("type")
    if not isinstance(name, str):
        return  # told by `data/check_lessons.py`
    if name not in known:
        yield "type", _no_type(name, known)
        return
    if known[name] in DONE_BY_NOBODY:
        yield "type", f"nobody does {name} in a lesson: `dice` and `cards` say what falls and what is dealt"
        return
    hints = get_type_hints(known[name])
    fields = [*hints, "to"] if "path" in hints and "to" not in hints else list(hints)
    for field, value in pattern.items():
        if field == "type":
            continue
        if field not in fields:
            there = f"it has {', '.join(fields)}" if fields else "it has no fields"
            yield field, f"{unknown(f'{name}: the field', field, fields)} ({there})"
            continue
        for one in value if isinstance(value, list) else [value]:
            if why := _value_problem(name, field, hints.get(field, str), one):
                yield field, f"{name}: {field} {why}"


def _no_type(name: str, known: dict[str, type]) -> str:
    """Return the reason there is no such type here: it is an event where an action belongs, or does not exist."""
    if name in EVENTS:
        return f"{name} is an event; here belongs an action (docs/actions-and-events.md)"
    return f"{unknown('the type', name, known)} (docs/actions-and-events.md lists them)"


def _value_problem(record: str, field: str, hint: object, value: object) -> str:
    """Return the reason a field cannot have this value, in plain words; empty if it can."""
    kinds = _kinds(hint)
    if isinstance(value, bool) != (bool in kinds) or not isinstance(value, tuple(kinds)):
        wanted = "true or false" if bool in kinds else "a whole number" if int in kinds else "text in quotes"
        return f"should be {wanted}, not {value!r}"
    if Side in kinds:
        return "" if value in tuple(Side) else f"is axis or soviet, not {value!r}"
    if (record, field) in WORDS:
        return _among(value, WORDS[record, field])
    if field in UNITS:
        return "" if value in BOARD.unit_index else _none("unit", str(value), BOARD.unit_index)
    if field in HEXES:
        return "" if value in BOARD.node_of else f"has no hex {value}"
    if field == "card":
        return "" if value in BOARD.cards else f"has no number {value}: the cards are 1 to {max(BOARD.cards)}"
    if (record, field) in NUMBERS:
        span = NUMBERS[record, field]
        return "" if value in span else f"is {span[0]} to {span[-1]}, not {value}"
    return ""


def _kinds(hint: object) -> set[type]:
    """The plain types behind a field's: those of a list's entries, without None; a side is a text."""
    parts = get_args(hint) if get_origin(hint) is not None or get_args(hint) else (hint,)
    found: set[type] = set()
    for part in parts:
        if isinstance(part, type) and issubclass(part, StrEnum):
            found |= {part, str}
        elif get_args(part):
            found |= _kinds(part)
        elif isinstance(part, NewType):
            found |= _kinds(part.__supertype__)
        elif part in (bool, int, str):
            found.add(part)
    return found


def _none(what: str, name: str, known: Iterable[str]) -> str:
    """There is no such thing, and what comes nearest."""
    return f"has no {unknown(what, name, known)}"


def _among(value: object, words: tuple[str, ...]) -> str:
    """Return the complaint about a word that is none of these; empty if it is one."""
    return "" if value in words else f"is one of {', '.join(words)}, not {value!r}"


# --- the frame -------------------------------------------------------------------------------------------
def check_words(source: Source, lesson: Lesson) -> None:
    """Records everything in a lesson that the engine would not understand, by line."""
    for entry, reason in _word_problems(lesson):
        source.complain(entry, reason)
    start = _start(source, lesson)
    if start is None:
        return
    gone = {name for name, place in zip(BOARD.unit_ids, start.where, strict=True) if place == REMOVED}
    for entry, name in _named_units(lesson):
        if name in gone:
            source.complain(entry, f"unit {name} is not in the lesson's position")


def check_guide(source: Source, guide: Guide) -> None:
    """Records the tips that belong to no question, or to no chapter."""
    codes = {frame.CODE for frame in FRAMES.values() if issubclass(frame, Decision)}
    for number, tip in enumerate(guide.tips):
        if tip.prompt not in codes:
            source.complain(("tips", number, "prompt"), unknown("question", tip.prompt, codes))
        if tip.chapter and (why := _no_chapter(tip.chapter)):
            source.complain(("tips", number, "chapter"), why)


def _word_problems(lesson: Lesson) -> Iterator[tuple[Entry, str]]:
    """Yield the problems of the chapter, the opponent and the patterns."""
    if why := _no_chapter(lesson.chapter):
        yield ("chapter",), why
    if lesson.opponent and lesson.opponent not in LEVELS:
        yield (
            ("opponent",),
            f"there is no level {lesson.opponent!r}; known are {', '.join(LEVELS)}, or empty for the tutor",
        )
    for key in ("opening", "replies"):
        for number, pattern in enumerate(getattr(lesson, key)):
            for field, why in pattern_problems(pattern, ACTIONS):
                yield (key, number, field), why
    for number, step in enumerate(lesson.steps):
        for key in ("goal", "missed", "solution"):
            known = ACTIONS if key == "solution" else ACTIONS | EVENTS
            for place, pattern in enumerate(getattr(step, key)):
                for field, why in pattern_problems(pattern, known):
                    yield ("steps", number, key, place, field), why


def _no_chapter(chapter: str) -> str:
    """Return the reason this is no chapter of the rulebook; outside a checkout there is no rulebook to look into."""
    book = DATA_DIR.parents[2] / "docs" / "rules.md"
    if not re.fullmatch(r"\d+(\.\d+)*", chapter):
        return f'{chapter!r} is no chapter: write its number, as "8" or "10.7"'
    if book.is_file() and not re.search(rf"^#+ {re.escape(chapter)} ", book.read_text(encoding="utf-8"), re.MULTILINE):
        return f"docs/rules.md has no chapter {chapter}"
    return ""


def _start(source: Source, lesson: Lesson) -> State | None:
    """The position in which a lesson begins, or None: it begins with a scenario, or its position cannot be set up."""
    if not lesson.position:
        return None
    try:
        return position(lesson.position)
    except PositionError as error:
        source.complain(("position",), error.reason, below=error.line + _first(source))
        return None


def _first(source: Source) -> int:
    """The offset in lines from the key of a position to line 0 of its text: where the text opens, or one above."""
    written = re.search(r"^position\s*=\s*(?:\"\"\"|''')[ \t]*$", source.text, re.MULTILINE)
    return 0 if written else -1


def _named_units(lesson: Lesson) -> Iterator[tuple[Entry, str]]:
    """All units that the steps and replies of a lesson name."""
    for number, step in enumerate(lesson.steps):
        yield from ((("steps", number, "units", place), name) for place, name in enumerate(step.units))
        for key in ("goal", "missed", "solution"):
            for place, pattern in enumerate(getattr(step, key)):
                yield from _units_of(pattern, ("steps", number, key, place))
    for number, reply in enumerate(lesson.replies):
        yield from _units_of(reply, ("replies", number))


def _units_of(pattern: Pattern, entry: Entry) -> Iterator[tuple[Entry, str]]:
    """The units of a pattern."""
    for field in UNITS:
        value = pattern.get(field, [])
        for name in value if isinstance(value, list) else [value]:
            yield (*entry, field), str(name)
