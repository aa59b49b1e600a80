"""The store of attempts: token buckets shared by all processes of a site."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.tables import TRIES

SWEPT: Final = 3600
"""Seconds between sweeps of buckets that are full again."""


class AttemptStore:
    """Buckets of tokens in the store, each as the one moment when it will be full again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._swept = 0.0

    async def take(self, key: str, most: float, refill: float, at: float) -> float:
        """Takes a token from the bucket of a key, which holds `most` and gets `refill` back in a second: 0; or nothing,
        if there is none: the seconds until there is one. `at`: the time, in seconds.
        """
        mine = TRIES.c.key == key

        def work(connection: sa.Connection) -> float:
            # Whoever tries at the same time, in whatever process, waits here.
            known = connection.scalar(sa.select(TRIES.c.full).where(mine).with_for_update())
            if known is not None and known > at + most / refill + 1:
                known = at  # no bucket is as empty as that: it was written by a clock that was set back since
            full = max(known or 0.0, at) + 1 / refill
            missing = full - at - most / refill
            if missing > 0:
                return missing
            if known is None:
                # Two that insert it at the same time: the second one is run again, and finds it (`Lines._patiently`).
                connection.execute(TRIES.insert(), {"key": key, "full": full})
            else:
                connection.execute(TRIES.update().where(mine).values(full=full))
            return 0.0

        await self._sweep(at)
        return await self._database.write(work)

    async def give_back(self, key: str, refill: float) -> None:
        """Puts a token back."""
        change = TRIES.update().where(TRIES.c.key == key).values(full=TRIES.c.full - 1 / refill)
        await self._database.change(change)

    async def _sweep(self, at: float) -> None:
        if at - self._swept > SWEPT:
            self._swept = at
            await self._database.change(TRIES.delete().where(TRIES.c.full < at))
