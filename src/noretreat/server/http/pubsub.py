"""Publish and subscribe: news of one process of a site reaches the pages that are open on the others.

It is carried by PostgreSQL (LISTEN and NOTIFY). News of a move goes out in the transaction of the move itself, so that
none is told that was not stored, and none is stored that is not told; everything else is sent here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from noretreat.server.http.live import Hub, News
from noretreat.storage.database import Database, StorageError
from noretreat.storage.engine import CHANNEL, notify
from noretreat.storage.tables import GAME

log = logging.getLogger("noretreat.server")
HEARTBEAT: Final = 10.0
"""Seconds between heartbeats."""
SILENT: Final = 35.0
"""Seconds of silence after which a process counts as gone, with all its viewers."""
ANSWERS: Final = 3.0
"""Seconds in which the others answer when they are asked who is with them."""
TOGETHER: Final = 40
"""Games in one message: it has to be smaller than 8,000 bytes."""
MOST_HERE: Final = 80
"""Looked-at pages of one game that the other processes are told of."""


class Message(msgspec.Struct, omit_defaults=True):
    """A message from one process to the others."""

    sender: str
    game: str = ""
    news: News | None = None
    people: bool = False
    """There is news of the people at the table."""
    here: dict[str, list[str]] | None = None
    """Who looks at which games in the sender's process."""
    who: bool = False
    """The others are asked who is with them."""
    hurry: bool = False
    """The computer is asked to answer at once."""
    measures: bool = False
    """The host's measures have changed."""


class PubSub:
    """The connection of a process to the others. `hurry` is called with the game whose computer has to hurry,
    `ordered` when the host's measures have changed.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        hurry: Callable[[str], None] = lambda game: None,
        ordered: Callable[[], None] = lambda: None,
    ) -> None:
        self._database, self._hub, self._hurry, self._ordered = database, hub, hurry, ordered
        self._out: deque[Message] = deque()
        self._due = asyncio.Event()
        self._heard: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.listening = asyncio.Event()
        hub.pubsub = self

    # --- what this process tells -----------------------------------------------------------------------------
    def tell(self, game: str, news: News) -> None:
        """Tells the pages of a game in other processes."""
        self._send(Message(self._database.process, game, news))

    def tell_of_people(self, game: str) -> None:
        """Tells them that there is news of the people at the table."""
        self._send(Message(self._database.process, game, people=True))

    def tell_who_is_here(self, game: str, players: list[str]) -> None:
        """Tells the other processes who looks at a game in this one."""
        self._send(Message(self._database.process, game, here={game: players[:MOST_HERE]}))

    def hurry(self, game: str) -> None:
        """Has the computer answer at once, whichever worker asks it."""
        self._send(Message(self._database.process, game, hurry=True))

    def _send(self, message: Message) -> None:
        self._out.append(message)
        self._due.set()

    def _tell_all(self) -> None:
        found = iter(self._hub.all_here().items())
        for many in iter(lambda: list(islice(found, TOGETHER)), []):
            small: dict[str, list[str]] = {}
            for game, players in many:
                if sum(map(len, small.values())) + len(players) > MOST_HERE:
                    self._send(Message(self._database.process, here=small))
                    small = {}
                small[game] = players[:MOST_HERE]
            self._send(Message(self._database.process, here=small))

    # --- what the others tell --------------------------------------------------------------------------------
    def hear(self, payload: str) -> None:
        """Passes on what another process has told."""
        message = msgspec.json.decode(payload, type=Message)
        if message.sender == self._database.process:
            if message.here and message.game and self._heard:
                # The others know it only now, and any of them may be asked by a page that was told here before.
                self._hub.heard_of_people(message.game)
            return
        if message.measures:  # of a command, which is no process of the site
            self._ordered()
            return
        if message.sender not in self._heard and not message.who:
            self._send(Message(self._database.process, who=True))
        self._heard[message.sender] = time.monotonic()
        if message.who:
            self._tell_all()
        if message.news is not None:
            self._hub.heard(message.game, message.news)
        if message.people:
            self._hub.heard_of_people(message.game)
        for game, players in (message.here or {}).items():
            self._hub.elsewhere(message.sender, game, players)
        if message.hurry:
            self._hurry(message.game)

    async def tell_now(self) -> None:
        """Sends what is waiting at once: for a command, which does not listen."""
        self._due.clear()
        await self._pass_on()

    async def heard_all(self) -> None:
        """Waits until the other processes are heard, and have had time to say who is there."""
        await self.listening.wait()
        await asyncio.sleep(ANSWERS)

    # --- by itself -------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Listens and tells, until `close`."""
        for work in (self._listen, self._write, self._beat):
            self._tasks.append(asyncio.create_task(work(), name=f"relay {work.__name__}"))

    async def close(self) -> None:
        """Stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear_on()
            except Exception as error:  # the database is gone for a while, or was started again
                log.warning("the other processes are not heard: %s", error)
            self.listening.clear()
            await asyncio.sleep(1)

    async def _hear_on(self) -> None:
        """Listens until the connection breaks."""
        import psycopg

        settings: dict[str, Any] = self._database.line
        line = await psycopg.AsyncConnection.connect(self._database.dsn, autocommit=True, **settings)
        async with line:
            await line.execute(f"LISTEN {CHANNEL}".encode())
            self._send(Message(self._database.process, who=True))
            self._tell_all()
            await self._catch_up()
            self.listening.set()
            async for notice in line.notifies():
                try:
                    self.hear(notice.payload)
                except msgspec.MsgspecError as error:
                    log.warning("a message was not understood: %s", error)

    async def _catch_up(self) -> None:
        """Tells the open pages what was missed while nothing was heard."""
        games = list(self._hub.all_here())
        for start in range(0, len(games), 500):
            some = games[start : start + 500]
            for row in await self._database.rows(sa.select(GAME.c.id, GAME.c.ply).where(GAME.c.id.in_(some))):
                self._hub.heard(row.id, News(row.ply, company=True))

    async def _write(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            with contextlib.suppress(StorageError):  # all is told again when the line is there again
                await self._pass_on()

    async def _pass_on(self) -> None:
        payloads = [msgspec.json.encode(self._out.popleft()).decode() for _ in range(len(self._out))]

        def work(connection: sa.Connection) -> None:
            for payload in payloads:
                notify(connection, payload)

        await self._database.write(work)

    async def _beat(self) -> None:
        while True:
            self._send(Message(self._database.process))
            await asyncio.sleep(HEARTBEAT)
            for process, at in list(self._heard.items()):
                if time.monotonic() - at > SILENT:
                    del self._heard[process]
                    self._hub.gone(process)


def pubsub_of(database: Database, hub: Hub, **more: Any) -> PubSub | None:
    """The connection of a process to the others, if its database can carry one."""
    return PubSub(database, hub, **more) if database.shared else None
