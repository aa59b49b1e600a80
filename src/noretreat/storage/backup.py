"""Backups: the whole store as compressed JSON lines, the same from SQLite and PostgreSQL and into either of them.

The first line says which version of the tables it was made of, the last one how many rows there are: half a file is not
taken for a whole one. A backup is a look at one moment, however much is played meanwhile.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database, StorageError
from noretreat.storage.tables import FIRST, METADATA, REVISION

MANY: Final = 500
"""Rows that are read or written at a time."""


class Head(msgspec.Struct, frozen=True, tag="noretreat-backup", tag_field="format"):
    """The first line: the version of the tables, and the columns of each, in the order in which they are filled."""

    revision: str
    tables: dict[str, list[str]]


async def write_backup(database: Database, path: Path) -> int:
    """Writes a backup of an open store; returns the number of rows. Raises `OSError` and `StorageError`."""
    part = path.with_name(f"{path.name}.part")
    try:
        with gzip.open(part, "wb", compresslevel=6) as file:
            rows = await database.look(lambda connection: _write(connection, file))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _write(connection: sa.Connection, file: gzip.GzipFile) -> int:
    encode, count = msgspec.json.encode, 0
    tables = {str(table.name): [str(column.name) for column in table.columns] for table in METADATA.sorted_tables}
    file.write(encode(Head(REVISION, tables)) + b"\n")
    for table in METADATA.sorted_tables:
        rows = connection.execution_options(stream_results=True, yield_per=MANY).execute(table.select())
        for row in rows:
            file.write(encode([str(table.name), *row]) + b"\n")
            count += 1
    file.write(encode({"rows": count}) + b"\n")
    return count


async def restore_backup(database: Database, path: Path) -> int:
    """Fills an empty store from a backup, and brings its tables up to date; returns the number of rows.

    Raises `OSError`, and `StorageError` for a file that is none or not whole, and for a store that is not empty:
    nothing has changed then.
    """
    return await database.fill(lambda connection: _restore(connection, path))


def _restore(connection: sa.Connection, path: Path) -> int:
    from noretreat.storage.migrations import migrate

    if sa.inspect(connection).get_table_names():
        raise StorageError("storage_not_empty", "The database is not empty: a backup goes into a new one.")
    lines = _lines(path)
    try:
        head = msgspec.json.decode(next(lines), type=Head)
    except (StopIteration, msgspec.MsgspecError):
        raise StorageError("backup_unreadable", f"{path} is not a backup of this program.") from None
    if head.revision < FIRST:
        raise StorageError("storage_older", "The backup was made before version 0.1.0, which cannot read it.")
    if head.revision > REVISION:
        raise StorageError("storage_newer", "The backup was made by a newer version of this program; update it.")
    migrate(connection, "", head.revision)
    connection.execute(METADATA.tables["meta"].delete())
    count = 0
    for name, rows in groupby(_rows(lines, path), key=lambda row: row[0]):
        columns = head.tables[name]
        table = sa.table(name, *map(sa.column, columns))
        while many := [dict(zip(columns, row[1:], strict=True)) for row in islice(rows, MANY)]:
            connection.execute(table.insert(), many)
            count += len(many)
    migrate(connection, head.revision)
    return count


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except (EOFError, gzip.BadGzipFile):
        raise StorageError("backup_unreadable", f"{path} is not a whole backup of this program.") from None


def _rows(lines: Iterator[bytes], path: Path) -> Iterator[list[Any]]:
    """The rows, table by table; raises `StorageError` if the file ends before them."""
    for count, line in enumerate(lines):
        data = msgspec.json.decode(line)
        if isinstance(data, dict):
            if data == {"rows": count}:
                return
            break
        yield data
    raise StorageError("backup_unreadable", f"{path} is not a whole backup of this program.")
