"""Token buckets of attempts in the store: their size, their refill, and that nobody gets past them."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa
from postgres import Postgres

from noretreat.storage.attempts import SWEPT, AttemptStore
from noretreat.storage.database import Database
from noretreat.storage.tables import TRIES


def with_two(url: str, work: Any) -> Any:
    """Does something with the stores of two processes."""

    async def run() -> Any:
        databases = [Database(url), Database(url)]
        for database in databases:
            await database.open("mark")
        try:
            return await work(*(AttemptStore(database) for database in databases), databases[0])
        finally:
            for database in databases:
                await database.close()

    return asyncio.run(run())


def test_tries_come_back_with_time(store_url: str) -> None:
    async def work(store: AttemptStore, other: AttemptStore, _: Database) -> None:
        at = 1_800_000_000.0
        assert [await one.take("anna", 3, 0.1, at) for one in (store, other, store)] == [0, 0, 0]
        assert await other.take("anna", 3, 0.1, at) == 10
        assert await other.take("boris", 3, 0.1, at) == 0, "everybody has their own"
        assert await store.take("anna", 3, 0.1, at + 4) == 6, "a try that was refused costs nothing"
        assert await store.take("anna", 3, 0.1, at + 10) == 0
        assert await store.take("anna", 3, 0.1, at + 10) == 10
        await other.give_back("anna", 0.1)
        assert await store.take("anna", 3, 0.1, at + 10) == 0
        late = at + 1_000_000
        assert [await store.take("anna", 3, 0.1, late) for _ in range(4)] == [0, 0, 0, 10], "and never more than all"

    with_two(store_url, work)


def test_many_at_once_get_no_more(store_url: str) -> None:
    async def work(store: AttemptStore, other: AttemptStore, _: Database) -> list[float]:
        return list(await asyncio.gather(*(one.take("anna", 10, 1e-6, 1e9) for one in (store, other) * 20)))

    assert sorted(with_two(store_url, work))[:11] == [0] * 10 + [1e6]


def test_full_buckets_are_forgotten(store_url: str) -> None:
    async def work(store: AttemptStore, _: AttemptStore, database: Database) -> None:
        at = 1_800_000_000.0
        await store.take("anna", 3, 0.1, at)
        await store.take("boris", 3, 0.1, at + SWEPT + 1)
        assert [row[0] for row in await database.rows(sa.select(TRIES.c.key))] == ["boris"]

    with_two(store_url, work)


def test_the_first_try_of_somebody_may_come_from_two_processes_at_once(postgres: Postgres) -> None:
    """Another process has inserted the same bucket and not committed yet: this one waits, and then counts that try."""
    url = postgres.new()

    async def work(store: AttemptStore, _: AttemptStore, database: Database) -> None:
        other = sa.create_engine(database._pool.url)
        with other.connect() as line:
            line.execute(TRIES.insert(), {"key": "anna", "full": 1e9 + 10})
            mine = asyncio.create_task(store.take("anna", 2, 0.1, 1e9))
            blocked = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            with other.connect() as looking:
                while not looking.scalar(blocked):
                    assert not mine.done(), "it does not wait for the other one"
                    await asyncio.sleep(0.02)
            line.commit()
            assert await mine == 0
        other.dispose()
        assert await store.take("anna", 2, 0.1, 1e9) == 10, "both tries are counted"

    with_two(url, work)
    postgres.drop(url)
