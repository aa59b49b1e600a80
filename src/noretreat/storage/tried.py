"""Turns that were tried again in sandboxes, in the table `tried`: kept with the game that they are from, even when the
sandbox is gone.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import record_of, values_of
from noretreat.storage.tables import GAME, TRIED

MOST: Final = 40
"""The tries that are kept of a game; the oldest go first."""


class TriedRow(msgspec.Struct):
    """A turn of a game that was begun again in a sandbox."""

    game: str
    sandbox: str
    ply: int
    """The number of actions of the game before it."""
    made: str
    text: str = ""
    """What the coach says of it, as JSON; empty until it is judged."""


class TriedStore:
    """Tries in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: str) -> list[TriedRow]:
        """The tries of a game, the oldest first."""
        return await self._database.records(
            TriedRow, TRIED.select().where(TRIED.c.game == game).order_by(TRIED.c.made, TRIED.c.sandbox)
        )

    async def keep(self, row: TriedRow) -> None:
        """Keeps a try with its game, if that is still there, once."""

        def work(connection: sa.Connection) -> None:
            if connection.execute(sa.select(GAME.c.id).where(GAME.c.id == row.game)).first() is None:
                return
            here = (TRIED.c.game == row.game, TRIED.c.sandbox == row.sandbox)
            if connection.execute(TRIED.select().where(*here)).first() is not None:
                return
            connection.execute(TRIED.insert(), values_of(row))
            all_of = sa.select(TRIED).where(TRIED.c.game == row.game).order_by(TRIED.c.made.desc(), TRIED.c.sandbox)
            for old in connection.execute(all_of.offset(MOST)).all():
                one = record_of(TriedRow, old)
                connection.execute(TRIED.delete().where(TRIED.c.game == one.game, TRIED.c.sandbox == one.sandbox))

        await self._database.write(work)

    async def judge(self, sandbox: str, text: str) -> None:
        """Writes what the coach says of the turn that was tried in a sandbox, if it is kept with a game."""
        await self._database.change(TRIED.update().where(TRIED.c.sandbox == sandbox).values(text=text))
