"""The connections to the database: a piece of work is one function over a connection, run in a thread.

SQLite has one writer: the works that wait for it are done together in one transaction, each behind a savepoint, and
cost one sync to disk. PostgreSQL has a few writers side by side. So no lock of the database is held while the event
loop does something else.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar
from urllib.parse import unquote_to_bytes

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError

from noretreat.storage.texts import Unstorable

T = TypeVar("T")
Work: TypeAlias = Callable[[sa.Connection], T]
"""One transaction. It may be run again from its start, so it changes nothing but the store."""

CHANNEL: Final = "noretreat"
"""The channel on which the processes of a site talk to each other (PostgreSQL)."""
READERS: Final = 4
WRITERS: Final = 6
"""Threads that write to PostgreSQL; SQLite has one."""
WAITS, MIGRATING_WAITS = 5_000, 120_000
"""Milliseconds that SQLite waits for a lock: in a write, and in a migration."""
TOGETHER: Final = 64
"""The most pieces of work in one transaction of SQLite."""
CONNECTING: Final = 10
"""Seconds in which PostgreSQL has to take a connection, ..."""
ANSWERING: Final = 20.0
"""... and to do one piece of work. After that its result is not waited for, also where the server hangs and so can
end nothing itself, ..."""
STATEMENT: Final = 15_000
"""... but first the server ends a statement by itself, or stops to wait for a lock, after so many milliseconds."""
SILENT: Final = 30
"""Seconds after which a line counts as dead whose other end is silent."""
_LINE: Final = {
    "connect_timeout": CONNECTING,
    "keepalives_idle": SILENT,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": SILENT * 1000,
}
"""Settings of a connection to PostgreSQL that its address does not make itself."""
ATTEMPTS: Final = 4
"""How often a transaction is tried if another one inserts the same row at the same time."""


_NOTIFY: Final = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("payload")))


class StorageError(Exception):
    """The store refused and nothing has changed; `code` is stable, the text is for the reader."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Conflict(StorageError):
    """Another server on the same store has moved the game on."""


class Collision(Conflict):
    """Somebody has inserted the same row at the same time."""


def notify(connection: sa.Connection, payload: str) -> None:
    """Tells the other processes of a site something once the transaction is stored (PostgreSQL)."""
    connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


class _Job(Generic[T]):
    """A transaction that waits for the writer of SQLite, and its future."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.future: Future[T] = Future()
        self.done: T | None = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Resolves the future."""
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.done)  # type: ignore[arg-type]


