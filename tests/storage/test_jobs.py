"""The jobs of the computer's workers: each once, a share for each player, none waits for a worker that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.job_worker import JobWorker
from noretreat.storage.counts import counts_of
from noretreat.storage.database import Database
from noretreat.storage.games import GameRow, GameStore
from noretreat.storage.jobs import NOBODY, JobRow, JobStore
from noretreat.storage.notices import after

AT = "2026-05-01T12:00:00.000+00:00"
STALE = "2026-05-01T11:59:00.000+00:00"
LATER = "2026-05-01T12:10:00.000+00:00"


def with_jobs(url: str, look: Callable[[Database, JobStore], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        database = Database(url)
        try:
            await database.open("mark")
            return await look(database, JobStore(database))
        finally:
            await database.close()

    return asyncio.run(run())


async def asked(database: Database, *games: tuple[str, str], at: str = AT) -> None:
    """Games of these owners, in which the computer is asked for."""
    for game, owner in games:
        await GameStore(database).create(
            GameRow(game, owner, "", "barbarossa", "{}", at, at, 0, 7, "", "{}"), [], [], []
        )
        await JobStore(database).ask(game, owner, at)


async def claimed(jobs: JobStore, worker: str, at: str = AT) -> JobRow | None:
    return await jobs.claim(f"{at} {worker}", STALE if at == AT else AT + " z", STALE)


@pytest.mark.slow
def test_each_job_is_claimed_once_however_many_ask(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        names = [(f"game {number:02}", f"owner {number % 7}") for number in range(30)]
        await asked(database, *names)
        await jobs.ask("game 00", "owner 0", LATER)
        assert await jobs.waiting() == 30, "asking again adds nothing"
        other = Database(store_url)
        found: list[str] = []

        async def worker(name: str, store: JobStore) -> None:
            misses = 0
            while misses < 10:
                job = await claimed(store, name)
                if job is None:
                    misses += 1
                else:
                    found.append(job.game)
                    await store.done(job)

        await asyncio.gather(*(worker(str(n), store) for n, store in enumerate([jobs, jobs, JobStore(other)])))
        await other.close()
        assert sorted(found) == [name for name, _ in names]
        assert await jobs.waiting() == 0

    with_jobs(store_url, look)


def test_every_player_has_a_share(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, *((f"many {number}", "greedy") for number in range(4)))
        await asked(database, ("one", "modest"), at=LATER)
        first, second, third = [await claimed(jobs, "worker") for _ in range(3)]
        assert first is not None
        assert second is not None
        assert third is not None
        assert (first.owner, second.owner, third.owner) == ("greedy", "modest", "greedy")

    with_jobs(store_url, look)


def test_players_take_turns_also_at_a_single_worker(store_url: str) -> None:
    """Who has asked for many games before does not keep another one from the first move."""

    async def look(database: Database, jobs: JobStore) -> None:
        for number in range(4):
            await asked(database, (f"many {number}", "greedy"), at=after(AT, seconds=number))
        await asked(database, ("one", "modest"), ("two", "modest"), at=LATER)
        served: list[str] = []
        while (
            job := await jobs.claim(f"{AT} worker", STALE, STALE, list(dict.fromkeys(served[::-1]))[::-1])
        ) is not None:
            served.append(job.owner)
            await jobs.done(job)
        assert served == ["greedy", "modest", "greedy", "modest", "greedy", "greedy"]

    with_jobs(store_url, look)


def test_games_in_which_nobody_plays_come_last(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, *((f"show {number}", NOBODY) for number in range(3)))
        await asked(database, ("away", "a"), at="2026-05-01T10:00:00.000+00:00")
        await asked(database, ("one", "b"), ("two", "b"), at=LATER)
        order = [job.game for job in [await claimed(jobs, "worker") for _ in range(6)] if job is not None]
        assert order[:3] == ["one", "two", "away"]
        assert len(order) == 6, "but they are not forgotten"

    with_jobs(store_url, look)


def test_a_game_that_nobody_looks_at_waits_for_the_others(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, ("alone", "a"), at="2026-05-01T10:00:00.000+00:00")
        await asked(database, ("watched", "b"), ("watched too", "b"))
        order = [job.game for job in [await claimed(jobs, "worker") for _ in range(3)] if job is not None]
        assert order[-1] == "alone"
        assert len(order) == 3, "but it is not forgotten"

    with_jobs(store_url, look)


def test_the_job_of_a_worker_that_is_gone_is_taken_by_another(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, ("game", "a"))
        mine = await claimed(jobs, "first")
        assert mine is not None
        assert await claimed(jobs, "second") is None
        assert await jobs.keep(mine, f"{AT} first again")
        theirs = await claimed(jobs, "second", LATER)
        assert theirs is not None
        assert await jobs.keep(mine, f"{LATER} first") is False, "and the first one hears of it"
        await jobs.done(mine)
        assert await jobs.waiting() == 1, "nor can it take the job off the list"
        await jobs.give_back(theirs, LATER)
        again = await claimed(jobs, "third", LATER)
        assert again is not None
        await jobs.done(again)
        assert await jobs.waiting() == 0

    with_jobs(store_url, look)


def test_the_job_goes_with_its_game(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, ("game", "a"))
        await GameStore(database).delete("game")
        assert await jobs.waiting() == 0

    with_jobs(store_url, look)


@pytest.mark.one_database
def test_a_job_that_failed_waits_until_somebody_asks_again(store_url: str) -> None:
    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, ("game", "a"))
        job = await claimed(jobs, "first")
        assert job is not None
        await jobs.fail(job)
        assert await claimed(jobs, "second", LATER) is None
        assert (await counts_of(database, LATER)).jobs == {"waiting": 0, "running": 0, "failed": 1}
        await jobs.ask("game", "a", LATER)
        assert await claimed(jobs, "third", LATER) is not None
        assert (await counts_of(database, LATER)).jobs == {"waiting": 0, "running": 1, "failed": 0}

    with_jobs(store_url, look)


@pytest.mark.one_database
def test_a_worker_marks_what_fails(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> str:
        return "failed"

    monkeypatch.setattr(ComputerDriver, "drive", fails)

    async def look(database: Database, jobs: JobStore) -> None:
        await asked(database, ("game", "a"))
        stop = asyncio.Event()
        crew = asyncio.create_task(JobWorker(database, 1).run(stop))
        while (await counts_of(database, LATER)).jobs["failed"] == 0:
            await asyncio.sleep(0.02)
        stop.set()
        await crew

    with_jobs(store_url, look)
