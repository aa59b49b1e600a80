"""Small attacks: a flooded lobby, talk without end, foreign names and origins, cookies of others, long answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from server.accounts import Place
from server.support import Server
from server.test_table_service import ANNA, BORIS, Inn, refused

from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.analysis.chance_record import ChanceRecord, record_of
from noretreat.server.game.listing import NewGame
from noretreat.server.game.match import Match
from noretreat.server.http.attempts import RATES
from noretreat.server.http.rate_limit import Rate
from noretreat.server.http.reachability import names_of
from noretreat.server.http.security import LOOPBACK, Guard
from noretreat.server.lobby import catalog, service
from noretreat.server.players import table_service
from noretreat.storage.database import Database

TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.77"}


@pytest.fixture
def at_an_inn(store_url: str) -> Callable[[Callable[[Inn], Awaitable[None]]], None]:
    """Runs a story at an inn of its own, on either database."""

    def run(story: Callable[[Inn], Awaitable[None]]) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            inn = Inn(database, 20)
            try:
                await story(inn)
            finally:
                await inn.games.close()
                await database.close()

        asyncio.run(tell())

    return run


@pytest.mark.one_database
def test_nobody_fills_the_lobby(at_an_inn: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one player nor all invented ones together; games for friends are not counted."""
    monkeypatch.setattr(catalog, "MOST_IN_LOBBY", 7)
    offer = NewGame(axis="human", soviet="open", shared=True)

    async def story(inn: Inn) -> None:
        made = [await inn.games.list.create(offer, ANNA) for _ in range(catalog.MOST_OFFERED)]
        assert await refused(inn.games.list.create(offer, ANNA)) == "offered-too-many"
        await inn.games.list.create(NewGame(axis="human", soviet="open"), ANNA)
        for number in range(2):
            await inn.games.list.create(offer, f"invented {number}")
        assert await refused(inn.games.list.create(offer, "invented again")) == "lobby-full"
        await inn.games.list.sit(made[0].id, BORIS)
        await inn.games.list.create(offer, ANNA)  # one that was taken makes room

    at_an_inn(story)


@pytest.mark.slow
def test_invented_browsers_of_one_network_offer_only_so_many_games(place: Place) -> None:
    most, answers = int(RATES["lobby"].most), []
    for number in range(most + 1):
        browser = place.server.browser()
        browser.http.headers["x-forwarded-for"] = f"2001:db8:77:1::{number:x}"
        answers.append(browser.http.post("/api/games", json={"soviet": "open", "shared": True}))
    assert [answer.status_code for answer in answers] == [201] * most + [429]


@pytest.mark.one_database
def test_talk_and_offers_have_a_pace(at_an_inn: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TALK", "OFFERS"):
        monkeypatch.setattr(
            table_service, name, Rate(5, 1e-6)
        )  # a busy machine needs long for the lines of the real one

    async def story(inn: Inn) -> None:
        game = await inn.begin()
        for _ in range(int(table_service.TALK.most)):
            await inn.dealings.say(game, ANNA, "Hello")
        assert await refused(inn.dealings.say(game, ANNA, "Hello")) == "too-fast"
        await inn.dealings.say(game, BORIS, "One moment")
        for _ in range(int(table_service.OFFERS.most)):
            await inn.dealings.propose(game, ANNA, "draw")
        assert await refused(inn.dealings.propose(game, ANNA, "draw")) == "too-fast"
        await inn.dealings.answer(game, BORIS, "draw", accept=False)

    at_an_inn(story)


def _asked(guard: Guard, method: str = "GET", scheme: str = "http", **headers: str) -> int:
    said = [(name.encode(), value.encode()) for name, value in headers.items()]
    if method == "POST":
        said.append((b"content-type", b"application/json"))
    scope: Any = {"type": "http", "method": method, "path": "/api/games", "scheme": scheme, "headers": said}
    refusal = guard._refusal(scope, dict(said))
    return refusal[0] if refusal else 200


def test_in_a_network_a_server_answers_to_no_foreign_name() -> None:
    guard: Any = Guard(None, {*LOOPBACK, *names_of("0.0.0.0")})  # type: ignore[arg-type]
    for host in ("127.0.0.1:8123", "192.168.1.20:8123", "[fe80::1]:8123", "localhost"):
        assert _asked(guard, host=host) == 200, host
    for host in ("evil.example", "192.168.1.20.evil.example", ""):
        assert _asked(guard, host=host) == 421, host


def test_behind_tls_a_page_without_it_is_another_one() -> None:
    guard: Any = Guard(None, ())  # type: ignore[arg-type]
    for scheme, origin, status in (("https", "https", 200), ("https", "http", 403), ("http", "http", 200)):
        assert _asked(guard, "POST", scheme, host="games.example.org", origin=f"{origin}://games.example.org") == status


def test_behind_tls_the_cookie_is_this_hosts_alone_and_the_old_one_is_read(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    ((name, token),) = browser.http.cookies.items()
    old = {**TLS, "cookie": f"{name}={token}"}
    stranger = server.browser()
    answer = stranger.http.get("/api/games", headers=old)
    assert [one["id"] for one in answer.json()] == [game], "nobody is signed out"
    cookies = answer.headers.get_list("set-cookie")
    ours = next(one for one in cookies if one.startswith(f"__Host-{name}={token};"))
    assert all(part in ours.lower() for part in ("; secure", "; path=/;", "; httponly")), ours
    assert "domain" not in ours.lower()
    gone = next(one for one in cookies if one.startswith(f"{name}="))
    assert "max-age=0" in gone.lower(), "the one of before is ended"
    both = {**TLS, "cookie": f"{name}={'x' * 43}; __Host-{name}={token}"}
    fresh = server.browser().http.get("/api/games", headers=both).json()
    assert [one["id"] for one in fresh] == [game], "one that another host has set does not count"


@pytest.mark.one_database
def test_the_record_of_a_finished_game_is_worked_out_once(
    at_an_inn: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(match: Match) -> ChanceRecord | None:
        made.append(match.id)
        return record_of(match)

    monkeypatch.setattr(service, "record_of", counted)

    async def story(inn: Inn) -> None:
        game = await inn.begin()
        async with inn.games.tables.open(game) as match:
            await inn.games.tables.commit(match, Resign(Side.AXIS))
        records = await asyncio.gather(*(inn.games.chance_record(game) for _ in range(20)))
        assert all(record == records[0] for record in records)
        assert records[0].secret is not None
        assert made == [game]

    at_an_inn(story)


@pytest.mark.slow
def test_the_description_of_the_interface_is_made_once(server: Server) -> None:
    first, second = (server.browser().http.get("/schema/openapi.json") for _ in range(2))
    assert first.content == second.content
    assert first.status_code == 200
