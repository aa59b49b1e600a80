"""The server's store: games, seats, log entries and snapshots in SQLite, or in PostgreSQL with the same code.

Every action is one transaction, on disk before the response is sent: killing the server loses only the request in
flight. Every game row also holds the current state, so that opening a game replays nothing.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from platformdirs import user_data_dir
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from noretreat.storage.tables import CHANCE, GAME, META, METADATA, NOTICE, REVISION, SEAT, SNAPSHOT, STEP

_FIRST_TABLES: Final = {"meta", "game", "seat", "step", "snapshot"}
"""A table that every store of ours has had from the beginning."""

_RECORD: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))
"""Where Alembic records the version of a store. Older stores have `meta.schema` instead, which has always been 1."""

_LOCK: Final = 0x6E6F7265
"""The advisory lock (PostgreSQL) under which a store is migrated."""


class StorageError(Exception):
    """The store refused and nothing has changed; `code` is stable, the text is for the reader."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Conflict(StorageError):
    """Another server on the same store has moved the game on."""


class GameRow(msgspec.Struct):
    """A row of the table of games. `state`, `options`, `summary` and `pace` are JSON."""

    id: str
    owner: str
    name: str
    scenario: str
    options: str
    created: str
    updated: str
    ply: int
    rules_version: int
    state: str
    summary: str
    note: str = ""
    pace: str = ""
    """Since when the side to act is waited for, and the clock; empty in games of earlier versions."""
    shared: str = ""
    """`open`: strangers find the game in the lobby, to join or to watch."""


class SeatRow(msgspec.Struct):
    """A seat. `token` and `invite` are hashes, empty if there are none."""

    game: str
    side: str
    kind: str
    name: str = ""
    level: str = ""
    token: str = ""
    invite: str = ""
    claimed: bool = False
    passes: str = ""
    """The card windows that it passes unasked, as JSON; empty for none."""
    away: bool = False
    """Its player has put the game away: it is not among those to play."""
    orders: str = ""
    """What is answered for it unasked, as JSON; empty for nothing."""


class Standing(msgspec.Struct):
    """How a game stands in the store: enough to see whether what is in memory is still the same."""

    ply: int
    updated: str
    name: str
    seats: list[SeatRow]


class EntryRow(msgspec.Struct):
    """One entry of the log; action and events are JSON."""

    game: str
    ply: int
    actor: str
    action: str
    events: str
    ordered: bool = False
    """Played by the standing orders of its side."""


class SnapshotRow(msgspec.Struct):
    """The whole state at `ply`, as JSON."""

    game: str
    ply: int
    rules_version: int
    state: str


class NoticeRow(msgspec.Struct):
    """Something that a player is to be told, and what became of it."""

    id: str
    player: str
    game: str | None
    kind: str
    """`turn`, the weekly `nudge`, or `confirm` for an address."""
    text: str
    """What is asked in the game; the code of a confirmation."""
    mail: str
    """Where a confirmation goes; empty for the player's confirmed address."""
    made: str
    due: str
    state: str = "waiting"
    """`waiting`, `sending`, `sent`, `dropped` or `failed`."""
    claim: str = ""
    """While it is being sent: since when, and by whom."""
    tries: int = 0
    at: str = ""
    """When it was sent, dropped or given up."""


class ChanceRow(msgspec.Struct):
    """The secret that the dice and deals of a game follow from; `seeds` is JSON."""

    game: str
    secret: str
    first: int
    seeds: str


def default_folder() -> Path:
    """The default folder of this user's games."""
    return Path(user_data_dir("noretreat", appauthor=False))


def url_of(folder: Path) -> str:
    """The database inside a data folder, as a URL."""
    return f"sqlite+aiosqlite:///{folder / 'games.db'}"


