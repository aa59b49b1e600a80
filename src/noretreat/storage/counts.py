"""Counts of games, jobs and notices for the operator of a site, by index."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.jobs import FAILED, LEASE
from noretreat.storage.notices import after
from noretreat.storage.tables import GAME, JOB, NOTICE

OPEN_NOTICES: Final = ("waiting", "sending", "failed")
"""The states of notices that are counted: those that were sent or dropped only grow more."""


class Counts(msgspec.Struct, frozen=True):
    """Counts by state."""

    games: dict[str, int]
    """`running`, and `finished` in the last 24 hours."""
    jobs: dict[str, int]
    """Games in which the computer has to decide: `waiting` for a worker, `running`, and `failed`."""
    oldest_job: float
    """Seconds that the job has waited which waits longest; 0 if none does."""
    notices: dict[str, int]
    """`waiting` for their time, `due`, `sending`, and `failed` for good."""


async def counts_of(database: Database, at: str) -> Counts:
    """Counts what there is at a time; raises `StorageError`."""
    return await database.read(lambda connection: _count(connection, at))


def _count(connection: sa.Connection, at: str) -> Counts:
    count, stale = sa.func.count(), after(at, seconds=-LEASE)
    free, failed = JOB.c.claim < stale, JOB.c.claim == FAILED

    def number(*which: sa.ColumnElement[bool]) -> int:
        return connection.scalar(sa.select(count).where(*which)) or 0

    oldest = connection.scalar(sa.select(sa.func.min(JOB.c.asked)).where(free))
    waited = (datetime.fromisoformat(at) - datetime.fromisoformat(oldest)).total_seconds() if oldest else 0.0
    waiting = NOTICE.c.state == "waiting"
    notices = {state: number(NOTICE.c.state == state) for state in OPEN_NOTICES}
    notices["due"] = number(waiting, NOTICE.c.due <= at)
    notices["waiting"] -= notices["due"]
    return Counts(
        {"running": number(GAME.c.ended == ""), "finished": number(GAME.c.ended > after(at, days=-1))},
        {"waiting": number(free), "running": number(sa.not_(free), sa.not_(failed)), "failed": number(failed)},
        max(0.0, waited),
        notices,
    )
