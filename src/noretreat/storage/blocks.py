"""The store of blocks between players."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.players import PlayerRow
from noretreat.storage.tables import BLOCK, PLAYER

_APART: Final = sa.select(BLOCK.c.player, BLOCK.c.blocked).where(
    sa.or_(BLOCK.c.player == sa.bindparam("player"), BLOCK.c.blocked == sa.bindparam("player"))
)


class BlockStore:
    """Blocks between players. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, player: str, blocked: str, at: str) -> None:
        """Has a player block another one, from now on or already."""
        same = (BLOCK.c.player == player, BLOCK.c.blocked == blocked)

        def work(connection: sa.Connection) -> None:
            connection.execute(BLOCK.delete().where(*same))
            connection.execute(BLOCK.insert(), {"player": player, "blocked": blocked, "at": at})

        await self._database.write(work)

    async def unblock(self, player: str, blocked: str) -> None:
        """Ends a block, if there is one."""
        gone = BLOCK.delete().where(BLOCK.c.player == player, BLOCK.c.blocked == blocked)
        await self._database.change(gone)

    async def of(self, player: str) -> list[tuple[PlayerRow, str]]:
        """The players whom a player blocks, and since when; the newest first."""
        query = sa.select(BLOCK.c.blocked, PLAYER.c.name, PLAYER.c.color, BLOCK.c.at)
        known = query.join_from(BLOCK, PLAYER, PLAYER.c.id == BLOCK.c.blocked, isouter=True)
        rows = await self._database.rows(known.where(BLOCK.c.player == player).order_by(BLOCK.c.at.desc()))
        return [(PlayerRow(row.blocked, row.name or "", row.color or ""), row.at) for row in rows]

    async def apart(self, player: str) -> set[str]:
        """Everybody whom a player blocks, or who blocks the player."""
        if not player:
            return set()
        rows = await self._database.few(_APART, {"player": player})
        return {one for row in rows for one in row} - {player}

    async def between(self, players: Collection[str]) -> list[tuple[str, str]]:
        """Of these players, those who block one another: who, and whom."""
        query = sa.select(BLOCK.c.player, BLOCK.c.blocked)
        rows = await self._database.rows(query.where(BLOCK.c.player.in_(players), BLOCK.c.blocked.in_(players)))
        return [(row.player, row.blocked) for row in rows]
