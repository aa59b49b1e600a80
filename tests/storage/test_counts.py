"""Counts of games, jobs and notices in a store, by state."""

from __future__ import annotations

import asyncio

from noretreat.storage.counts import Counts, counts_of
from noretreat.storage.database import Database
from noretreat.storage.games import GameRow, GameStore
from noretreat.storage.jobs import JobStore
from noretreat.storage.notices import NoticeRow, after
from noretreat.storage.rows import insert
from noretreat.storage.tables import NOTICE

AT = "2026-05-01T12:00:00.000+00:00"
STATES = ("waiting", "waiting", "sending", "sent", "dropped", "failed")


def test_what_there_is_is_counted_by_its_state(store_url: str) -> None:
    async def run() -> Counts:
        database = Database(store_url)
        await database.open("mark")
        jobs = JobStore(database)
        for number, ended in enumerate(["", "", "", after(AT, hours=-23), after(AT, hours=-25)]):
            row = GameRow(f"game {number}", "", "", "barbarossa", "{}", AT, AT, 0, 7, "", "{}", ended=ended)
            await GameStore(database).create(row, [], [], [])
        for number, minutes in enumerate([-10, -3, -1]):
            await jobs.ask(f"game {number}", "owner", after(AT, minutes=minutes))
        first = await jobs.claim(f"{AT} worker", after(AT, minutes=-1), after(AT, minutes=-30))
        assert first is not None
        assert first.game == "game 0"
        notices = [
            NoticeRow(str(number), "player", None, "turn", "", "", AT, after(AT, hours=number), state)
            for number, state in enumerate(STATES)
        ]
        await database.write(lambda connection: insert(connection, NOTICE, notices))
        try:
            return await counts_of(database, AT)
        finally:
            await database.close()

    found = asyncio.run(run())
    assert found.games == {"running": 3, "finished": 1}
    assert found.jobs == {"waiting": 2, "running": 1, "failed": 0}
    assert found.oldest_job == 180
    assert found.notices == {"waiting": 1, "due": 1, "sending": 1, "failed": 1}
