"""Transactions on the database: written together, refused alone, and unharmed by each other."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import threading
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgres import Postgres

from noretreat.cli.main import main
from noretreat.storage import engine
from noretreat.storage.database import Conflict, Database, StorageError, url_of
from noretreat.storage.engine import driven
from noretreat.storage.tables import META, METADATA


def with_store(url: str, look: Callable[[Database], Awaitable[Any]]) -> Any:
    """What `look` finds in a new store."""

    async def run() -> Any:
        database = Database(url)
        try:
            await database.open("mark")
            return await look(database)
        finally:
            await database.close()

    return asyncio.run(run())


def put(key: str) -> Callable[[sa.Connection], str]:
    """A work that writes one row."""

    def work(connection: sa.Connection) -> str:
        connection.execute(META.insert(), {"key": key, "value": key})
        return key

    return work


def test_an_address_gets_the_driver_of_this_program() -> None:
    assert driven("postgres://u:p@h:1/d").drivername == "postgresql+psycopg"
    assert driven("postgresql+asyncpg://h/d").drivername == "postgresql+psycopg"
    assert driven("sqlite+aiosqlite:///games.db").render_as_string() == "sqlite:///games.db"


async def keys(database: Database) -> set[str]:
    return {row[0] for row in await database.rows(sa.select(META.c.key))} - {"mark"}


async def held(database: Database, *works: Callable[[sa.Connection], Any]) -> list[Any]:
    """What comes of works that all wait while the writer is at another one."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: sa.Connection) -> None:
        begun.set()
        assert go_on.wait(60)

    first = asyncio.create_task(database.write(slow))
    assert await asyncio.to_thread(begun.wait, 60)
    others = [asyncio.create_task(database.write(work)) for work in works]
    await asyncio.sleep(0)
    go_on.set()
    await first
    return await asyncio.gather(*others, return_exceptions=True)


def test_a_database_that_refuses_says_why(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    """And the command ends with 2: no second try mends that. One that cannot be reached may be back."""
    url, somebody = postgres.new(), f"u{uuid.uuid4().hex}"
    postgres.do(f"CREATE ROLE {somebody} LOGIN")
    parsed = driven(url).set(drivername="postgresql")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=refuse_password, args=(listener,), daemon=True).start()
        wrong = {
            parsed.set(database="nowhere"): (2, 'There is no such database: .*"nowhere" does not exist'),
            parsed.set(username="nobody"): (2, 'The database does not know the user: .*"nobody" does not exist'),
            parsed.set(username=somebody): (2, "The database does not let its user do that"),
            sa.URL.create("postgresql", "anna", "secret", "127.0.0.1", listener.getsockname()[1], "games"): (
                2, "The database refuses the user or the password: .*for user .anna.",
            ),
            sa.URL.create("postgresql", "anna", "secret", "127.0.0.1", 1, "games"): (
                1, "The database cannot be reached: .*refused",
            ),
        }  # fmt: skip
        for address, (code, words) in wrong.items():
            assert main(["serve", "--database-url", address.render_as_string(hide_password=False)]) == code
            said = capsys.readouterr().err
            assert re.search(words, said), said
            assert (said.count("\n"), "secret" in said) == (1, False)
    postgres.drop(url)
    postgres.do(f"DROP ROLE {somebody}")


def refuse_password(listener: socket.socket) -> None:
    """Answers as PostgreSQL does, whatever the password, until the listener is closed."""
    fields = {"S": "FATAL", "V": "FATAL", "C": "28P01", "M": 'password authentication failed for user "anna"'}
    body = b"".join(f"{key}{text}".encode() + b"\0" for key, text in fields.items()) + b"\0"
    # Closing the listener or a line ends this thread.
    with contextlib.suppress(OSError):
        while True:
            line, _ = listener.accept()
            with line:
                if line.recv(1000)[4:8] == b"\x04\xd2\x16\x2f":  # it asks for TLS first
                    line.sendall(b"N")
                    line.recv(1000)
                line.sendall(b"E" + (len(body) + 4).to_bytes(4, "big") + body)


