"""What the data checks share: a file with its lines and problems, and the map as a grid."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from noretreat.data import facts as shapes
from noretreat.data.facts import Hex, MapFacts
from noretreat.data.toml_lines import LineIndex
from noretreat.data.toml_lines import Path as Entry

T = TypeVar("T")

DIRECTIONS: Final = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "terrain": shapes.Terrain,
    "region": shapes.Region,
    "feature": shapes.Feature,
    "coasts": shapes.Sea,
    "nation": shapes.Nation,
    "type": shapes.UnitType,
    "confidence": shapes.Confidence,
    "side": shapes.Side,
    "edge": shapes.Side,
    "objective_of": shapes.Side,
    "initiative": shapes.Side,
    "first_side": shapes.Side,
    "first_turn_skips": shapes.Phase,
    "entrain_phase": shapes.Phase,
    "weather": shapes.Weather,
}
KINDS: Final = {
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number",
    "null": "nothing",
}


class Problem(NamedTuple):
    """One thing that is wrong with a data file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class Source:
    """One file under inspection: its contents, its lines and the problems found so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = _shown(path)
        self.problems: list[Problem] = []
        self.data: dict[str, Any] = {}
        self.readable = False
        self.called: Callable[[Entry], str] = lambda _: ""
        """The words before a reason that say which entry is malformed: "card 18, axis half: "."""
        self._index: LineIndex | None = None
        try:
            self.text = path.read_text(encoding="utf-8")
            self.data = tomllib.loads(self.text)
            self.readable = True
        except FileNotFoundError:
            self._broken(1, "there is no such file")
        except UnicodeDecodeError:
            self._broken(1, "the file is not UTF-8 text")
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            end = self.text.count("\n") + 1
            self._broken(int(line[1]) if line else end, f"this is not TOML: {re.sub(r' [(]at .*', '', str(error))}")

    def _broken(self, line: int, reason: str) -> None:
        self.problems.append(Problem(self.name, line, reason))

    def complain(self, entry: Entry, reason: str, below: int = 0) -> None:
        """Records a problem with the entry at that path; `below`: on that many lines after its first one."""
        if self._index is None:
            self._index = LineIndex(self.text)
        self.problems.append(Problem(self.name, self._index.line(entry) + below, reason))

    def read(self, kind: type[T], data: object = None) -> T | None:
        """The contents as records, or None after complaining about everything that does not fit."""
        if not self.readable:
            return None
        content = self.data if data is None else data
        try:
            return msgspec.convert(content, kind, str_keys=True)
        except msgspec.ValidationError as error:
            before = len(self.problems)
            self._explain(content, kind, ())
            if len(self.problems) == before:
                self._refuse(error, ())
            return None

    def _explain(self, data: Any, kind: Any, entry: Entry) -> None:
        """Splits a failed conversion into its parts, so that every wrong entry is named."""
        if not isinstance(data, dict) or not _is_record(kind):
            self._try(data, kind, entry)
            return
        hints = get_type_hints(kind)
        for name in data.keys() - hints.keys():
            near = get_close_matches(name, hints, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            self._misfit((*entry, name), f"there is no field called {name!r} here{hint}")
        for field in msgspec.structs.fields(kind):
            if field.name in data:
                self._explain_field(data[field.name], hints[field.name], (*entry, field.name))
            elif field.required:
                self._misfit(entry, f"the field {field.name!r} is missing")

    def _explain_field(self, data: object, hint: object, entry: Entry) -> None:
        """Explains what is wrong with one field; a list of records is taken entry by entry."""
        member = get_args(hint)[0] if get_origin(hint) is tuple else None
        if isinstance(data, list) and member is not None and _is_record(member):
            for number, item in enumerate(data):
                self._explain(item, member, (*entry, number))
        else:
            record = next((part for part in _parts(hint) if _is_record(part)), hint)
            self._explain(data, record, entry)

    def _try(self, data: object, kind: object, entry: Entry) -> None:
        """Converts one value and complains if that fails."""
        try:
            msgspec.convert(data, kind, str_keys=True)
        except msgspec.ValidationError as error:
            self._refuse(error, entry)

    def _refuse(self, error: msgspec.ValidationError, entry: Entry) -> None:
        """Turns the library's message into plain words at the right line."""
        message, _, place = str(error).partition(" - at `$")
        steps: list[str | int] = [int(m[1]) if m[1] else m[2] for m in re.finditer(r"\[(\d+)\]|\.(\w+)", place)]
        full = (*entry, *steps)
        self._misfit(full, plain_words(message, full))

    def _misfit(self, entry: Entry, reason: str) -> None:
        """Records a problem with a malformed entry."""
        self.complain(entry, self.called(entry) + reason)


def _shown(path: Path) -> str:
    """The path to show: relative to the working directory if possible."""
    full = path.resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(path)


def _is_record(kind: object) -> bool:
    """True for one of the record types of `facts.py`."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _parts(hint: object) -> tuple[Any, ...]:
    """The members of `X | None`, or the type itself."""
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def plain_words(message: str, entry: Entry) -> str:
    """A message of the conversion library in words for people who edit data files."""
    names = [step for step in entry if isinstance(step, str)]
    name = names[-1] if names else "this entry"
    if found := re.match(r"Expected `([^`]+)`, got `([^`]+)`", message):
        wanted, got = (" or ".join(KINDS.get(k.strip(), k.strip()) for k in part.split("|")) for part in found.groups())
        return f"{name!r} should be {wanted} but is {got}"
    if found := re.match(r"Invalid enum value '?(.*?)'?$", message):
        kind = next((ENUMS[step] for step in reversed(names) if step in ENUMS), None)
        allowed = f"; known are {', '.join(kind)}" if kind else ""
        return f"{found[1]!r} is not a known value of {name!r}{allowed}"
    if found := re.match(r"Object missing required field `(\w+)`", message):
        return f"the field {found[1]!r} is missing"
    if found := re.match(r"Object contains unknown field `(\w+)`", message):
        return f"there is no field called {found[1]!r} here"
    return f"{name!r}: {message}"


def twice(values: Iterable[object]) -> Iterator[tuple[int, Any]]:
    """The position and value of each item that repeats an earlier one."""
    seen = set()
    for number, value in enumerate(values):
        if value in seen:
            yield number, value
        seen.add(value)


class Grid:
    """The hexes by id and by coordinates, for questions about neighbors."""

    def __init__(self, facts: MapFacts) -> None:
        self.by_id = {hex_.id: hex_ for hex_ in facts.hexes}
        self.at = {(hex_.q, hex_.r): hex_ for hex_ in facts.hexes}
        self.areas = {area.id for area in facts.areas}
        self.vp_hexes = {hex_.id for hex_ in facts.hexes if hex_.is_vp}

    def called(self, name: str) -> str:
        """A hex by number and name, or any other place as written."""
        return f"{name} {self.by_id[name].name}".strip() if name in self.by_id else name

    def neighbor(self, hex_: Hex, direction: str) -> Hex | None:
        """The printed hex on that side."""
        dq, dr = DIRECTIONS[direction]
        return self.at.get((hex_.q + dq, hex_.r + dr))

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """True if the two hexes are adjacent."""
        return (b.q - a.q, b.r - a.r) in DIRECTIONS.values()
