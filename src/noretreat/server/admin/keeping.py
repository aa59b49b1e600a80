"""What is kept of guests, and for how long: abandoned games end, guests without games and old rows go.

One process of a site does a round an hour, in small pieces; while the site is read-only none does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from noretreat.server.admin.acts import Admin
from noretreat.server.clocks.now import now
from noretreat.server.http.errors import Problem
from noretreat.server.measures import Measures
from noretreat.storage.database import StorageError
from noretreat.storage.keeping import KeepingStore
from noretreat.storage.notices import after
from noretreat.storage.personal_data import guest

log = logging.getLogger("noretreat.server")
EVERY: Final = 60
"""Minutes between two rounds."""
LOOKS: Final = 300.0
"""Seconds between two looks whether a round is due."""
PIECE: Final = 200
"""Games and guests that one round deals with at most: the rest waits for the next one."""


class Keep(msgspec.Struct, frozen=True):
    """Days for which things are kept; 0: for good."""

    games: int = 365
    """Running games of guests after their last move; then they end, or go if nobody has joined them."""
    ended: int = 0
    """Games of guests after their end."""
    guests: int = 180
    """Guests without games after their last visit."""
    conduct: int = 730
    """Reply times."""
    log: int = 365
    """Lines of the log of security events."""


class Keeper:
    """Tidies up."""

    def __init__(self, store: KeepingStore, admin: Admin, measures: Measures, keep: Keep) -> None:
        self._store, self._admin, self._measures, self._keep = store, admin, measures, keep
        self._task: asyncio.Task[None] | None = None

    async def run_once(self, at: str = "") -> int:
        """Does a round as of a time, by default now; returns how many games and guests it has dealt with."""
        at, done, keep = at or now(), 0, self._keep

        def days(many: int) -> str:
            return after(at, days=-many)

        if keep.games:
            for name in await self._store.abandoned(days(keep.games), PIECE):
                done += await self._tried(self._end(name))
        if keep.ended:
            for name in await self._store.ended(days(keep.ended), PIECE):
                done += await self._tried(self._admin.forget_game(name))
        if keep.guests:
            for player in await self._store.idle_guests(days(keep.guests), at, PIECE):
                done += await self._tried(self._admin.forget_player(guest(player)))
        if keep.conduct:
            await self._store.forget_conduct(days(keep.conduct))
        if keep.log:
            await self._store.forget_events(days(keep.log))
        await self._store.forget_measures(at)
        if done:
            log.info("%s abandoned games and guests were tidied up", done)
        return done

    async def _end(self, name: str) -> None:
        """Ends an abandoned game, or drops it if nobody has joined it."""
        if await self._admin.waits_for_players(name):
            await self._admin.forget_game(name)
        else:
            await self._admin.stop(name)

    @staticmethod
    async def _tried(work: Coroutine[Any, Any, None]) -> int:
        """1, or 0 if somebody else was first, or the rules were corrected since: then it is tried again next time."""
        try:
            await work
        except (Problem, StorageError) as error:
            log.warning("something was not tidied up: %s", error)
            return 0
        return 1

    # --- by itself -------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Does a round an hour, until `close`."""
        self._task = asyncio.create_task(self._run(), name="keeping")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            try:
                await self._measures.current()
                at = now()
                if not self._measures.read_only and await self._store.begin(at, after(at, minutes=-EVERY)):
                    await self.run_once(at)
            except StorageError as error:
                log.error("nothing was tidied up: %s", error)
            except Exception:
                log.exception("nothing was tidied up")

    async def close(self) -> None:
        """Stops."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
