"""The coach's reviews in the table `review`: one row a game and version of the coach, from the moment it is asked for.

The row is the job, its progress and its result in one. Whoever works at it renews its claim with each progress; a row
that is gone, or whose claim is another's, tells it to stop.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import record_of, values_of
from noretreat.storage.tables import REVIEW

ReviewState: TypeAlias = Literal["asked", "done", "failed"]
LEASE: Final = 60
"""Seconds after which the claim on a review that has made no progress expires."""


class ReviewRow(msgspec.Struct):
    """A review of a game as it stood at a ply."""

    game: str
    coach: str
    """The version of the coach."""
    ply: int
    rewinds: int
    """How often the game had been rewound; with the ply it tells whether the game is still the one reviewed."""
    asked: str
    state: ReviewState = "asked"
    share: float = 0.0
    """How far it is, from 0 to 1."""
    claim: str = ""
    """While it is worked at: since when, and by whom."""
    text: str = ""
    """The review as JSON: empty until the game is read, then with one plan of the computer after another."""


class ReviewStore:
    """Reviews in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: str, coach: str) -> ReviewRow | None:
        """The review of a game."""
        return await self._database.record(ReviewRow, REVIEW.select().where(*_this(game, coach)))

    async def ask(self, wanted: ReviewRow) -> ReviewRow:
        """Asks for a review: the row of it, which may be there already; one that was stopped is gone on with. One of
        another state of the game, one that failed, and those of older versions of the coach go.
        """
        same = (REVIEW.c.ply == wanted.ply, REVIEW.c.rewinds == wanted.rewinds, REVIEW.c.state != "failed")
        kept = sa.and_(REVIEW.c.coach == wanted.coach, *same)

        def work(connection: sa.Connection) -> ReviewRow:
            connection.execute(REVIEW.delete().where(REVIEW.c.game == wanted.game, sa.not_(kept)))
            row = connection.execute(REVIEW.select().where(*_this(wanted.game, wanted.coach))).first()
            if row is not None:
                found = record_of(ReviewRow, row)
                if found.state != "done" or found.share >= 1:
                    return found
                connection.execute(REVIEW.update().where(*_mine(found)).values(state="asked"))
                return msgspec.structs.replace(found, state="asked")
            connection.execute(REVIEW.insert(), values_of(wanted))
            return wanted

        return await self._database.write(work)

    async def claim(self, mark: str, stale: str) -> ReviewRow | None:
        """The review that has waited longest, if there is one; it is this worker's now. `mark` begins with the time; a
        claim before `stale` is void.
        """
        free = (
            REVIEW.select()
            .where(REVIEW.c.state == "asked", REVIEW.c.claim < stale)
            .order_by(REVIEW.c.asked)
            .limit(1)
            .with_for_update(skip_locked=True)
        )

        def work(connection: sa.Connection) -> ReviewRow | None:
            row = connection.execute(free).first()
            if row is None:
                return None
            found = record_of(ReviewRow, row)
            same = (*_this(found.game, found.coach), REVIEW.c.claim == found.claim)
            done = connection.execute(REVIEW.update().where(*same).values(claim=mark))
            return msgspec.structs.replace(found, claim=mark) if done.rowcount else None

        return await self._database.write(work)

    async def keep(self, row: ReviewRow, mark: str) -> bool:
        """Writes how far a review is, and renews the claim; False if it is not this worker's any more."""
        values = {"share": row.share, "state": row.state, "text": row.text, "claim": mark}
        kept = await self._database.change(REVIEW.update().where(*_mine(row)).values(values)) == 1
        row.claim = mark
        return kept

    async def stop(self, game: str, coach: str) -> None:
        """Ends the work on a review: what it has told by then stays, and without anything told it goes."""
        this = (*_this(game, coach), REVIEW.c.state == "asked")

        def work(connection: sa.Connection) -> None:
            connection.execute(REVIEW.delete().where(*this, REVIEW.c.text == ""))
            connection.execute(REVIEW.update().where(*this).values(state="done", claim=""))

        await self._database.write(work)


def _this(game: str, coach: str) -> tuple[sa.ColumnElement[bool], ...]:
    return REVIEW.c.game == game, REVIEW.c.coach == coach


def _mine(row: ReviewRow) -> tuple[sa.ColumnElement[bool], ...]:
    return (*_this(row.game, row.coach), REVIEW.c.claim == row.claim)
