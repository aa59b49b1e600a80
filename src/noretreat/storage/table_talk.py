"""What the people at a table say, ask and note down, in the store."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database, insert
from noretreat.storage.tables import NOTEBOOK, PROPOSAL, TALK

KEPT: Final = 400
"""The newest lines of a table's talk that are read."""


class Line(msgspec.Struct):
    """Something that was said (`kind` is "say") or done at a table; `text` is what was said."""

    game: str
    number: int
    at: str
    side: str
    kind: str
    text: str = ""


class ProposalRow(msgspec.Struct):
    """Something that a side has asked for; there is one of each kind at a table."""

    game: str
    kind: str
    side: str
    ply: int
    at: str


class TableTalk:
    """Talk, proposals and notebooks in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lines(self, game: str) -> list[Line]:
        """The newest lines of a table, oldest first."""
        query = TALK.select().where(TALK.c.game == game).order_by(TALK.c.number.desc()).limit(KEPT)
        return [Line(*row) for row in reversed(await self._database.rows(query))]

    async def add(self, game: str, at: str, side: str, kind: str, text: str = "") -> None:
        """Adds a line to the talk of a table."""
        last = sa.select(sa.func.coalesce(sa.func.max(TALK.c.number), 0)).where(TALK.c.game == game)

        def work(connection: sa.Connection) -> None:
            number = connection.execute(last).scalar_one() + 1
            insert(connection, TALK, [Line(game, number, at, side, kind, text)])

        await self._database.write(work)

    async def proposals(self, games: list[str]) -> list[ProposalRow]:
        """What is asked for at these tables."""
        return [
            ProposalRow(*row) for row in await self._database.rows(PROPOSAL.select().where(PROPOSAL.c.game.in_(games)))
        ]

    async def ask(self, proposal: ProposalRow) -> None:
        """Notes what a side asks for, in the place of what was asked of that kind before."""

        def work(connection: sa.Connection) -> None:
            same = (PROPOSAL.c.game == proposal.game, PROPOSAL.c.kind == proposal.kind)
            connection.execute(PROPOSAL.delete().where(*same))
            insert(connection, PROPOSAL, [proposal])

        await self._database.write(work)

    async def answered(self, proposal: ProposalRow) -> bool:
        """Takes a proposal off the table; False if somebody else has already."""
        gone = PROPOSAL.delete().where(
            PROPOSAL.c.game == proposal.game,
            PROPOSAL.c.kind == proposal.kind,
            PROPOSAL.c.side == proposal.side,
            PROPOSAL.c.at == proposal.at,
        )
        return await self._database.write(lambda connection: connection.execute(gone).rowcount == 1)

    async def notebook(self, game: str, side: str) -> str:
        """The private notes of a seat."""
        query = sa.select(NOTEBOOK.c.text).where(NOTEBOOK.c.game == game, NOTEBOOK.c.side == side)
        rows = await self._database.rows(query)
        return str(rows[0][0]) if rows else ""

    async def write_down(self, game: str, side: str, text: str) -> None:
        """Keeps the private notes of a seat; an empty text drops them."""
        mine = (NOTEBOOK.c.game == game, NOTEBOOK.c.side == side)

        def work(connection: sa.Connection) -> None:
            connection.execute(NOTEBOOK.delete().where(*mine))
            if text:
                connection.execute(NOTEBOOK.insert(), {"game": game, "side": side, "text": text})

        await self._database.write(work)