class ConnectionPool:
    """The connections to one database, and the threads that use them."""

    def __init__(self, url: str, *, lost: Callable[[], None] = lambda: None) -> None:
        """`lost` is called when the file of the store has disappeared: nothing written from then on is kept."""
        self.url = driven(url)
        self.sqlite = self.url.drivername == "sqlite"
        line = {} if self.sqlite else line_of(self.url)
        # Errors go to the log, and what is stored does not belong there.
        self.engine = self._reader = sa.create_engine(
            self.url, pool_size=READERS + WRITERS, max_overflow=2, hide_parameters=True, connect_args=line
        )
        self._file: Path | None = None
        self._glance: sqlite3.Connection | None = None
        self._lost, self._identity = lost, (0, 0)
        if self.sqlite:
            _prepare_sqlite(self.engine)
            self._file = _file_of(self.engine)
        else:  # a query alone needs no transaction, which PostgreSQL would be asked to begin and to end
            self._reader = sa.create_engine(
                self.url, pool_size=READERS, isolation_level="AUTOCOMMIT", hide_parameters=True, connect_args=line
            )
            for engine in (self.engine, self._reader):
                _bound(engine)
        self._waiting: deque[_Job[Any]] = deque()
        self._asked = 0
        """Pieces of work that wait or run."""
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writers = ThreadPoolExecutor(1 if self.sqlite else WRITERS, thread_name_prefix="writer")

    async def read(self, work: Work[T]) -> T:
        """Runs `work`, which makes one query: several may see different moments. Raises `StorageError`."""
        return await self._in_time(self._readers.submit(self._read, work))

    def rows_at_once(self, query: sa.Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]] | None:
        """The rows that a small query by a key returns, asked for without a thread; None if it has to be asked in one.

        SQLite alone answers so, in some microseconds: its readers wait for nobody, and to wake a thread costs forty
        times as much.
        """
        if self._identity == (0, 0) or self._found() != self._identity:
            return None
        try:
            if self._glance is None:
                self._glance = _glancing(self.url, self._file)
            text, names, told = _as_text(query, self.engine.dialect)
            rows = self._glance.execute(text, [values[name] for name in names])
            pairs = (zip(told, row, strict=True) for row in rows)
            return [tuple([cell if tell is None else tell(cell) for tell, cell in pair]) for pair in pairs]
        except sqlite3.Error:  # whoever asks in a thread waits, or is told what it is
            return None

    async def read_consistently(self, work: Work[T]) -> T:
        """Runs `work` with any number of queries on one consistent snapshot; raises `StorageError`."""
        return await self._counted(self._readers.submit(self._read_consistently, work))

    async def write(self, work: Work[T]) -> T:
        """Runs `work`; returns its result once all it wrote is on disk. Raises `StorageError`, and then nothing is."""
        if not self.sqlite:
            return await self._in_time(self._writers.submit(self._patiently, work))
        job = _Job(work)
        self._waiting.append(job)
        self._writers.submit(self._write_together)
        return await self._counted(job.future)

    async def migrate(self, work: Work[T]) -> T:
        """One transaction that may alter tables, whatever refers to them."""
        return await asyncio.wrap_future(self._writers.submit(self._alone, work, migrating=True))

    async def _in_time(self, work: Future[T]) -> T:
        """The result of a piece of work that PostgreSQL does within `ANSWERING` seconds.

        What is not done by then may be stored nevertheless, as with any answer that does not come: whoever goes on
        finds out by compare-and-set.
        """
        if self.sqlite:
            return await self._counted(work)
        try:
            return await asyncio.wait_for(self._counted(work), ANSWERING)
        except TimeoutError:
            raise StorageError("storage_unreachable", "The database does not answer.") from None

    async def _counted(self, work: Future[T]) -> T:
        """The result of a piece of work; meanwhile it counts."""
        self._asked += 1
        try:
            return await asyncio.wrap_future(work)
        finally:
            self._asked -= 1

    def connections(self) -> dict[str, int]:
        """The connections: `open`, `busy`, the `most` there can be, and pieces of work `waiting` for one."""
        pools = {id(engine.pool): engine.pool for engine in (self.engine, self._reader)}.values()
        queues = [pool for pool in pools if isinstance(pool, sa.QueuePool)]
        busy = sum(pool.checkedout() for pool in queues)
        return {
            "open": busy + sum(pool.checkedin() for pool in queues),
            "busy": busy,
            "most": READERS + (1 if self.sqlite else WRITERS),
            "waiting": max(0, self._asked - busy),
        }

    async def close(self) -> None:
        """Closes all connections once running work is done."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._identity = (0, 0)
        if self._glance is not None:
            self._glance.close()
        self._writers.shutdown(wait=True)
        self._readers.shutdown(wait=True)
        self._reader.dispose()
        self.engine.dispose()

    # --- in the threads --------------------------------------------------------------------------------------
    def _read(self, work: Work[T]) -> T:
        def once(_: Callable[[], None]) -> T:
            self._check_file()
            with self._reader.connect() as connection:
                return work(connection.execution_options(reading=True))

        with translated():
            return _on_a_line(once)

    def _read_consistently(self, work: Work[T]) -> T:
        def once(_: Callable[[], None]) -> T:
            with self.engine.connect().execution_options(reading=True) as connection:
                if not self.sqlite:
                    connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
                    connection.execute(_UNBOUND)
                return work(connection)

        with translated():
            return _on_a_line(once)

    def _alone(self, work: Work[T], *, migrating: bool = False) -> T:
        """Runs a piece of work in a transaction of its own."""

        def once(done: Callable[[], None]) -> T:
            engine = self.engine.execution_options(migrating=True) if migrating else self.engine
            with engine.begin() as connection:
                self._check_file()
                if migrating and not self.sqlite:
                    connection.execute(_UNBOUND)
                result = work(connection)
                done()
            return result

        with translated():
            return _on_a_line(once)

    def _patiently(self, work: Work[T]) -> T:
        """Runs a piece of work alone, and again if another transaction has inserted the same row: then it sees it."""
        for _ in range(ATTEMPTS - 1):
            with contextlib.suppress(Collision):
                return self._alone(work)
        return self._alone(work)

    def _write_together(self) -> None:
        """Runs all waiting work in one transaction; if that fails, piece by piece."""
        jobs: list[_Job[Any]] = []
        while self._waiting and len(jobs) < TOGETHER:
            job = self._waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                jobs.append(job)
        together = len(jobs) > 1 and self._all_in_one(jobs)
        for job in jobs:
            if not together:
                self._run_alone(job)
            job.settle()

    def _run_alone(self, job: _Job[Any]) -> None:
        """Runs one waiting piece of work."""
        job.done = job.error = None
        try:
            job.done = self._alone(job.work)
        except Exception as error:
            job.error = error

    def _all_in_one(self, jobs: Sequence[_Job[Any]]) -> bool:
        """Runs several pieces of work in one transaction; a conflict in one does not affect the others. False if
        nothing was stored.
        """
        try:
            with translated(), self.engine.begin() as connection:
                self._check_file()
                for job in jobs:
                    try:
                        with translated(), connection.begin_nested():
                            job.done = job.work(connection)
                    except Conflict as conflict:
                        job.error = conflict
        except Exception:  # whoever it was that failed: each is told of its own failure
            return False
        return True

    # --- the file of SQLite ----------------------------------------------------------------------------------
    def remember_file(self) -> None:
        """Records the identity of the store's file."""
        self._identity = self._found()

    def _found(self) -> tuple[int, int]:
        """The identity of the store's file: device and inode; zeros if it is gone."""
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


