"""Backups: the whole store as compressed JSON lines, the same from SQLite and PostgreSQL and into either of them.

The first line says which version of the tables it was made of, the last one how many rows there are: half a file is not
taken for a whole one. A backup is a look at one moment, however much is played meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import io
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database, StorageError
from noretreat.storage.tables import FIRST, METADATA, REVISION
from noretreat.storage.texts import storable

MANY: Final = 2_000
"""Rows that are read or written at a time."""
PACKED: Final = 4
"""How hard a backup is packed, of 9: from here on it takes much longer and becomes little smaller."""
SHORT: Final = 200
"""Bytes in which the last line has room."""
BLOCK: Final = 1 << 20
"""Bytes that are packed or unpacked at a time."""
BEHIND: Final = 4
"""Pieces that wait to be packed, at most."""
AT_A_TIME: Final = 200
"""Rows that are read from SQLite at a time: they stay in the processor's cache until they are packed."""
_TRUTH: Final = {None: None, 0: False, 1: True}


class Head(msgspec.Struct, frozen=True, tag="noretreat-backup", tag_field="format"):
    """The first line: the version of the tables, and the columns of each, in the order in which they are filled."""

    revision: str
    tables: dict[str, list[str]]


async def write_backup(database: Database, path: Path) -> int:
    """Writes a backup of an open store; returns the number of rows. Raises `OSError` and `StorageError`."""
    part = path.with_name(f"{path.name}.part")
    try:
        # It holds addresses and sessions: nobody but its owner reads it.
        with open(part, "wb", opener=_for_its_owner) as raw, _Packed(raw) as file:
            rows = await database.read_consistently(lambda connection: _write(connection, file))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class _Packed:
    """A file that is packed by gzip beside whoever writes it: piece by piece, which unpacks like a single one."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw, self._piece, self._size = raw, [b""], 0
        self._packer = ThreadPoolExecutor(1, thread_name_prefix="packer")
        self._packing: deque[Future[bytes]] = deque()

    def __enter__(self) -> _Packed:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._pack()
                self._write_down_to(0)
        finally:
            self._packer.shutdown(cancel_futures=True)

    def write(self, data: bytes) -> None:
        """Takes some bytes; raises `OSError` if the file cannot be written."""
        self._piece.append(data)
        self._size += len(data)
        if self._size >= BLOCK:
            self._pack()
            self._write_down_to(BEHIND)

    def _pack(self) -> None:
        self._packing.append(self._packer.submit(gzip.compress, b"".join(self._piece), PACKED, mtime=0))
        self._piece, self._size = [], 0

    def _write_down_to(self, left: int) -> None:
        while len(self._packing) > left:
            self._raw.write(self._packing.popleft().result())


def _write(connection: sa.Connection, file: _Packed) -> int:
    encode, count = msgspec.json.Encoder().encode, 0
    encode_lines = msgspec.json.Encoder().encode_lines
    tables = {str(table.name): [str(column.name) for column in table.columns] for table in METADATA.sorted_tables}
    file.write(encode(Head(REVISION, tables)) + b"\n")
    for table in METADATA.sorted_tables:
        for part in _parts(connection, table):
            file.write(encode_lines(part))
            count += len(part)
    file.write(encode({"rows": count}) + b"\n")
    return count


def _parts(connection: sa.Connection, table: sa.Table) -> Iterator[Sequence[Sequence[Any]]]:
    """The rows of a table, some at a time, each after the name of the table.

    They are taken as the drivers have them, because the way through the library takes longer than the reading. Only
    truth values of SQLite are numbers there.
    """
    named = sa.select(sa.literal_column(f"'{table.name}'").label("of_table"), *table.columns)
    query, error_of_driver = str(named.compile(connection)), connection.dialect.loaded_dbapi.Error
    try:
        if connection.dialect.name == "sqlite":  # by way of the library, which begins the transaction
            yield from _parts_of_sqlite(connection.exec_driver_sql(query).cursor, table)
        else:
            line: Any = connection.connection.driver_connection
            with line.cursor(f"backup_{table.name}") as cursor:
                cursor.execute(query)
                while rows := cursor.fetchmany(MANY):
                    yield rows
    except error_of_driver as error:
        raise sa.exc.DBAPIError.instance(query, None, error, error_of_driver, hide_parameters=True) from error


def _parts_of_sqlite(cursor: Any, table: sa.Table) -> Iterator[Sequence[Sequence[Any]]]:
    truths = [place for place, column in enumerate(table.columns, 1) if isinstance(column.type, sa.Boolean)]
    while rows := cursor.fetchmany(AT_A_TIME):
        if truths:
            rows = list(map(list, rows))
            for row in rows:
                for place in truths:
                    row[place] = _TRUTH.get(row[place], True)
        yield rows


class Row(NamedTuple):
    """A row of a backup, and the line on which it stands."""

    line: int
    table: str
    columns: list[str]
    cells: Sequence[Any]

    def name(self) -> str:
        """The table and key of the row."""
        known, values = METADATA.tables.get(self.table), dict(zip(self.columns, self.cells, strict=True))
        keys = [] if known is None else [str(column.name) for column in known.primary_key]
        return " ".join([self.table, *(f"{key}={values[key]!r}" for key in keys if key in values)])


class Faults:
    """Handles rows that the database does not take: the first one ends the restore, or each is reported."""

    def __init__(self, path: Path, told: Callable[[str], None] | None) -> None:
        self._path, self._told = path, told
        self.found = False

    def note(self, row: Row | int, why: str) -> None:
        """Reports a faulty row or line; raises `StorageError` unless faults are tolerated."""
        place = f"line {row}" if isinstance(row, int) else f"line {row.line}, {row.name()}"
        self.found = True
        self.tell(f"{place}: {why}")

    def tell(self, words: str) -> None:
        """Reports a fault of the file; raises `StorageError` unless faults are tolerated."""
        words = f"{self._path}, {words}"
        if self._told is None:
            raise StorageError("backup_row", words)
        self._told(words)


def verify_backup(path: Path) -> int:
    """Reads a whole backup, with the checksum at its end, and returns its number of rows; it opens no database.

    Raises `OSError`, and `StorageError` for a file that is no backup, that is not whole, or of which a bit has changed.
    """
    with _opened(path) as file:
        _head(file, path)
    count, last = _counted(path)
    try:
        end = msgspec.json.decode(last)
    except (msgspec.DecodeError, UnicodeDecodeError):
        end = None
    if end != {"rows": count}:
        raise _not_whole(path)
    return count


def _counted(path: Path) -> tuple[int, bytes]:
    """The number of lines between the first and the last, and the last one, which is short."""
    count, tail = 0, b""
    with _opened(path) as file:
        while block := file.read(BLOCK):
            count += block.count(b"\n")
            tail = (tail + block)[-SHORT:]
    if tail.endswith(b"\n"):
        count, tail = count - 1, tail[:-1]
    return count - 1, tail.rpartition(b"\n")[2]


async def restore_backup(database: Database, path: Path, told: Callable[[str], None] | None = None) -> int:
    """Fills an empty store from a backup, and brings its tables up to date; returns the number of rows.

    A row that the database does not take ends it; or `told` is told of it, and it goes on: without the row, or where a
    text has signs that no database takes, without the signs. Raises `OSError`, and `StorageError` for such a row, for a
    file that is no backup or not whole, and for a store that is not empty: nothing has changed then. The whole file is
    read first, so that no row of a damaged one is taken for what it was.
    """
    try:
        await asyncio.to_thread(verify_backup, path)
    except StorageError as error:
        if told is None or error.code != "backup_damaged":
            raise
        told(str(error))
    return await database.fill(lambda connection: _restore(connection, path, Faults(path, told)))


def _restore(connection: sa.Connection, path: Path, faults: Faults) -> int:
    from noretreat.storage.migrations import migrate

    if sa.inspect(connection).get_table_names():
        raise StorageError("storage_not_empty", "The database is not empty: a backup goes into a new one.")
    with _opened(path) as lines:
        head = _head(lines, path)
        if head.revision < FIRST:
            raise StorageError("storage_older", "The backup was made before version 0.1.0, which cannot read it.")
        if head.revision > REVISION:
            raise StorageError("storage_newer", "The backup was made by a newer version of this program; update it.")
        migrate(connection, "", head.revision)
        connection.execute(METADATA.tables["meta"].delete())
        count = 0
        for name, rows in groupby(_rows(lines, path, head, faults), key=lambda row: row.table):
            table = sa.table(name, *map(sa.column, head.tables[name]))
            while many := list(islice(rows, MANY)):
                count += _insert(connection, table, many, faults)
    if faults.found:
        count -= _drop_orphans(connection, faults)
    migrate(connection, head.revision)
    return count


def _insert(connection: sa.Connection, table: sa.TableClause, rows: list[Row], faults: Faults) -> int:
    """Inserts rows, all together or one after the other; returns how many the database has taken."""
    try:
        with connection.begin_nested():
            _insert_all(connection, table, [row.cells for row in rows])
    except (sa.exc.StatementError, connection.dialect.loaded_dbapi.Error, OverflowError, UnicodeError) as error:
        if isinstance(error, sa.exc.OperationalError):  # it is not the row that fails
            raise
        if len(rows) > 1:
            return sum(_insert(connection, table, [row], faults) for row in rows)
        faults.note(rows[0], str(getattr(error, "orig", None) or error).partition("\n")[0])
        return 0
    return len(rows)


def _insert_all(connection: sa.Connection, table: sa.TableClause, rows: list[Sequence[Any]]) -> None:
    """Inserts rows as the driver does it fastest; a single one as SQL, which says best what is wrong with it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(str(table.insert().compile(connection)), [tuple(row) for row in rows])
    elif len(rows) == 1:
        columns = [column.name for column in table.columns]
        connection.execute(table.insert(), dict(zip(columns, rows[0], strict=True)))
    else:
        quoted = connection.dialect.identifier_preparer.quote
        columns = [quoted(column.name) for column in table.columns]
        line: Any = connection.connection.driver_connection
        with (
            line.cursor() as cursor,
            cursor.copy(f"COPY {quoted(table.name)} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)


def _drop_orphans(connection: sa.Connection, faults: Faults) -> int:
    """Drops what belonged to rows that were left out; returns how many. SQLite does not look for that by itself."""
    if connection.dialect.name != "sqlite":
        return 0
    dropped = 0
    while orphans := {(row[0], row[1]) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")}:
        for name, number in orphans:
            connection.execute(sa.text(f'DELETE FROM "{name}" WHERE rowid = :number'), {"number": number})
        dropped += len(orphans)
    if dropped:
        faults.tell(f"{dropped:,} rows that belonged to others which were left out: they are left out as well")
    return dropped


def _head(lines: Iterable[bytes], path: Path) -> Head:
    try:
        return msgspec.json.decode(next(iter(lines)), type=Head)
    except (StopIteration, msgspec.MsgspecError, UnicodeDecodeError):
        raise StorageError("backup_unreadable", f"{path} is not a backup of this program.") from None


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[io.BufferedReader]:
    """A backup, to be read; raises `StorageError` if it ends too soon, or is not what was written."""
    try:
        with gzip.open(path, "rb") as file:
            yield io.BufferedReader(file, BLOCK)
    except EOFError:
        raise _not_whole(path) from None
    except (gzip.BadGzipFile, zlib.error):
        words = f"{path} is not a backup of this program, or it is damaged: its checksum is wrong."
        raise StorageError("backup_damaged", words) from None


def _not_whole(path: Path) -> StorageError:
    return StorageError("backup_unreadable", f"{path} is not a whole backup of this program.")


def _rows(lines: Iterable[bytes], path: Path, head: Head, faults: Faults) -> Iterator[Row]:
    """The rows, table by table; raises `StorageError` if the file ends before them."""
    for count, line in enumerate(lines):
        number = count + 2
        try:
            data = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            data = None
        if isinstance(data, dict):
            if data == {"rows": count}:
                return
            break
        columns = head.tables.get(str(data[0])) if isinstance(data, list) and data else None
        if columns is None or len(data) != len(columns) + 1:
            faults.note(number, "this is no row")
            continue
        row = Row(number, data[0], columns, data[1:])
        # A sign that no database takes stands there escaped, or is not of ASCII.
        yield row if line.isascii() and b"\\u" not in line else row._replace(cells=_storable(row, faults))
    raise _not_whole(path)


def _storable(row: Row, faults: Faults) -> list[Any]:
    """The cells of a row, without characters that no database takes."""
    kept = [storable(cell) if isinstance(cell, str) else cell for cell in row.cells]
    for column, cell, before in zip(row.columns, kept, row.cells, strict=True):
        if cell != before:
            faults.note(row, f"{column} has signs that no database takes")
    return kept
