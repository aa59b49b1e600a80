"""The database of the server, SQLite or PostgreSQL with the same code: opening it, and transactions on it.

What the tables hold is up to the stores beside this module, one for each kind of thing. Every call of a store is one
transaction, on disk before the response is sent: killing the server loses only the request in flight.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from platformdirs import user_data_dir
from sqlalchemy.schema import CreateTable

from noretreat.storage.engine import Conflict as Conflict
from noretreat.storage.engine import ConnectionPool, Work, line_of
from noretreat.storage.engine import StorageError as StorageError
from noretreat.storage.rows import R, record_of
from noretreat.storage.tables import FIRST, META, METADATA, REVISION

T = TypeVar("T")

_FIRST_TABLES: Final = {"meta", "game", "seat", "step", "snapshot"}
"""The tables that identify a store of this program."""

_RECORD: Final = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's record of a store's version."""

CHECKED_AT_START: Final = 512 * 1024 * 1024
"""A SQLite store of up to this many bytes is checked completely when a server starts, in a few seconds; a larger one
only by each backup, so that the server starts just as fast."""

_LOCK: Final = 0x6E6F7265
"""The advisory lock (PostgreSQL) under which a store is migrated."""


def default_folder() -> Path:
    """The default folder of this user's games."""
    return Path(user_data_dir("noretreat", appauthor=False))


def url_of(folder: Path) -> str:
    """The database inside a data folder, as a URL that `engine.driven` reads, whatever the folder is called."""
    return f"sqlite:///{quote(os.fsencode(folder / 'games.db'))}"


