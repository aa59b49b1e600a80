"""Puzzles as the text of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from noretreat.puzzles.records import Puzzle


def as_toml(puzzles: Iterable[Puzzle], head: str = "") -> str:
    """The text of a file with these puzzles."""
    return "\n".join([*([f"# {head}\n"] if head else []), *map(_entry, puzzles)])


def _entry(puzzle: Puzzle) -> str:
    """One puzzle; what has its default is left out."""
    data: dict[str, Any] = msgspec.to_builtins(puzzle)
    lines = ["[[puzzles]]"]
    for name, value in data.items():
        if name == "position":
            lines.append(f'position = """\n{value.strip()}\n"""')
        elif name in ("solution", "opening"):
            lines += [f"{name} = [", *(f"  {_value(action)}," for action in value), "]"]
        else:
            lines.append(f"{name} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float):
        return f"{value:g}" if value != int(value) else str(int(value))
    return json.dumps(value, ensure_ascii=False)
