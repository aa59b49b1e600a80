"""The store of talk, proposals and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import insert
from noretreat.storage.tables import NOTEBOOK, PROPOSAL, REPORT, TALK

KEPT: Final = 400
"""The newest lines of a table's talk that are read."""
CLAIMS: Final = ("claim", "replace")
"""The proposals that need no answer: after the grace they are carried out. A move of the other side voids them."""

REMINDER: Final = "remind"
"""The kind of the line about a reminder."""


class TalkRow(msgspec.Struct):
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


class ReportRow(msgspec.Struct):
    """A line that a player has reported to the host of the server."""

    id: str
    at: str
    game: str
    number: int
    reporter: str
    """The hash of the player who reports, ..."""
    speaker: str
    """... and of the one who said it."""
    why: str
    """The player's reason."""
    context: str
    """The line with those about it, as JSON."""
    settled: str = ""
    """The time when the host dealt with it."""


class TalkStore:
    """Talk, proposals and notebooks in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lines(self, game: str) -> list[TalkRow]:
        """The newest lines of a table, oldest first."""
        query = TALK.select().where(TALK.c.game == game).order_by(TALK.c.number.desc()).limit(KEPT)
        return (await self._database.records(TalkRow, query))[::-1]

    async def report(self, report: ReportRow, since: str, most: int) -> bool:
        """Keeps a report for the host; False, and nothing is kept, if its maker has made `most` others since then. A
        line is reported once.
        """
        mine = REPORT.c.reporter == report.reporter

        def work(connection: sa.Connection) -> bool:
            same = sa.select(REPORT.c.id).where(mine, REPORT.c.game == report.game, REPORT.c.number == report.number)
            if connection.execute(same).first():
                return True
            made = sa.select(sa.func.count()).select_from(REPORT).where(mine, REPORT.c.at > since)
            if connection.execute(made).scalar_one() >= most:
                return False
            insert(connection, REPORT, [report])
            return True

        return await self._database.write(work)

    async def reports(self, *, settled: bool = False) -> list[ReportRow]:
        """The reports that wait for the host, oldest first; with those that are settled, if asked for."""
        query = REPORT.select().order_by(REPORT.c.at, REPORT.c.id)
        return await self._database.records(ReportRow, query if settled else query.where(REPORT.c.settled == ""))

    async def settle_report(self, name: str, at: str) -> bool:
        """Notes that the host has dealt with a report; False if there is none of that name."""
        done = REPORT.update().where(REPORT.c.id == name).values(settled=at)
        return await self._database.change(done) == 1

    async def add(self, game: str, at: str, side: str, kind: str, text: str = "") -> None:
        """Adds a line to the talk of a table."""
        await self._database.write(lambda connection: add_line(connection, game, at, side, kind, text))

    async def reminded(self, games: Sequence[str]) -> dict[str, str]:
        """The time of the last reminder at each of these tables."""
        last = sa.select(TALK.c.game, sa.func.max(TALK.c.at).label("at")).where(TALK.c.kind == REMINDER)
        rows = await self._database.rows(last.where(TALK.c.game.in_(games)).group_by(TALK.c.game))
        return {row.game: row.at for row in rows}

    async def proposals(self, games: list[str]) -> list[ProposalRow]:
        """The open proposals in these games."""
        return await self._database.records(ProposalRow, PROPOSAL.select().where(PROPOSAL.c.game.in_(games)))

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
        return await self._database.change(gone) == 1

    async def withdraw_claims(self, game: str) -> bool:
        """Takes the claims of a game off the table; False if there was none."""
        gone = PROPOSAL.delete().where(PROPOSAL.c.game == game, PROPOSAL.c.kind.in_(CLAIMS))
        return await self._database.change(gone) > 0

    async def notebook(self, game: str, side: str) -> str:
        """The private notes of a seat."""
        query = sa.select(NOTEBOOK.c.text).where(NOTEBOOK.c.game == game, NOTEBOOK.c.side == side)
        return str(await self._database.scalar(query) or "")

    async def write_down(self, game: str, side: str, text: str) -> None:
        """Keeps the private notes of a seat; an empty text drops them."""
        mine = (NOTEBOOK.c.game == game, NOTEBOOK.c.side == side)

        def work(connection: sa.Connection) -> None:
            connection.execute(NOTEBOOK.delete().where(*mine))
            if text:
                connection.execute(NOTEBOOK.insert(), {"game": game, "side": side, "text": text})

        await self._database.write(work)


def add_line(connection: sa.Connection, game: str, at: str, side: str, kind: str, text: str = "") -> None:
    """Adds a line to the talk of a table, within a transaction."""
    last = sa.select(sa.func.coalesce(sa.func.max(TALK.c.number), 0)).where(TALK.c.game == game)
    number = connection.execute(last).scalar_one() + 1
    insert(connection, TALK, [TalkRow(game, number, at, side, kind, text)])
