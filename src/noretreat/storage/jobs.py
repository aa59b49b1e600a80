"""The jobs of the computer's workers: the games in which it has to decide, in the table `job`.

A table of our own and no queue library: there is one job for each game, asked for as often as somebody looks; each
player has a share, and games that nobody looks at wait. Known queues have neither, and bring tables and migrations of
their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import record_of, values_of
from noretreat.storage.tables import JOB

LEASE: Final = 60
"""Seconds after which a worker's claim expires."""
FAILED: Final = "failed"
"""The claim of a failed job; it sorts after all times."""
NOBODY: Final = ""
"""The owner whose share games of the computer against itself count against, all of them together."""
LOOKED_AT: Final = 120
"""Seconds after which a game counts as unwatched."""


class JobRow(msgspec.Struct):
    """A game in which the computer has to decide."""

    game: str
    owner: str
    """The player whose share it counts against."""
    asked: str
    seen: str
    """The time when somebody last looked at the game."""
    claim: str = ""
    """While it is worked at: since when, and by whom."""


class JobStore:
    """The jobs in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, game: str, owner: str, at: str) -> None:
        """Requests the computer's move, or notes that somebody still waits for it."""
        mine = JOB.c.game == game

        def work(connection: sa.Connection) -> None:
            again = sa.case((JOB.c.claim == FAILED, ""), else_=JOB.c.claim)
            if connection.execute(JOB.update().where(mine).values(seen=at, claim=again)).rowcount:
                return
            connection.execute(JOB.insert(), values_of(JobRow(game, owner, at, at)))

        await self._database.write(work)

    async def claim(self, mark: str, stale: str, unseen: str, served: Sequence[str] = ()) -> JobRow | None:
        """The next job, if there is one; it is this worker's now. `mark` begins with the time. A claim before `stale`
        is void; a game that nobody has looked at since `unseen` comes after all others.

        Whoever has the fewest jobs in work is next, then whoever was not `served` by this worker, or longest ago (they
        are in this order), then whoever has waited longest. Games in which nobody plays come last.
        """
        others = JOB.alias()
        busy = sa.select(sa.func.count()).where(
            others.c.owner == JOB.c.owner, others.c.claim >= stale, others.c.claim < FAILED
        )
        turn = sa.case({owner: n for n, owner in enumerate(served, 1)}, value=JOB.c.owner, else_=0) if served else None
        nobody, away = (sa.case((one, 1), else_=0) for one in (JOB.c.owner == NOBODY, JOB.c.seen < unseen))
        order = (nobody, away, busy.scalar_subquery(), *([] if turn is None else [turn]), JOB.c.asked)
        free = JOB.select().where(JOB.c.claim < stale).order_by(*order).limit(1)

        def work(connection: sa.Connection) -> JobRow | None:
            row = connection.execute(free.with_for_update(skip_locked=True, of=JOB)).first()
            if row is None:
                return None
            job = record_of(JobRow, row)
            # The row may have been another one's when the query began.
            same = (JOB.c.game == job.game, JOB.c.claim == job.claim)
            done = connection.execute(JOB.update().where(*same).values(claim=mark))
            return msgspec.structs.replace(job, claim=mark) if done.rowcount else None

        return await self._database.write(work)

    async def keep(self, job: JobRow, mark: str) -> bool:
        """Renews a claim; False if another worker has the job by now."""
        mine = (JOB.c.game == job.game, JOB.c.claim == job.claim)
        kept = await self._database.change(JOB.update().where(*mine).values(claim=mark)) == 1
        if kept:
            job.claim = mark
        return kept

    async def give_back(self, job: JobRow, at: str) -> None:
        """Puts a job back, behind those that wait."""
        mine = (JOB.c.game == job.game, JOB.c.claim == job.claim)
        await self._database.change(JOB.update().where(*mine).values(claim="", asked=at))

    async def fail(self, job: JobRow) -> None:
        """Marks a job as failed: nobody takes it until it is requested again."""
        mine = (JOB.c.game == job.game, JOB.c.claim == job.claim)
        await self._database.change(JOB.update().where(*mine).values(claim=FAILED))

    async def done(self, job: JobRow) -> None:
        """Takes a job off the list, if it is still this worker's."""
        await self._database.change(JOB.delete().where(JOB.c.game == job.game, JOB.c.claim == job.claim))

    async def waiting(self) -> int:
        """The number of jobs."""
        return int(await self._database.scalar(sa.select(sa.func.count()).select_from(JOB)))
