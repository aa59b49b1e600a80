"""Rows and records: a record is a `msgspec.Struct` whose fields are the columns of a table, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

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
        connection.execute(_INSERTS[table.name], [values_of(record) for record in records])