def _on_a_line(once: Callable[[Callable[[], None]], T]) -> T:
    """The result of a piece of work, on a new connection if its own turns out to be closed: a restarted database
    has closed those of old. The work says when it is done: a commit that was not answered is not tried again.
    """
    finished: list[None] = []
    try:
        return once(lambda: finished.append(None))
    except DBAPIError as error:
        if finished or not error.connection_invalidated:
            raise
    return once(lambda: None)


def _glancing(url: sa.URL, file: Path | None) -> sqlite3.Connection:
    """A connection that reads and never waits. It is used by the event loop alone, and closed by whoever closes it."""
    assert file is not None
    uri = "uri" in url.query
    found = sqlite3.connect(url.database if uri and url.database else file, 0, uri=uri, check_same_thread=False)
    found.isolation_level = None
    found.execute("PRAGMA query_only=ON")
    return found


_Told: TypeAlias = Callable[[Any], Any]
"""Makes the value of a column of what SQLite has."""


@lru_cache(maxsize=64)
def _as_text(query: sa.Select[Any], dialect: sa.Dialect) -> tuple[str, list[str], list[_Told | None]]:
    """A query as SQLite reads it, the names of the values in its holes, and what makes the value of each column."""
    compiled: Any = query.compile(dialect=dialect)
    told: list[Any] = [
        column.type.dialect_impl(dialect).result_processor(dialect, None) for column in query.selected_columns
    ]
    return str(compiled), list(compiled.positiontup or ()), told


def driven(url: str) -> sa.URL:
    """A database's address, with the driver that this program uses.

    The name of a file is read as in any URL: `%3F` is a question mark; one that stands for itself begins the options.
    """
    parsed = sa.make_url(url)
    system = parsed.drivername.partition("+")[0]
    if system == "sqlite" and parsed.database:
        file = url.partition(":///")[2].partition("?")[0]  # SQLAlchemy leaves it as it is before its version 2.1
        parsed = parsed.set(database=os.fsdecode(unquote_to_bytes(file)))
    return parsed.set(drivername="postgresql+psycopg" if system.startswith("postgres") else system)


def line_of(url: sa.URL) -> dict[str, int]:
    """The settings of a connection to PostgreSQL that its address leaves open."""
    return {name: value for name, value in _LINE.items() if name not in url.query}


_UNBOUND: Final = sa.text("SET LOCAL statement_timeout = 0")
"""For what may take long: a backup, a migration."""