class Database:
    """The open store. Every method is one transaction."""

    def __init__(self, url: str, *, lost: Callable[[], None] = lambda: None) -> None:
        """`lost` is called when the file of the store is not there any more: nothing that is written now is kept."""
        self.engine: AsyncEngine = create_async_engine(url)
        self._file: Path | None = None
        self._lost, self._identity = lost, (0, 0)
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
            self._file = _file_of(self.engine)
        self.mark = ""
        """A random name of this store, made when it was: part of the cookie's name."""

    async def open(self, mark: str) -> None:
        """Brings the tables up to date, even if others open the store at the same time; `mark` becomes the name of a
        new store.

        Raises `StorageError` if a newer version or another program made the store. If there is nothing to do it only
        reads, because the disk may be read-only.
        """
        with _translated():
            async with self._reading() as connection:
                revision = await connection.run_sync(_revision)
        if revision != REVISION:
            await self._migrate(mark)
        row = await self._first(sa.select(META.c.value).where(META.c.key == "mark"))
        self.mark = row[0] if row else ""
        self._identity = self._found()

    async def examine(self) -> None:
        """Reads the whole store through; raises `StorageError` if a table is damaged or not as it should be."""
        with _translated():
            async with self._reading() as connection:
                if connection.dialect.name == "sqlite":
                    said = await connection.scalar(sa.text("PRAGMA quick_check(1)"))
                    if said != "ok":
                        raise StorageError("storage_damaged", f"The games file is damaged: {said}")
                for table in METADATA.sorted_tables:
                    await connection.execute(table.select().limit(1))

    async def _migrate(self, mark: str) -> None:
        """Runs the migrations that the store lacks, all or none, after any other process that is doing the same."""
        from noretreat.storage.migrations import migrate  # Alembic is slow to load and seldom needed

        with _translated():
            async with self.engine.execution_options(migrating=True).begin() as connection:
                if connection.dialect.name == "postgresql":
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
                revision = await connection.run_sync(_revision)
                if revision != REVISION:
                    await connection.run_sync(migrate, revision)
                if not revision:
                    await connection.execute(META.insert(), {"key": "mark", "value": mark})

    async def close(self) -> None:
        """Closes the store."""
        await self.engine.dispose()

    # --- reading ---------------------------------------------------------------------------------------------
    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""
        row = await self._first(GAME.select().where(GAME.c.id == game))
        return None if row is None else GameRow(*row)

    async def standing(self, game: str) -> Standing | None:
        """What another server may have changed of a game; None if there is no such game."""
        head = (GAME.c.ply, GAME.c.updated, GAME.c.name)
        both = sa.select(*head, *SEAT.columns).join_from(GAME, SEAT, isouter=True).where(GAME.c.id == game)
        rows = await self._all(both.order_by(SEAT.c.side))
        if not rows:
            return None
        seats = [SeatRow(*row[len(head) :]) for row in rows if row[len(head)] is not None]
        ply, updated, name = rows[0][: len(head)]
        return Standing(ply, updated, name, seats)

    async def seats(self, games: Sequence[str]) -> list[SeatRow]:
        """The seats of these games."""
        rows = await self._all(SEAT.select().where(SEAT.c.game.in_(games)).order_by(SEAT.c.game, SEAT.c.side))
        return [SeatRow(*row) for row in rows]

    async def entries(self, game: str) -> list[EntryRow]:
        """The whole log of a game."""
        rows = await self._all(STEP.select().where(STEP.c.game == game).order_by(STEP.c.ply))
        return [EntryRow(*row) for row in rows]

    async def snapshots(self, game: str) -> list[SnapshotRow]:
        """All snapshots of a game, oldest first."""
        rows = await self._all(SNAPSHOT.select().where(SNAPSHOT.c.game == game).order_by(SNAPSHOT.c.ply))
        return [SnapshotRow(*row) for row in rows]

    async def chance(self, game: str) -> ChanceRow | None:
        """The secret of a game's dice and deals; None for a game that has none."""
        row = await self._first(CHANCE.select().where(CHANCE.c.game == game))
        return None if row is None else ChanceRow(*row)

    async def count_of(self, token: str) -> int:
        """How many games a browser owns."""
        row = await self._first(sa.select(sa.func.count()).select_from(GAME).where(GAME.c.owner == token))
        return int(row[0]) if row else 0

    async def games_of(self, token: str, start: int = 0, most: int | None = None) -> list[GameRow]:
        """Games that a browser owns or has a seat in, latest first; without their states. `start` are left out, and
        there are `most` at most.
        """
        mine = sa.select(SEAT.c.game).where(SEAT.c.token == token)
        columns = [column if column.name != "state" else sa.literal("") for column in GAME.columns]
        chosen = sa.select(*columns).where(sa.or_(GAME.c.owner == token, GAME.c.id.in_(mine)))
        rows = await self._all(chosen.order_by(GAME.c.updated.desc(), GAME.c.id).offset(start).limit(most))
        return [GameRow(*row) for row in rows]

    async def shared_games(self, limit: int) -> list[GameRow]:
        """The newest games that strangers find in the lobby; without their states."""
        columns = [column if column.name != "state" else sa.literal("") for column in GAME.columns]
        chosen = sa.select(*columns).where(GAME.c.shared == "open")
        rows = await self._all(chosen.order_by(GAME.c.updated.desc(), GAME.c.id).limit(limit))
        return [GameRow(*row) for row in rows]

    # --- writing ---------------------------------------------------------------------------------------------
    async def create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
    ) -> None:
        """Stores a new game with everything that has happened in it."""
        async with self._transaction() as connection:
            await connection.execute(GAME.insert(), _plain(row))
            await connection.execute(SEAT.insert(), [_plain(seat) for seat in seats])
            await _insert(connection, STEP, entries)
            await _insert(connection, SNAPSHOT, snapshots)
            await _insert(connection, CHANCE, [chance] if chance else [])

    async def append(
        self,
        row: GameRow,
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
        notices: Sequence[NoticeRow] | None = None,
    ) -> None:
        """Stores what was just played; raises `Conflict` if another server has moved the game on, or has taken a seed
        that `chance` lacks. `notices`: those of a hand-over, in the place of any that still wait; None: as before.
        """
        before = row.ply - len(entries)
        async with self._transaction() as connection:
            await _move_on(connection, row, before)
            if chance is not None:
                seeds = await connection.scalar(sa.select(CHANCE.c.seeds).where(CHANCE.c.game == row.id))
                if seeds != chance.seeds:
                    raise Conflict("storage_conflict", "A player added to the dice at the same time.")
            await _insert(connection, STEP, entries)
            await _insert(connection, SNAPSHOT, snapshots)
            await _notify(connection, row, notices)

    async def rewind(self, row: GameRow, before: int, notices: Sequence[NoticeRow] | None = None) -> None:
        """Drops the log entries after `row.ply`; the game was at `before` until now. `notices`: as for `append`."""
        async with self._transaction() as connection:
            await _move_on(connection, row, before)
            for table in (STEP, SNAPSHOT):
                await connection.execute(table.delete().where(table.c.game == row.id, table.c.ply > row.ply))
            await _notify(connection, row, notices)

    async def put_chance(self, row: GameRow, chance: ChanceRow) -> None:
        """Stores the seeds of a game's dice; raises `Conflict` if another server has moved the game on."""
        async with self._transaction() as connection:
            await _move_on(connection, row, row.ply)
            await connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(seeds=chance.seeds))

    async def put_seat(self, before: SeatRow, after: SeatRow) -> None:
        """Stores a changed seat, if it is still as it was `before`; raises `Conflict` if another server has changed
        it.
        """
        same = [SEAT.c[name] == value for name, value in _plain(before).items()]
        async with self._transaction() as connection:
            done = await connection.execute(SEAT.update().where(*same).values(_plain(after)))
            if done.rowcount != 1:
                raise Conflict("storage_conflict", "The seat was changed by another program at the same time.")

    async def set_pace(self, game: str, ply: int, pace: str) -> None:
        """Stores the pace of a game that is still at a ply; raises `Conflict` if another server has moved it on."""
        async with self._transaction() as connection:
            done = await connection.execute(GAME.update().where(GAME.c.id == game, GAME.c.ply == ply).values(pace=pace))
            if done.rowcount != 1:
                raise Conflict("storage_conflict", "The game was moved on by another program at the same time.")

    async def rename(self, game: str, name: str) -> None:
        """Renames a game without changing its place in the list."""
        async with self._transaction() as connection:
            await connection.execute(GAME.update().where(GAME.c.id == game).values(name=name))

    async def delete(self, game: str) -> None:
        """Deletes a game and everything that belongs to it."""
        async with self._transaction() as connection:
            await connection.execute(GAME.delete().where(GAME.c.id == game))

    # --- for the other stores on the same database ---------------------------------------------------------------
    async def rows(self, query: sa.Select[Any]) -> list[Sequence[Any]]:
        """The rows that a query finds."""
        return await self._all(query)

    def writing(self) -> contextlib.AbstractAsyncContextManager[AsyncConnection]:
        """One transaction, while the block lasts."""
        return self._transaction()

    # --- plumbing --------------------------------------------------------------------------------------------
    async def _first(self, query: sa.Select[Any]) -> Sequence[Any] | None:
        rows = await self._all(query)
        return rows[0] if rows else None

    async def _all(self, query: sa.Select[Any]) -> list[Sequence[Any]]:
        with _translated():
            async with self._reading() as connection:
                return [tuple(row) for row in await connection.execute(query)]

    def _found(self) -> tuple[int, int]:
        """What tells the file of the store from any other: device and number; zeros if it is not there."""
        with contextlib.suppress(OSError):
            if self._file is not None:
                found = self._file.stat()
                return found.st_dev, found.st_ino
        return 0, 0

    def _check_file(self) -> None:
        """Raises `StorageError` if the file was removed or replaced: the open one would be written to in vain."""
        if self._identity != (0, 0) and self._found() != self._identity:
            self._lost()
            raise StorageError("storage_gone", "The games file was removed or replaced while the server was running.")

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        self._check_file()
        async with self.engine.connect() as connection:
            yield await connection.execution_options(reading=True)

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        with _translated():
            async with self.engine.begin() as connection:
                self._check_file()
                yield connection