class Database:
    """A database and transactions on it. Every method is one transaction."""

    def __init__(self, url: str, *, lost: Callable[[], None] = lambda: None) -> None:
        """`lost` is called when the file of the store has disappeared: nothing written from then on is kept."""
        self._pool = ConnectionPool(url, lost=lost)
        self.shared = not self._pool.sqlite
        """Several processes can hear each other over this store."""
        self.process = secrets.token_hex(6)
        """A random name of this process, by which it recognizes its own messages."""
        self.people = 0
        """How often this process has changed how a player is shown."""
        self.mark = ""
        """A random name of this store, made when it was: part of the cookie's name."""

    @property
    def dsn(self) -> str:
        """The address of a PostgreSQL store, as its own library reads it."""
        return self._pool.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @property
    def line(self) -> dict[str, int]:
        """The settings of one more connection to a PostgreSQL store."""
        return line_of(self._pool.url)

    async def open_as_it_is(self) -> None:
        """Opens a store of this version, and changes nothing: for what only looks at one.

        Raises `StorageError` for a store of another version, or one that is empty.
        """
        revision = await self.read(_revision)
        if revision != REVISION:
            raise _behind(revision)
        await self._opened()

    async def open(self, mark: str, *, migrating: bool = True) -> None:
        """Brings the tables up to date, even if others open the store at the same time; `mark` becomes the name of a
        new store. Without `migrating` an older store is refused.

        Raises `StorageError` if a newer version, one before 0.1.0, or another program made the store. If there is
        nothing to do it only reads, because the disk may be read-only.
        """
        revision = await self.read(_revision)
        if revision and revision != REVISION and not migrating:
            raise _behind(revision)
        if revision != REVISION:
            await self._pool.migrate(lambda connection: _migrate(connection, mark))
        await self._opened()

    async def revision(self) -> str:
        """The version of the tables; empty for a store that is."""
        return await self.read(_revision)

    async def _opened(self) -> None:
        self.mark = await self.scalar(sa.select(META.c.value).where(META.c.key == "mark")) or ""
        self._pool.remember_file()

    async def fill(self, work: Work[T]) -> T:
        """Runs a function that makes and fills the tables of a store, completely or not at all; returns its result."""
        return await self._pool.migrate(work)

    async def read_consistently(self, work: Work[T]) -> T:
        """Runs a function with any number of queries on one consistent snapshot; raises `StorageError`."""
        return await self._pool.read_consistently(work)

    def connections(self) -> dict[str, int]:
        """The connections of this process: `open`, `busy`, the `most` there can be, and work `waiting` for one."""
        return self._pool.connections()

    async def alive(self) -> None:
        """Checks that the database answers; raises `StorageError` if not."""
        await self.scalar(sa.select(META.c.key).limit(1))

    async def examine(self) -> None:
        """Checks the whole store, or one row of each table of a large one; raises `StorageError` if a table is damaged
        or not as it should be.
        """
        await self.read(_examine)

    async def close(self) -> None:
        """Closes the store."""
        await self._pool.close()

    def rows_at_once(self, query: sa.Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]] | None:
        """The rows of a small query without waiting for a thread; None if it has to be `read` (`engine.py`)."""
        return self._pool.rows_at_once(query, values)

    async def few(self, query: sa.Select[Any], values: Mapping[str, Any]) -> Sequence[tuple[Any, ...]]:
        """The rows of a small query by a key: without waiting for a thread where that can be."""
        at_once = self.rows_at_once(query, values)
        if at_once is not None:
            return at_once
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query, values)])

    # --- transactions ----------------------------------------------------------------------------------------
    async def read(self, work: Work[T]) -> T:
        """Runs a function that reads, and returns its result; raises `StorageError`."""
        return await self._pool.read(work)

    async def write(self, work: Work[T]) -> T:
        """Runs a function in a transaction; returns its result once all it wrote is on disk. It may be run again, so it
        must change nothing but the store. Raises `StorageError`, and then nothing has changed.
        """
        return await self._pool.write(work)

    async def change(self, statement: sa.Update | sa.Delete) -> int:
        """Executes an update or a delete; returns the number of rows affected."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)

    async def rows(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        """The rows that a query returns."""
        return await self.read(lambda connection: list(connection.execute(query)))

    async def scalars(self, query: sa.Select[Any]) -> list[Any]:
        """The first column of the rows that a query returns."""
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def scalar(self, query: sa.Select[Any]) -> Any:
        """The first column of the first row that a query returns; None if there is none."""
        return await self.read(lambda connection: connection.scalar(query))

    async def records(self, kind: type[R], query: sa.Select[Any]) -> list[R]:
        """The records that a query returns."""
        return [record_of(kind, row) for row in await self.rows(query)]

    async def record(self, kind: type[R], query: sa.Select[Any]) -> R | None:
        """The first record that a query returns."""
        found = await self.records(kind, query)
        return found[0] if found else None


def _behind(revision: str) -> StorageError:
    """The refusal of a store that lacks migrations, or everything."""
    if not revision:
        return StorageError("storage_empty", "The database is empty: there are no games in it.")
    wanted = f"the tables are those of version {revision}, and this program needs {REVISION}"
    return StorageError(
        "storage_behind",
        f"The games were stored by an older version of this program ({wanted}): make a backup with that one, then run "
        "`noretreat migrate`.",
    )


def _revision(connection: sa.Connection) -> str:
    """The last migration applied to a store; empty if the store is. Raises `StorageError` (`open`)."""
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return ""
    if not tables >= _FIRST_TABLES:
        raise StorageError("storage_foreign", "The database belongs to another program: it holds no games of this one.")
    revision = str(connection.scalar(sa.select(_RECORD.c.version_num))) if _RECORD.name in tables else ""
    if revision < FIRST:
        raise StorageError("storage_older", "The games were stored before version 0.1.0, which cannot read them.")
    if revision > REVISION:
        raise StorageError("storage_newer", "The games were stored by a newer version of this program; update it.")
    return revision


def _migrate(connection: sa.Connection, mark: str) -> None:
    """Makes the tables of a new store, or runs all migrations that an old one lacks, or nothing, once no other process
    is doing the same.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    revision = _revision(connection)
    if not revision:
        METADATA.create_all(connection, checkfirst=False)
        connection.execute(CreateTable(_RECORD))
        connection.execute(_RECORD.insert(), {"version_num": REVISION})
        connection.execute(META.insert(), {"key": "mark", "value": mark})
    elif revision != REVISION:
        from noretreat.storage.migrations import migrate  # Alembic is slow to load and seldom needed

        migrate(connection, revision)


def _examine(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite" and _size(connection) <= CHECKED_AT_START:
        said = connection.scalar(sa.text("PRAGMA quick_check(1)"))
        if said != "ok":
            raise StorageError("storage_damaged", f"The games file is damaged: {said}")
    for table in METADATA.sorted_tables:
        connection.execute(table.select().limit(1))


def _size(connection: sa.Connection) -> int:
    """The bytes of a SQLite store."""
    pages, each = (connection.scalar(sa.text(f"PRAGMA {name}")) or 0 for name in ("page_count", "page_size"))
    return int(pages) * int(each)