def _bound(engine: sa.Engine) -> None:
    """Has PostgreSQL end what takes too long."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SET statement_timeout = {STATEMENT}; SET lock_timeout = {STATEMENT}; "
                f"SET idle_in_transaction_session_timeout = {4 * STATEMENT}"
            )
        connection.commit()


def _file_of(engine: sa.Engine) -> Path | None:
    """The file of a SQLite store; None for one in memory."""
    name = engine.url.database or ""
    if "uri" in engine.url.query:
        name = name.removeprefix("file:").partition("?")[0]
    return Path(name) if name not in ("", ":memory:") else None


def _prepare_sqlite(engine: sa.Engine) -> None:
    """Sets up SQLite: write-ahead log, every commit synced to disk, foreign keys, explicit transactions."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver would begin on its own, later and as a reader
        cursor = connection.cursor()
        with contextlib.suppress(sqlite3.OperationalError):  # a read-only file keeps its mode
            cursor.execute("PRAGMA journal_mode=WAL")
        for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={WAITS}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        migrating = options.get("migrating", False)
        if connection.info.get("migrating", False) != migrating:
            # An altered table is copied and dropped, which must not delete the rows that refer to it.
            connection.exec_driver_sql(f"PRAGMA foreign_keys={'OFF' if migrating else 'ON'}")
            # Whoever opens the store meanwhile waits until it is brought up to date.
            connection.exec_driver_sql(f"PRAGMA busy_timeout={MIGRATING_WAITS if migrating else WAITS}")
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
    ("57014", "storage_busy", "The database took too long."),
    ("55P03", "storage_busy", "The database took too long."),
    ("42501", "storage_forbidden", "The database does not let its user do that; make it the owner of the database."),
    ("57P", "storage_unreachable", "The database has closed the connection."),
    ("53100", "storage_full", "The disk of the database is full: the move was not stored."),
    ("25006", "storage_read_only", "The database is read-only: nothing can be stored."),
)


_LOGIN: Final = r"password authentication failed|no password supplied|authentication failed|no pg_hba\.conf entry"
_REFUSED: Final = (
    (_LOGIN, "storage_login", "The database refuses the user or the password"),
    ("database .* does not exist", "storage_missing", "There is no such database"),
    ("role .* does not exist", "storage_login", "The database does not know the user"),
    ("permission denied for database|not permitted to log in", "storage_forbidden", "The database keeps the user out"),
)
"""Why PostgreSQL refuses a connection, in its own words (libpq hands on no code), and in ours."""


def _no_connection(why: str) -> StorageError:
    """The error for a connection that was not made; of several attempts, one for each address, the last one counts."""
    said = " ".join(why.split("\n", 1)[0].split())
    for pattern, code, text in _REFUSED:
        if re.search(pattern, why):
            return StorageError(code, f"{text}: {said}")
    return StorageError("storage_unreachable", f"The database cannot be reached: {said}")


_NO_TEXT: Final = "The database takes no such text."


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turns the driver's errors into `StorageError`."""
    try:
        yield
    except IntegrityError as error:
        raise Collision("storage_conflict", "The game was moved on by another program at the same time.") from error
    except DBAPIError as error:
        raise _storage_error(error) from error
    except sa.exc.StatementError as error:
        if not isinstance(error.orig, (Unstorable, UnicodeEncodeError)):
            raise
        raise StorageError("storage_refused", _NO_TEXT) from error
    except (Unstorable, UnicodeEncodeError) as error:  # the latter: half of a sign, which is no text
        raise StorageError("storage_refused", _NO_TEXT) from error
    except OSError as error:
        raise StorageError("storage_unreachable", f"The games cannot be reached: {error}") from error


def _storage_error(error: DBAPIError) -> StorageError:
    """The clearest `StorageError` for an error of the driver."""
    if isinstance(error, sa.exc.DataError):
        return StorageError("storage_refused", _NO_TEXT)
    name = str(getattr(error.orig, "sqlite_errorname", "") or getattr(error.orig, "sqlstate", "") or "")
    for prefix, code, text in _REASONS:
        if name.startswith(prefix):
            return StorageError(code, text)
    if not name and isinstance(error, sa.exc.OperationalError):  # psycopg, where there is no connection
        return _no_connection(str(error.orig))
    return StorageError("storage_failed", f"The games could not be read or written: {error.orig}")