def _file_of(engine: AsyncEngine) -> Path | None:
    """The file of a SQLite store; None for one in memory."""
    name = (engine.url.database or "").removeprefix("file:").partition("?")[0]
    return Path(name) if name not in ("", ":memory:") else None


def _revision(connection: sa.Connection) -> str:
    """The last migration applied to a store; empty if the store is. Raises `StorageError` (`open`)."""
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return ""
    if not tables >= _FIRST_TABLES:
        raise StorageError("storage_foreign", "The database belongs to another program: it holds no games of this one.")
    version = connection.scalar(sa.select(META.c.value).where(META.c.key == "schema")) or ""
    recorded = connection.scalar(sa.select(_RECORD.c.version_num)) if _RECORD.name in tables else None
    revision = recorded or version.zfill(len(REVISION))
    if revision > REVISION:
        raise StorageError("storage_newer", "The games were stored by a newer version of this program; update it.")
    return revision


def _plain(row: msgspec.Struct) -> dict[str, Any]:
    """A row as the values of its columns."""
    return {name: getattr(row, name) for name in row.__struct_fields__}


async def _insert(connection: AsyncConnection, table: sa.Table, rows: Sequence[msgspec.Struct]) -> None:
    if rows:
        await connection.execute(table.insert(), [_plain(row) for row in rows])


