"""The process of `noretreat worker`: plays for the computer players of a site, reviews games, and sends its mails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import time
from collections.abc import AsyncIterator
from importlib.util import find_spec
from typing import Final

from noretreat.server.accounts.messages import WRITERS_WITH_ACCOUNTS
from noretreat.server.clocks.now import now, steady
from noretreat.server.computer.coach_driver import CoachDriver
from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.computer.players import Computer
from noretreat.server.game.open_games import OpenGames
from noretreat.server.http.live import Hub
from noretreat.server.http.pubsub import pubsub_of
from noretreat.server.measures import Measures
from noretreat.server.monitoring import Metrics, shown, watching_app
from noretreat.server.notify.outbox import MailSettings, Outbox, Smtp
from noretreat.server.pulse import feeling
from noretreat.storage.database import Database, StorageError
from noretreat.storage.games import GameStore
from noretreat.storage.jobs import LEASE, LOOKED_AT, NOBODY, JobRow, JobStore
from noretreat.storage.measures import MeasureStore
from noretreat.storage.notices import NoticeStore, after
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.reviews import ReviewStore
from noretreat.storage.tried import TriedStore

log = logging.getLogger("noretreat.server")
PATIENCE: Final = 0.5
"""Seconds between two looks at the list while there is nothing to do."""
REVIEWS_EVERY: Final = 2.0
"""Seconds between two looks for reviews that were asked for."""
TURN: Final = 15.0
"""Seconds that a game may take before others get their turn; one in which nobody plays takes a single decision."""


MOST_SERVED: Final = 100
"""Players whose turns a worker remembers."""


class JobWorker:
    """Takes as many jobs at a time as it has players."""

    def __init__(
        self,
        database: Database,
        players: int,
        mail: MailSettings | None = None,
        watched: socket.socket | None = None,
    ) -> None:
        """`watched`: where its health and its figures are shown."""
        self._database, self._watched = database, watched
        self._metrics = Metrics(watched.getsockname()[1]) if watched and find_spec("prometheus_client") else None
        self._jobs, self._players, self._name = JobStore(database), players, secrets.token_hex(4)
        self._games, hub = GameStore(database), Hub()
        games = OpenGames(database, hub, mail.minutes if mail else None)
        self._seats = ComputerDriver(games, hub, Computer(players))
        self._coach, self._reviews_seen = CoachDriver(ReviewStore(database), TriedStore(database), games), 0.0
        self._measures = Measures(MeasureStore(database))
        self._seats.stands_still = lambda: self._measures.read_only
        self._pubsub = pubsub_of(database, hub, hurry=self._seats.hurry, ordered=self._measures.changed)
        self._outbox: Outbox | None = None
        if mail is not None:
            store, preferences = NoticeStore(database), PreferenceStore(database)
            self._outbox = Outbox(store, preferences, Smtp(mail.server), mail.head, hub.here, WRITERS_WITH_ACCOUNTS)
        self._work: set[asyncio.Task[None]] = set()
        self._served: list[str] = []
        """The players for whose games it has worked, the last one at the end."""

    async def run(self, until: asyncio.Event) -> None:
        """Works until it is told to stop; unfinished jobs go back on the list."""
        steady.not_before(await self._games.newest())
        if self._pubsub:
            self._pubsub.start()
        if self._outbox:
            self._outbox.start(self._pubsub.heard_all() if self._pubsub else None)
        try:
            async with self._shown():
                await self._work_on(until)
        finally:
            for task in self._work:
                task.cancel()
            await asyncio.gather(*self._work, return_exceptions=True)
            await self._coach.close()
            if self._outbox:
                await self._outbox.close()
            await self._seats.close()
            if self._pubsub:
                await self._pubsub.close()

    @contextlib.asynccontextmanager
    async def _shown(self) -> AsyncIterator[None]:
        """Shows meanwhile how this process is, if somebody wants to know."""
        if self._watched is None:
            yield
            return
        app = watching_app(self._database, self._pubsub, self._metrics)
        async with feeling(self._metrics, self._database.connections), shown(app, self._watched):
            yield

    async def _work_on(self, until: asyncio.Event) -> None:
        """Takes job after job."""
        while not until.is_set():
            self._look_for_reviews()
            taken = await self._take() if len(self._work) < self._players else False
            if not taken:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(until.wait(), PATIENCE)

    def _look_for_reviews(self) -> None:
        """Has the coach work, if somebody has asked for it; at a site whose host lets nothing change it waits."""
        at = time.monotonic()
        if at - self._reviews_seen >= REVIEWS_EVERY and not self._measures.read_only:
            self._reviews_seen = at
            self._coach.wake()

    async def _take(self) -> bool:
        """Begins the next job; False if there is none."""
        at = now()
        await self._measures.current()
        if self._measures.read_only:
            return False
        try:
            job = await self._jobs.claim(
                self._mark(), after(at, seconds=-LEASE), after(at, seconds=-LOOKED_AT), self._served
            )
        except StorageError as error:
            log.error("there are no jobs to be had: %s", error)
            return False
        if job is None:
            return False
        self._served = [*(owner for owner in self._served if owner != job.owner), job.owner][-MOST_SERVED:]
        task = asyncio.create_task(self._do(job), name=f"job {job.game}")
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return True

    def _mark(self) -> str:
        return f"{now()} {self._name}"

    async def _do(self, job: JobRow) -> None:
        """Plays in a game until the computer has nothing to decide there, or others wait."""
        keeping = asyncio.create_task(self._keep(job))
        begun, turn = time.monotonic(), 0.0 if job.owner == NOBODY else TURN
        try:
            driven = await self._seats.drive(job.game, lambda: time.monotonic() - begun < turn)
            if driven == "more":
                await self._jobs.give_back(job, now())
            elif driven == "failed":
                await self._jobs.fail(job)
            else:
                await self._jobs.done(job)
            if self._metrics:
                self._metrics.job(driven)
        except asyncio.CancelledError:
            with contextlib.suppress(StorageError):
                await self._jobs.give_back(job, job.asked)
            raise
        except StorageError as error:  # another worker has it when the claim is void
            log.error("game %s: the job was not settled: %s", job.game, error)
        finally:
            keeping.cancel()

    async def _keep(self, job: JobRow) -> None:
        """Renews the claim while the job lasts."""
        while True:
            await asyncio.sleep(LEASE / 3)
            with contextlib.suppress(StorageError):
                await self._jobs.keep(job, self._mark())
