"""The store of invitations by name to the open seat of a game."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.notices import NoticeRow
from noretreat.storage.rows import insert
from noretreat.storage.tables import BLOCK, GAME, GUEST, HABIT, NOTICE, PLAYER, SEAT


class InvitationRow(msgspec.Struct):
    """An invitation of one player to a game by another."""

    game: str
    player: str
    host: str
    at: str


_OPEN_TO: Final = (
    sa.select(GUEST.c.game, GUEST.c.player, GUEST.c.host, GUEST.c.at)
    .where(
        GUEST.c.player == sa.bindparam("player"),
        sa.exists().where(SEAT.c.game == GUEST.c.game, SEAT.c.kind == sa.literal_column("'open'")),
    )
    .order_by(GUEST.c.at.desc())
)


class InvitationStore:
    """Invitations in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def found(self, name: str, most: int) -> list[tuple[str, str, str]]:
        """Id, name and color of players who want to be found and whose names begin so; those of that name first."""
        begins = HABIT.c.found.startswith(name, autoescape=True)
        query = sa.select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.color).join_from(
            HABIT, PLAYER, HABIT.c.player == PLAYER.c.id
        )
        nearest = query.where(HABIT.c.found != "", begins).order_by(HABIT.c.found, PLAYER.c.id).limit(most)
        return [(row.id, row.name, row.color) for row in await self._database.rows(nearest)]

    async def opponents(self, player: str, most: int) -> list[tuple[str, str, str]]:
        """Id, name and color of those whom a player has met at a table and does not block; the latest first."""
        mine, theirs = SEAT.alias(), SEAT.alias()
        last = sa.func.max(GAME.c.updated)
        barred = sa.select(BLOCK.c.blocked).where(BLOCK.c.player == player)
        query = (
            sa.select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.color)
            .select_from(mine)
            .join(theirs, sa.and_(theirs.c.game == mine.c.game, theirs.c.token != mine.c.token))
            .join(GAME, GAME.c.id == mine.c.game)
            .join(PLAYER, PLAYER.c.id == theirs.c.token)
            .where(mine.c.token == player, PLAYER.c.name != "", PLAYER.c.id.not_in(barred))
            .group_by(PLAYER.c.id, PLAYER.c.name, PLAYER.c.color)
            .order_by(last.desc(), PLAYER.c.id)
            .limit(most)
        )
        return [(row.id, row.name, row.color) for row in await self._database.rows(query)]

    async def at(self, game: str) -> list[InvitationRow]:
        """The invitations to a game."""
        return await self._database.records(InvitationRow, GUEST.select().where(GUEST.c.game == game))

    async def of(self, player: str) -> list[InvitationRow]:
        """The invitations of a player to seats that are still open."""
        rows = await self._database.few(_OPEN_TO, {"player": player})
        return [InvitationRow(*row) for row in rows]

    async def since(self, host: str, at: str) -> int:
        """The number of invitations by a host since a time."""
        query = sa.select(sa.func.count()).select_from(GUEST).where(GUEST.c.host == host, GUEST.c.at > at)
        return int(await self._database.scalar(query))

    async def invite(self, invitation: InvitationRow, notices: list[NoticeRow]) -> bool:
        """Invites a player, and has them told; False, and nothing is done, if they are invited already, or want nothing
        to do with the host.
        """

        def work(connection: sa.Connection) -> bool:
            known = sa.select(GUEST.c.game).where(GUEST.c.game == invitation.game, GUEST.c.player == invitation.player)
            barred = sa.select(BLOCK.c.player).where(
                BLOCK.c.player == invitation.player, BLOCK.c.blocked == invitation.host
            )
            if connection.execute(known).first() or connection.execute(barred).first():
                return False
            insert(connection, GUEST, [invitation])
            insert(connection, NOTICE, notices)
            return True

        return await self._database.write(work)

    async def dismiss(self, game: str, player: str) -> bool:
        """Ends an invitation; False if there was none."""
        gone = GUEST.delete().where(GUEST.c.game == game, GUEST.c.player == player)
        return await self._database.change(gone) == 1