async def _notify(connection: AsyncConnection, row: GameRow, notices: Sequence[NoticeRow] | None) -> None:
    """Puts the notices of a hand-over in the place of those of the game that still wait."""
    if notices is None:
        return
    waits = NOTICE.update().where(NOTICE.c.game == row.id, NOTICE.c.state == "waiting")
    await connection.execute(waits.values(state="dropped", at=row.updated))
    await _insert(connection, NOTICE, notices)


async def _move_on(connection: AsyncConnection, row: GameRow, before: int) -> None:
    """Writes the game row, if the game is still at the ply the caller expects."""
    values = _plain(row)
    del values["id"]
    done = await connection.execute(GAME.update().where(GAME.c.id == row.id, GAME.c.ply == before).values(values))
    if done.rowcount != 1:
        raise Conflict("storage_conflict", "The game was moved on by another program at the same time.")


def _prepare_sqlite(engine: AsyncEngine) -> None:
    """Write-ahead log, every commit synced to disk, foreign keys; and transactions that begin when told to."""

    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver would begin on its own, later and as a reader
        cursor = connection.cursor()
        with contextlib.suppress(sqlite3.OperationalError):  # a read-only file keeps its mode
            cursor.execute("PRAGMA journal_mode=WAL")
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        migrating = options.get("migrating", False)
        if connection.info.get("migrating", False) != migrating:
            # An altered table is copied and dropped, which must not delete the rows that refer to it.
            connection.exec_driver_sql(f"PRAGMA foreign_keys={'OFF' if migrating else 'ON'}")
            connection.info["migrating"] = migrating
        connection.exec_driver_sql("BEGIN" if options.get("reading") else "BEGIN IMMEDIATE")


_REASONS: Final = (
    ("SQLITE_FULL", "storage_full", "The disk is full: the move was not stored. Make room and try again."),
    ("SQLITE_READONLY", "storage_read_only", "The games are on a read-only disk or file: nothing can be stored."),
    ("SQLITE_BUSY", "storage_busy", "Another program is writing to the games file. Try again."),
    ("SQLITE_CORRUPT", "storage_damaged", "The games file is damaged."),
    ("SQLITE_NOTADB", "storage_damaged", "The games file is not a database."),
    ("SQLITE_CANTOPEN", "storage_unreachable", "The games file cannot be opened."),
    ("SQLITE_IOERR", "storage_unreachable", "The games file cannot be read or written."),
    ("08", "storage_unreachable", "The database cannot be reached."),
    ("57P", "storage_unreachable", "The database has closed the connection."),
    ("53100", "storage_full", "The disk of the database is full: the move was not stored."),
    ("25006", "storage_read_only", "The database is read-only: nothing can be stored."),
)


@contextlib.contextmanager
def _translated() -> Any:
    """Turns the driver's errors into `StorageError`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("storage_conflict", "The game was moved on by another program at the same time.") from error
    except DBAPIError as error:
        raise _storage_error(error.orig) from error
    except OSError as error:
        raise StorageError("storage_unreachable", f"The games cannot be reached: {error}") from error


def _storage_error(error: BaseException | None) -> StorageError:
    """The clearest `StorageError` for an error of the driver."""
    name = str(getattr(error, "sqlite_errorname", "") or getattr(error, "sqlstate", ""))
    for prefix, code, text in _REASONS:
        if name.startswith(prefix):
            return StorageError(code, text)
    return StorageError("storage_failed", f"The games could not be read or written: {error}")
