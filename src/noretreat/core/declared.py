"""Declarations of the state's fields, and the copy that follows from them.

A field is declared once, in `core/state.py`: name, type, default, and what is special about it. Its type tells how it
is copied (a list is, all else is frozen and shared) and how a snapshot writes it (a mask is text).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, get_origin, get_type_hints


class StoredField(NamedTuple):
    """A field that belongs to the state proper: it makes two states differ, and snapshots hold it."""

    name: str
    key: str
    """Its name in a snapshot."""
    kind: Any
    """Its declared type, with what is marked in it (`types.HEXADECIMAL`)."""
    later: bool
    """It came after the first release: an older snapshot without it has the default."""
    secret: bool
    """True if it contains something that one side must not know of the other."""


def stored(default: Any, *, key: str = "", later: bool = False, secret: bool = False) -> Any:
    """Declares a field of which there is more to say than its default, which is copied if it is a list.

    `key`, `later` and `secret` are those of `StoredField`; a field that needs none of this has a plain default.
    """
    extra = {"key": key, "later": later, "secret": secret}
    if isinstance(default, list):
        return dataclasses.field(default_factory=default.copy, metadata=extra)
    return dataclasses.field(default=default, metadata=extra)


def passing(make: Callable[[], Any] | None = None) -> Any:
    """Declares a field that follows from the others, or only lasts for a moment: copies share it, no snapshot has it.

    `make` makes the one of a new object; without it, `__post_init__` does.
    """
    if make is None:
        return dataclasses.field(init=False, metadata={"passing": True})
    return dataclasses.field(default_factory=make, metadata={"passing": True})


def stored_fields(cls: type[Any]) -> tuple[StoredField, ...]:
    """The fields of a declared class that are not passing, in their order."""
    kinds = get_type_hints(cls, include_extras=True)
    return tuple(
        StoredField(
            name=field.name,
            key=field.metadata.get("key") or field.name,
            kind=kinds[field.name],
            later=field.metadata.get("later", False),
            secret=field.metadata.get("secret", False),
        )
        for field in dataclasses.fields(cls)
        if not field.metadata.get("passing")
    )


def is_list(field: StoredField) -> bool:
    """True if this is a field that changes in place."""
    return get_origin(field.kind) is list


def copier(cls: type[Any]) -> Callable[[Any], Any]:
    """A function that copies an object of a declared class: every field by one assignment, the stored lists anew.

    It is written out and compiled, as dataclasses do with `__init__`: every action copies a state, and a loop over the
    fields would take several times as long.
    """
    lists = {field.name for field in stored_fields(cls) if is_list(field)}
    names = [field.name for field in dataclasses.fields(cls)]
    lines = [f"    new.{name} = old.{name}{'[:]' if name in lists else ''}" for name in names]
    return _written_out(cls, ["def made(old):", "    new = make(cls)", *lines, "    return new"])


def keyed(cls: type[Any]) -> Callable[[Any], tuple[object, ...]]:
    """Return a function that turns the stored fields of an object of a declared class into a hashable tuple.

    It is compiled, too: a search with a table of positions needs it at each of them.
    """
    values = [f"tuple(old.{field.name})" if is_list(field) else f"old.{field.name}" for field in stored_fields(cls)]
    return _written_out(cls, ["def made(old):", f"    return ({', '.join(values)},)"])


def _written_out(cls: type[Any], lines: list[str]) -> Callable[[Any], Any]:
    """The function `made` of these lines of source, compiled."""
    names: dict[str, Any] = {"make": object.__new__, "cls": cls}
    exec("\n".join(lines), names)
    made: Callable[[Any], Any] = names["made"]
    return made