def test_a_database_that_hangs_is_not_waited_for(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that takes a connection and says nothing, nor one that hangs in the middle of something."""
    url = postgres.new()

    async def sleep(database: Database, seconds: float) -> str:
        try:
            await database.read(lambda connection: connection.execute(sa.text(f"SELECT pg_sleep({seconds})")))
        except StorageError as error:
            return error.code
        return "done"

    async def run() -> tuple[str, str]:
        database = Database(url)
        by_the_server = await sleep(database, 60)
        monkeypatch.setattr(engine, "ANSWERING", 0.05)
        by_us = await sleep(database, 60)
        await database.close()
        return by_the_server, by_us

    monkeypatch.setattr(engine, "STATEMENT", 300)
    assert asyncio.run(run()) == ("storage_busy", "storage_unreachable")
    monkeypatch.setitem(engine._LINE, "connect_timeout", 2)
    monkeypatch.setattr(engine, "ANSWERING", 60)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://anna@127.0.0.1:{silent.getsockname()[1]}/games"
        with pytest.raises(StorageError, match=r"cannot be reached.*timeout"):
            with_store(address, keys)
    postgres.drop(url)


def test_works_that_wait_are_written_together(store_url: str) -> None:
    wanted = {f"key {number}" for number in range(150)}

    async def look(database: Database) -> None:
        commits: list[None] = []
        sa.event.listen(database._pool.engine, "commit", lambda connection: commits.append(None))
        assert set(await held(database, *map(put, sorted(wanted)))) == wanted
        assert await keys(database) == wanted
        assert len(commits) < 10 or not database._pool.sqlite

    with_store(store_url, look)


def test_a_work_that_is_refused_leaves_the_others_alone(store_url: str) -> None:
    def refused(connection: sa.Connection) -> None:
        put("half of it")(connection)
        raise Conflict("storage_conflict", "not like this")

    async def look(database: Database) -> None:
        first, twice, no, last = await held(database, put("first"), put("first"), refused, put("last"))
        assert last == "last"
        assert sorted([str(first), str(twice)])[1] == "first", "one of the two"
        assert any(isinstance(one, Conflict) for one in (first, twice))
        assert str(no) == "not like this"
        assert await keys(database) == {"first", "last"}

    with_store(store_url, look)


@pytest.mark.parametrize("fault", ["INSERT INTO nowhere VALUES (1)", "ROLLBACK"])
def test_a_work_that_breaks_down_leaves_the_others_alone(store_url: str, fault: str) -> None:
    """A full disk ends the transaction itself, as the second one does: nothing may be written outside of one then."""

    def broken(connection: sa.Connection) -> None:
        put("half of it")(connection)
        connection.exec_driver_sql(fault)
        raise StorageError("storage_full", "no room")

    async def look(database: Database) -> None:
        first, no, last = await held(database, put("first"), broken, put("last"))
        assert (first, last) == ("first", "last")
        assert isinstance(no, StorageError)
        assert await keys(database) == {"first", "last"}

    with_store(store_url, look)


def test_text_that_a_database_cannot_hold_is_refused(store_url: str) -> None:
    async def look(database: Database) -> None:
        for key in ("with a \0 in it", "half of a sign: \ud800"):
            said = "found nothing"
            try:
                assert await database.rows(sa.select(META.c.value).where(META.c.key == key)) == []
            except StorageError as error:
                said = error.code
            assert said in ("found nothing", "storage_refused")

    with_store(store_url, look)


def test_a_new_store_has_the_tables_of_the_program(store_url: str) -> None:
    async def look(database: Database) -> None:
        compared = await database.read(
            lambda connection: compare_metadata(MigrationContext.configure(connection), METADATA)
        )
        assert compared == []
        await database.examine()

    with_store(store_url, look)


def test_a_new_store_is_made_once(store_url: str) -> None:
    async def together() -> set[str]:
        stores = [Database(store_url) for _ in range(4)]
        await asyncio.gather(*(store.open(f"mark {number}") for number, store in enumerate(stores)))
        for store in stores:
            await store.close()
        return {store.mark for store in stores}

    assert len(asyncio.run(together())) == 1


END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "


def test_lines_that_the_database_has_closed_are_opened_again(postgres: Postgres) -> None:
    url = postgres.new()

    async def look(database: Database) -> None:
        await asyncio.gather(*(database.write(put(f"before {number}")) for number in range(8)))
        with psycopg.connect(driven(url).set(drivername="postgresql").render_as_string(False), autocommit=True) as line:
            line.execute(f"{END_OTHERS} pg_backend_pid()")
            assert len(await keys(database)) == 8
            value = sa.select(META.c.value).where(META.c.key == "before 3")
            assert await database.read_consistently(lambda connection: connection.scalar(value)) == "before 3"
            line.execute(f"{END_OTHERS} pg_backend_pid()")
            await asyncio.gather(*(database.write(put(f"after {number}")) for number in range(8)))
        assert len(await keys(database)) == 16

    with_store(url, look)
    postgres.drop(url)


def test_what_was_perhaps_stored_is_not_stored_again(postgres: Postgres) -> None:
    url, calls = postgres.new(), list[int]()

    def work(connection: sa.Connection) -> None:
        calls.append(1)
        put("once")(connection)
        with psycopg.connect(driven(url).set(drivername="postgresql").render_as_string(False), autocommit=True) as line:
            line.execute(f"{END_OTHERS} pg_backend_pid()")

    async def look(database: Database) -> None:
        with pytest.raises(StorageError):
            await database.write(work)
        assert len(calls) == 1, "nobody knows what became of it"
        await database.write(put("once"))

    with_store(url, look)
    postgres.drop(url)


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON meta FOR EACH STATEMENT EXECUTE FUNCTION full_disk();
"""


def test_a_database_that_takes_nothing_says_why_and_nothing_has_changed(postgres: Postgres) -> None:
    """A full disk, and one that only a standby or an accident makes read-only; what is stored can be read meanwhile."""
    url = postgres.new()

    async def look(database: Database) -> None:
        async def refused() -> str:
            with pytest.raises(StorageError) as error:
                await database.write(put("more"))
            assert await database.scalars(sa.select(META.c.value)) == ["mark"]
            return error.value.code

        with psycopg.connect(driven(url).set(drivername="postgresql").render_as_string(False), autocommit=True) as line:
            line.execute(FULL)
            assert await refused() == "storage_full"
            line.execute("DROP TRIGGER full_disk ON meta")
            line.execute(f"ALTER DATABASE {driven(url).database} SET default_transaction_read_only = on")
            line.execute(f"{END_OTHERS} pg_backend_pid()")  # it holds for new lines
            assert await refused() == "storage_read_only"
            line.execute(f"ALTER DATABASE {driven(url).database} RESET default_transaction_read_only")
            line.execute(f"{END_OTHERS} pg_backend_pid()")
        assert await database.write(put("more")) == "more", "all goes on without a restart"

    with_store(url, look)
    postgres.drop(url)


def test_a_store_of_a_newer_version_is_refused_and_left_as_it_is(store_url: str) -> None:
    async def newer(database: Database) -> None:
        await database.write(lambda line: line.execute(sa.text("UPDATE alembic_version SET version_num = '9999'")))

    with_store(store_url, newer)
    for _ in range(2):
        with pytest.raises(StorageError, match="newer version") as error:
            with_store(store_url, newer)
        assert error.value.code == "storage_newer"


def test_who_does_not_wait_any_more_is_left_out(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(connection: sa.Connection) -> None:
            begun.set()
            assert go_on.wait(60)

        first = asyncio.create_task(database.write(slow))
        assert await asyncio.to_thread(begun.wait, 60)
        gone = asyncio.create_task(database.write(put("gone")))
        stays = asyncio.create_task(database.write(put("stays")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, stays)
        assert await keys(database) == {"stays"}

    with_store(url_of(tmp_path), look)


@pytest.mark.parametrize("soon", [0, 1 << 30])
def test_a_large_store_is_not_read_through_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, soon: int
) -> None:
    said: list[str] = []
    monkeypatch.setattr("noretreat.storage.database.CHECKED_AT_START", soon)

    async def look(database: Database) -> None:
        sa.event.listen(
            database._pool.engine, "before_cursor_execute", lambda line, cursor, text, *more: said.append(text)
        )
        await database.examine()

    with_store(url_of(tmp_path), look)
    assert any("quick_check" in text for text in said) == (soon > 0)
    assert any("FROM step" in text for text in said), "a row of each table is read, whatever its size"


def test_small_queries_of_sqlite_are_answered_at_once_and_see_what_others_have_stored(tmp_path: Path) -> None:
    """With the same values as by a thread; not of a file that was replaced, and not once the store is closed."""
    query = sa.select(META.c.key, sa.literal_column("1", sa.Boolean).label("truth")).where(
        META.c.key == sa.bindparam("wanted")
    )
    url = url_of(tmp_path)

    async def run() -> None:
        first, second = Database(url), Database(url)
        assert first.rows_at_once(query, {"wanted": "mark"}) is None, "it is not open yet"
        await first.open("mark")
        await second.open("mark")
        assert first.rows_at_once(query, {"wanted": "new"}) == []
        await second.write(lambda connection: connection.execute(META.insert(), {"key": "new", "value": ""}))
        (row,) = first.rows_at_once(query, {"wanted": "new"}) or []
        assert row == ("new", True)
        assert row[1] is True
        await second.close()
        assert second.rows_at_once(query, {"wanted": "new"}) is None
        (tmp_path / "games.db").rename(tmp_path / "moved.db")
        assert first.rows_at_once(query, {"wanted": "new"}) is None
        await first.close()

    asyncio.run(run())
