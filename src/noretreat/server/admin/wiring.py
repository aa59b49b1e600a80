"""Puts the host's acts together for a command, which has no pages of its own and tells the processes of the site."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Final

from noretreat.server.admin.acts import Admin
from noretreat.server.computer.players import Computer
from noretreat.server.http.live import Hub
from noretreat.server.http.pubsub import pubsub_of
from noretreat.server.lobby.service import Games
from noretreat.server.tournaments.service import Tournaments
from noretreat.storage.database import Database
from noretreat.storage.jobs import JobStore
from noretreat.storage.measures import MeasureStore

MINUTES: Final = 2
"""After so many minutes players are mailed what a command has brought about."""


@contextlib.asynccontextmanager
async def admin_on(database: Database) -> AsyncIterator[Admin]:
    """The host's acts on an open store. The computer is woken in the processes of the site, never here."""
    hub = Hub()
    pubsub = pubsub_of(database, hub)
    games = Games(database, hub, Computer(), jobs=JobStore(database) if database.shared else None)
    if not database.shared:
        games.computer.stands_still = lambda: True
    try:
        yield Admin(database, games, MeasureStore(database), Tournaments(database, games, MINUTES))
        await games.computer.finish()
        if pubsub is not None:
            await pubsub.tell_now()
    finally:
        await games.close()
