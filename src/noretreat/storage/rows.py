"""Rows and records: a record is a `msgspec.Struct` whose fields are the columns of a table, by name."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa

from noretreat.storage.tables import METADATA

R = TypeVar("R", bound=msgspec.Struct)

_INSERTS: Final = {table.name: table.insert() for table in METADATA.sorted_tables}


def record_of(kind: type[R], row: sa.Row[Any], prefix: str = "") -> R:
    """The record in a row; `prefix`: as its columns are labeled (`labeled`)."""
    columns = row._mapping
    return kind(**{name: columns[prefix + name] for name in kind.__struct_fields__})


def labeled(table: sa.Table, prefix: str) -> list[sa.Label[Any]]:
    """The columns of a table under names of their own, for a join with a table that has the same ones."""
    return [column.label(prefix + column.name) for column in table.columns]


def values_of(record: msgspec.Struct) -> dict[str, Any]:
    """A record as the values of its columns."""
    return {name: getattr(record, name) for name in record.__struct_fields__}


def insert(connection: sa.Connection, table: sa.Table, records: Sequence[msgspec.Struct]) -> None:
    """Inserts records, if there are any."""
    if records:
        run(connection, _INSERTS[table.name], *map(values_of, records))


def run(connection: sa.Connection, statement: sa.Executable, *values: Mapping[str, Any]) -> int:
    """Executes a statement that is made once, for each of some values of its holes; returns the rows affected.

    SQLite is handed it as it is, with the same care for what is stored: the way through the library takes longer than
    the statement. All values have to have names.
    """
    if connection.dialect.name != "sqlite":
        many: Any = values[0] if len(values) == 1 else values
        return connection.execute(statement, many).rowcount
    text, holes = _as_text(statement, connection.dialect, tuple(values[0]))
    line: Any = connection.connection.driver_connection
    with _wrapped(text):
        return sum(
            line.execute(text, [one[name] if tell is None else tell(one[name]) for name, tell in holes]).rowcount
            for one in values
        )


def cell_of(connection: sa.Connection, query: sa.Select[Any], values: Mapping[str, Any]) -> Any:
    """The first column of the first row that a query finds, which is made once, with some values in its holes; None if
    there is none. SQLite is asked as in `run`: what is stored is what is found.
    """
    if connection.dialect.name != "sqlite":
        return connection.scalar(query, dict(values))
    text, holes = _as_text(query, connection.dialect, tuple(values))
    with _wrapped(text):
        line: Any = connection.connection.driver_connection
        cells = [values[name] if tell is None else tell(values[name]) for name, tell in holes]
        row = line.execute(text, cells).fetchone()
    return row and row[0]


@contextlib.contextmanager
def _wrapped(statement: str) -> Iterator[None]:
    """Turns SQLite's own errors into those of the library."""
    try:
        yield
    except sqlite3.Error as error:
        wrapped = sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error, hide_parameters=True)
        raise wrapped from error


_Told: TypeAlias = Callable[[Any], Any]


@lru_cache(maxsize=256)
def _as_text(
    statement: sa.Executable, dialect: sa.Dialect, names: tuple[str, ...]
) -> tuple[str, list[tuple[str, _Told | None]]]:
    """A statement as SQLite reads it; the names of the values in its holes, and what changes each on its way in."""
    made: Any = statement
    compiled = made.compile(dialect=dialect, column_keys=names)
    told = compiled._bind_processors
    return str(compiled), [(name, told.get(name)) for name in compiled.positiontup]
