"""Spectators are given the same answer for a second, and what is new at once; lists are read in few goes."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from server.support import Server

from noretreat.data.facts import Side
from noretreat.server.computer.players import Computer
from noretreat.server.game import watched
from noretreat.server.game.listing import NewGame
from noretreat.server.game.package import Package, package
from noretreat.server.game.watched import Answer
from noretreat.server.http.live import Hub, News
from noretreat.server.lobby import service
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database

TWO = NewGame(scenario="na_berlin", axis="human", soviet="open")


@pytest.fixture
def with_two(store_url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a story at two servers on one store, of which the first counts the packages that it works out."""
    monkeypatch.setattr(watched, "SHOWN", 3600.0)

    def run(story: Callable[[Games, Games, Hub, list[str]], Awaitable[None]]) -> None:
        made: list[str] = []

        def counted(match: Any, token: str, **more: Any) -> Package:
            made.append(token)
            return package(match, token, **more)

        monkeypatch.setattr(service, "package", counted)

        async def tell() -> None:
            hubs = Hub(), Hub()
            databases = Database(store_url), Database(store_url)
            for one in databases:
                await one.open("mark")
            first, second = (Games(one, hub, Computer()) for one, hub in zip(databases, hubs, strict=True))
            try:
                await story(first, second, hubs[0], made)
            finally:
                for games in (first, second):
                    await games.close()
                for one in databases:
                    await one.close()

        asyncio.run(tell())

    return run


async def asked(games: Games, game: str, token: str, since: int = 0) -> Any:
    answer = await games.answer(game, token, since, None, "all")
    if isinstance(answer, Answer):
        assert gzip.decompress(answer.packed) == answer.plain
        answer = answer.plain
    assert answer == msgspec.json.encode(await games.show(game, token, since, None))
    return msgspec.json.decode(answer)


def test_spectators_are_given_the_same_answer_until_there_is_news(with_two: Callable[..., None]) -> None:
    async def story(games: Games, other: Games, hub: Hub, made: list[str]) -> None:
        created = await games.list.create(TWO, "anna")
        game, invite = created.id, created.links[Side.SOVIET].rpartition("/")[2]

        async def look(token: str) -> Any:
            answer = await games.answer(game, token, 0, None, "all")
            return msgspec.json.decode(answer if isinstance(answer, bytes) else answer.plain)

        await look("carla")
        del made[:]
        assert [(await look(token))["owned"] for token in ("carla", "dora", "")] == [[]] * 3
        assert made == [], "they are given what was worked out for the first of them"
        assert (await look("anna"))["owned"] == ["axis"], "a player is not"
        assert (await look("carla"))["game"]["seats"]["soviet"]["kind"] == "open"
        await games.list.join(game, invite, "boris")
        assert (await look("boris"))["owned"] == ["soviet"], "nor who has just become one"
        assert (await look("carla"))["game"]["seats"]["soviet"]["kind"] == "human"
        for turn in range(6):
            played = games if turn < 3 else other
            package = await played.show(game, "anna", 0, None)
            token = "anna" if package.actions else "boris"
            package = await played.show(game, token, 0, None)
            assert (await look("carla"))["ply"] == package.ply
            package = await played.act(game, token, package.ply, package.actions[0])
            if played is other:  # as another process tells it
                hub.heard(game, News(package.ply))
            del made[:]
            assert (await look("carla"))["ply"] == package.ply, "a move is shown at once"
            assert (await look("dora"))["ply"] == package.ply
            assert made == ["carla"]
            assert await asked(games, game, "carla") == await asked(games, game, "dora")
        await games.list.rename(game, "anna", "Another name")
        assert (await look("carla"))["game"]["name"] == "Another name"

    with_two(story)


@pytest.mark.one_database
def test_what_comes_while_an_answer_is_worked_out_makes_it_void(
    with_two: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(games: Games, other: Games, hub: Hub, made: list[str]) -> None:
        game = (await games.list.create(TWO, "anna")).id
        show = games.show

        async def overtaken(*arguments: Any) -> Package:
            package = await show(*arguments)
            hub.heard(game, News(package.ply + 1))
            return package

        monkeypatch.setattr(games, "show", overtaken)
        await games.answer(game, "carla", 0, None, "all")
        monkeypatch.setattr(games, "show", show)
        del made[:]
        await games.answer(game, "carla", 0, None, "all")
        assert made == ["carla"]

    with_two(story)


@pytest.mark.one_database
def test_answers_take_no_more_memory_than_they_may(
    with_two: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(games: Games, other: Games, hub: Hub, made: list[str]) -> None:
        names = [(await games.list.create(TWO, "anna")).id for _ in range(3)]
        one = await games.answer(names[0], "carla", 0, None, "all")
        assert isinstance(one, Answer)
        monkeypatch.setattr(watched, "MOST_BYTES", 2 * one.weight + one.weight // 2)
        for name in names:
            for since in range(20):
                await games.answer(name, "carla", since, None, "all")
                kept = list(games._watched._shown.values())
                assert games._watched._weight == sum(one.weight for each in kept for one in each.answers.values())
                assert games._watched._weight <= watched.MOST_BYTES

    with_two(story)


@pytest.mark.one_database
def test_a_list_is_read_in_two_goes(with_two: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """However much stands in it: its rows, and what is around them."""

    async def story(games: Games, other: Games, hub: Hub, made: list[str]) -> None:
        names = {(await games.list.create(TWO, "anna")).id for _ in range(3)}
        goes, read = 0, games.list._database.read

        async def counted(work: Any) -> Any:
            nonlocal goes
            goes += 1
            return await read(work)

        monkeypatch.setattr(games.list._database, "read", counted)
        assert {one.id for one in await games.list.listing("anna")} == names
        assert goes == 2

    with_two(story)


def test_an_answer_for_many_is_packed_once_and_unpacked_by_each(server: Server) -> None:
    game = server.browser().create(soviet="open")
    spectator = server.browser()
    plain = spectator.http.get(f"/api/games/{game}", headers={"accept-encoding": "identity"})
    packed = spectator.http.get(f"/api/games/{game}", headers={"accept-encoding": "gzip"})
    assert ("content-encoding" in plain.headers, packed.headers["content-encoding"]) == (False, "gzip")
    assert packed.headers["vary"].lower() == "accept-encoding"
    assert plain.json() == packed.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
