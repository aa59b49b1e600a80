"""Has the reviews worked out that were asked for: one at a time, by a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Final

from noretreat.server.clocks.now import now
from noretreat.server.computer.review_process import Before, Progress, reviewed
from noretreat.server.computer.worker_pool import WorkerFailed
from noretreat.server.game.import_export import export_of
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.sandbox_origin import Origin, origin_of
from noretreat.server.http.errors import Problem
from noretreat.storage import savegame
from noretreat.storage.database import StorageError
from noretreat.storage.notices import after
from noretreat.storage.reviews import LEASE, ReviewRow, ReviewStore
from noretreat.storage.tried import TriedStore

log = logging.getLogger("noretreat.server")
WRITES_EVERY: Final = 0.5
"""Seconds between two notes of how far a review is."""


class CoachDriver:
    """Takes review after review."""

    def __init__(self, store: ReviewStore, tries: TriedStore, games: OpenGames) -> None:
        self._store, self._tries, self._games, self._name = store, tries, games, secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Looks for reviews that were asked for, unless it is working at one."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="coach")

    async def close(self) -> None:
        """Stops; a review that is not ready is taken up again by whoever looks next."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _mark(self) -> str:
        return f"{now()} {self._name}"

    async def _work(self) -> None:
        try:
            while (row := await self._store.claim(self._mark(), after(now(), seconds=-LEASE))) is not None:
                await self._review(row)
        except StorageError as error:
            log.error("there are no reviews to be had: %s", error)

    async def _review(self, row: ReviewRow) -> None:
        """Works a review out, and writes down how far it is."""
        try:
            async with self._games.open(row.game) as match:
                if (match.ply, match.row.rewinds) != (row.ply, row.rewinds):
                    await self._store.stop(row.game, row.coach)
                    return
                save, origin = savegame.encode(export_of(match)), origin_of(match.row.scenario)
            async with contextlib.aclosing(reviewed(save, await self._before(origin))) as steps:
                written = 0.0
                async for step in steps:
                    if step.tried:
                        await self._tries.judge(row.game, step.tried)
                    if step.text == "" and time.monotonic() - written < WRITES_EVERY:
                        continue
                    written = time.monotonic()
                    if not await self._note(row, step):
                        return
        except asyncio.CancelledError:
            with contextlib.suppress(StorageError):
                await self._store.keep(row, "")
            raise
        except Problem:  # the game is gone, or cannot be read
            await self._store.stop(row.game, row.coach)
        except WorkerFailed as error:
            log.error("game %s: the review failed: %s", row.game, error)
            row.state = "failed"
            await self._store.keep(row, "")

    async def _before(self, origin: Origin | None) -> Before | None:
        """The game that a sandbox was begun from with the hands as they were, if it is still there."""
        if origin is None or not origin.game or origin.hidden:
            return None
        try:
            async with self._games.open(origin.game) as match:
                return Before(savegame.encode(export_of(match)), origin.ply)
        except Problem:  # it is gone, or cannot be read
            return None

    async def _note(self, row: ReviewRow, step: Progress) -> bool:
        """Notes a step; False if the review is not wanted any more."""
        row.share, row.text = step.share, step.text or row.text
        if step.share >= 1:
            row.state = "done"
        return await self._store.keep(row, self._mark())


def wanted(game: str, coach: str, ply: int, rewinds: int) -> ReviewRow:
    """A review that is asked for now."""
    return ReviewRow(game, coach, ply, rewinds, now())
