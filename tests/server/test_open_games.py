"""The games in memory: as many as fit, and a long one is opened without reading all of its log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from noretreat.core.actions import MoveUnit
from noretreat.server.computer.players import Computer
from noretreat.server.game import log as module
from noretreat.server.game import open_games
from noretreat.server.game.listing import NewGame
from noretreat.server.game.log import LogEntry, entry_of
from noretreat.server.game.match import EMPTY, Match, encoded
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import Package, package
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Conflict, Database
from noretreat.storage.games import EntryRow
from noretreat.storage.stored_games import StoredGame, stored_game

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
    name = (await games.list.create(TWO, "token")).id
    package = await games.show(name, "token", 0, None)
    for _ in range(steps):
        package = await games.act(name, "token", package.ply, package.actions[-1])
    return name


@pytest.mark.one_database
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


async def moving(games: Games) -> tuple[str, Package]:
    """A game in which a side moves its units, which it can take back."""
    name = (await games.list.create(TWO, "token")).id
    package = await games.show(name, "token", 0, None)
    while not isinstance(package.actions[0], MoveUnit):
        package = await games.act(name, "token", package.ply, package.actions[-1])
    return name, package


@pytest.mark.one_database
def test_of_a_game_in_memory_only_the_news_is_read(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process has played is added to the log; where it took something back, the log is read anew."""
    read: list[tuple[int, list[int]]] = []

    def noted(*given: Any) -> StoredGame | None:
        found = stored_game(*given)
        if found and found.news:
            read.append((found.news.after, [entry.ply for entry in found.news.entries]))
        return found

    async def look(database: Database, games: Games) -> None:
        name, _ = await moving(games)
        elsewhere = OpenGames(database, Hub())
        monkeypatch.setattr(open_games, "stored_game", noted)

        async def same() -> Match:
            async with elsewhere.open(name) as there, games.tables.open(name) as here:
                assert [entry.row(name) for entry in there.log] == [entry.row(name) for entry in here.log]
                assert (there.row, there.snapshots) == (here.row, here.snapshots)
                assert encoded(there.state) == encoded(here.state) == there.row.state
                return there

        before = (await same()).ply
        assert read == [(-1, list(range(1, before + 1)))]
        package = await games.show(name, "token", 0, None)
        package = await games.act(name, "token", package.ply, package.actions[0])
        await same()
        assert read[1:] == [(before, list(range(before + 1, package.ply + 1)))]
        await same()
        assert len(read) == 2, "nothing is new"
        taken_back = await games.undo(name, "token", package.ply)
        assert taken_back.ply < package.ply
        again = await games.act(name, "token", taken_back.ply, taken_back.actions[1])
        await same()
        assert read[2:] == [(-1, list(range(1, again.ply + 1)))]

    with_games(store_url, look)


def test_a_move_after_another_past_is_refused(store_url: str) -> None:
    """A game that was taken back and played on to the same step elsewhere is not the one that somebody looked at."""

    async def look(database: Database, games: Games) -> None:
        name, package = await moving(games)
        package = await games.act(name, "token", package.ply, package.actions[0])
        late = OpenGames(database, Hub())
        async with late.open(name) as match:
            package = await games.undo(name, "token", package.ply)
            while package.ply < match.ply:
                package = await games.act(name, "token", package.ply, package.actions[1])
            assert package.ply == match.ply
            with pytest.raises(Conflict):
                await late.commit(match, match.state.options[0])

    with_games(store_url, look)


@pytest.mark.one_database
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
        seen = await games.show(name, "token", 0, None)
        while not seen.undo.can:
            seen = await games.act(name, "token", seen.ply, seen.actions[0])
        del read[:]
        async with OpenGames(database, Hub()).open(name) as match:
            assert package(match, "token", since=match.ply).actions
            assert len(read) < match.ply / 2, "to say what can be taken back its end is enough"

    with_games(store_url, look)
