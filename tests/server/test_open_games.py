"""The games in memory: as many as fit, and a long one is opened without reading all of its log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from noretreat.server import match as module
from noretreat.server.computer import Computer
from noretreat.server.games import Games
from noretreat.server.live import Hub
from noretreat.server.match import EMPTY, LogEntry, entry_of
from noretreat.server.open_games import OpenGames
from noretreat.server.wishes import NewGame
from noretreat.storage.database import Database, EntryRow

TWO = NewGame(scenario="barbarossa", axis="human", soviet="human")


def with_games(url: str, look: Callable[[Database, Games], Awaitable[Any]]) -> None:
    async def run() -> None:
        database = Database(url)
        await database.open("mark")
        games = Games(database, Hub(), Computer())
        try:
            await look(database, games)
        finally:
            await games.close()
            await database.close()

    asyncio.run(run())


async def played(games: Games, steps: int) -> str:
    """A new game in which some steps were played."""
    name = (await games.create(TWO, "token")).id
    package = await games.show(name, "token", 0, None)
    for _ in range(steps):
        package = await games.act(name, "token", package.ply, package.actions[-1])
    return name


def test_the_cache_takes_no_more_memory_than_it_may(store_url: str) -> None:
    async def look(database: Database, games: Games) -> None:
        names = [await played(games, 3) for _ in range(4)]
        small = OpenGames(database, Hub(), most_bytes=2 * EMPTY + 20_000)
        for name in [*names, *names]:
            async with small.open(name) as match:
                assert match.id == name
            assert small._weight == sum(weight for _, weight in small._cache.values()) <= small._most
        assert [*small._cache] == names[-2:], "the two that were opened last"
        tiny = OpenGames(database, Hub(), most_bytes=1)
        async with tiny.open(names[0]) as match:
            assert match.ply >= 3, "one has room, however large it is"

    with_games(store_url, look)


def test_a_game_is_opened_without_reading_its_log(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(row: EntryRow) -> LogEntry:
        read.append(row.ply)
        return entry_of(row)

    async def look(database: Database, games: Games) -> None:
        name = await played(games, 40)
        monkeypatch.setattr(module, "entry_of", counted)
        fresh = OpenGames(database, Hub())
        async with fresh.open(name) as match:
            assert read == []
            assert match.log[-1].ply == len(match.log) == match.ply
            assert [entry.ply for entry in match.log[1:3]] == [2, 3]
            assert read == [match.ply, 2, 3]
            assert [entry.ply for entry in match.log] == list(range(1, match.ply + 1))
            assert sorted(read) == list(range(1, match.ply + 1)), "each once"

    with_games(store_url, look)
