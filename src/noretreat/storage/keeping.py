"""The store of what is tidied up by itself: abandoned games of guests, guests without games, old rows."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.tables import (
    ACCOUNT,
    ADDRESS,
    BROWSER,
    CONDUCT,
    GAME,
    HABIT,
    MEASURE,
    META,
    PLAYER,
    SEAT,
    SECURITY,
)

_KEY: Final = "tidied"
"""The row of `meta` with the time of the last round."""


class KeepingStore:
    """What is old. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, at: str, before: str) -> bool:
        """Notes that a round begins; False if another process has begun one since `before`."""
        mine = META.c.key == _KEY

        def work(connection: sa.Connection) -> bool:
            last = connection.scalar(sa.select(META.c.value).where(mine).with_for_update())
            if last is None:  # two that insert it at the same time: the second one is run again, and finds it
                connection.execute(META.insert(), {"key": _KEY, "value": at})
                return True
            if last > before:
                return False
            return connection.execute(META.update().where(mine, META.c.value == last).values(value=at)).rowcount == 1

        return await self._database.write(work)

    async def abandoned(self, since: str, most: int) -> list[str]:
        """Running games without a move since a time in which only guests play, the oldest first."""
        return await self._of_guests(GAME.c.ended == "", GAME.c.updated < since, most=most)

    async def ended(self, since: str, most: int) -> list[str]:
        """Games of guests alone that ended before a time, the oldest first."""
        return await self._of_guests(GAME.c.ended > "", GAME.c.ended < since, most=most)

    async def _of_guests(self, *which: sa.ColumnElement[bool], most: int) -> list[str]:
        seated = sa.or_(ACCOUNT.c.player == SEAT.c.token, ACCOUNT.c.player == SEAT.c.former)
        known = sa.exists().where(SEAT.c.game == GAME.c.id, seated)
        owned = sa.exists().where(ACCOUNT.c.player == GAME.c.owner)
        query = sa.select(GAME.c.id).where(*which, ~owned, ~known).order_by(GAME.c.updated).limit(most)
        return await self._database.scalars(query)

    async def idle_guests(self, since: str, at: str, most: int) -> list[str]:
        """Guests without any game who were last here before a time. Of whom that is not known it is noted that they
        were here now, so that they are looked at again in so many days.
        """
        free = (
            ~sa.exists().where(ACCOUNT.c.player == PLAYER.c.id),
            ~sa.exists().where(SEAT.c.token == PLAYER.c.id),
            ~sa.exists().where(SEAT.c.former == PLAYER.c.id),
            ~sa.exists().where(GAME.c.owner == PLAYER.c.id),
            ~sa.exists().where(MEASURE.c.target == PLAYER.c.id),
        )

        def work(connection: sa.Connection) -> list[str]:
            old = sa.select(PLAYER.c.id).where(*free, PLAYER.c.seen > "", PLAYER.c.seen < since).limit(most)
            found = list(connection.scalars(old))
            unknown = list(connection.scalars(sa.select(PLAYER.c.id).where(*free, PLAYER.c.seen == "").limit(most)))
            connection.execute(PLAYER.update().where(PLAYER.c.id.in_(unknown)).values(seen=at))
            for table in (ADDRESS, HABIT, BROWSER):
                nameless = ~sa.exists().where(PLAYER.c.id == table.c.player)
                for player in set(connection.scalars(sa.select(table.c.player).where(nameless).limit(most))):
                    new = {"id": player, "name": "", "color": "", "recovery": "", "sealed": "", "seen": at}
                    connection.execute(PLAYER.insert(), new)
            return found

        return await self._database.write(work)

    async def forget_conduct(self, before: str) -> int:
        """Drops reply times and departures from before a time; returns how many."""
        return await self._database.change(CONDUCT.delete().where(CONDUCT.c.at < before))

    async def forget_events(self, before: str) -> int:
        """Drops lines of the log of security events from before a time; returns how many."""
        return await self._database.change(SECURITY.delete().where(SECURITY.c.at < before))

    async def forget_measures(self, at: str) -> int:
        """Drops the measures that have run out; returns how many."""
        return await self._database.change(MEASURE.delete().where(MEASURE.c.until > "", MEASURE.c.until < at))
