"""The store of preferences: language and time zone, days off, whether others find the player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import values_of
from noretreat.storage.tables import HABIT


class PreferenceRow(msgspec.Struct):
    """The preferences of a player."""

    player: str
    language: str = ""
    """In which notices are written; empty: not known yet."""
    zone: str = "UTC"
    weekly: str = "[]"
    """The days of the week that are off, and since when, as JSON."""
    holidays: str = "[]"
    """First and last days of holidays, as JSON."""
    found: str = ""
    """The name under which others find the player, without capitals; empty for one who is not to be found."""


_OF_TWO: Final = sa.select(*[HABIT.c[name] for name in PreferenceRow.__struct_fields__]).where(
    HABIT.c.player.in_([sa.bindparam("one"), sa.bindparam("other")])
)


class PreferenceStore:
    """Preferences in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, players: Iterable[str]) -> dict[str, PreferenceRow]:
        """The preferences of these players, by id; only of those who have set any."""
        wanted = [player for player in players if player]
        if not wanted:
            return {}
        if len(wanted) <= 2:  # as at a table
            at_once = self._database.rows_at_once(_OF_TWO, {"one": wanted[0], "other": wanted[-1]})
            if at_once is not None:
                return {row[0]: PreferenceRow(*row) for row in at_once}
        found = await self._database.records(PreferenceRow, HABIT.select().where(HABIT.c.player.in_(wanted)))
        return {row.player: row for row in found}

    async def put(self, preferences: PreferenceRow) -> None:
        """Stores preferences, new or changed."""

        def work(connection: sa.Connection) -> None:
            done = connection.execute(
                HABIT.update().where(HABIT.c.player == preferences.player).values(values_of(preferences))
            )
            if not done.rowcount:
                connection.execute(HABIT.insert(), values_of(preferences))

        await self._database.write(work)
