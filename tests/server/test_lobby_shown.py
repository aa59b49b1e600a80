"""Strangers are shown the same lobby for a second; whoever has a part in a game, and every change here, is heeded."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.lobby import catalog
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database

OFFERED = NewGame(scenario="na_berlin", axis="human", soviet="open", shared=True)


def test_the_lobby_is_read_once_for_all_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "SHOWN", 3600.0)
    asyncio.run(_shown(tmp_path))


async def _shown(folder: Path) -> None:
    database = Database(f"sqlite:///{folder}/games.db")
    await database.open("mark")
    games = Games(database, Hub(), Computer())
    try:
        made = await games.list.create(OFFERED, "anna")
        reads = 0
        shared_games = games.list._store.shared_games

        async def counted(most: int) -> object:
            nonlocal reads
            reads += 1
            return await shared_games(most)

        games.list._store.shared_games = counted  # type: ignore[method-assign, assignment]
        for stranger in ("berta", "carla", "", "berta"):
            (found,) = (await games.list.lobby(stranger)).open
            assert (found.id, found.owned, found.links, found.can_delete) == (made.id, [], {}, False)
        assert (await games.list.lobby("anna")).open == [], "one's own games are not among those of others"
        assert reads == 1
        (invite,) = made.links.values()
        await games.list.join(made.id, invite.rpartition("/")[2], "berta")
        assert (await games.list.lobby("carla")).open == [], "a game that somebody has joined is gone at once"
        other = await games.list.create(OFFERED, "anna")
        assert [one.id for one in (await games.list.lobby("carla")).open] == [other.id], "and another one is there"
        assert (await games.list.lobby("anna")).open == []
        assert reads == 3
    finally:
        await games.close()
        await database.close()
