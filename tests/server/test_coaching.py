"""The coach's review over HTTP and in the store: worked out once, stopped, kept, and for games that are over."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from server.support import Browser, Server

from noretreat.coach.version import coach_version
from noretreat.server.computer.players import Computer
from noretreat.server.http.live import Hub
from noretreat.server.http.rate_limit import DEAR, Buckets, Rate, RateLimit
from noretreat.server.job_worker import JobWorker
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database
from noretreat.storage.games import GameRow, GameStore
from noretreat.storage.reviews import ReviewRow, ReviewStore
from noretreat.storage.tried import MOST, TriedRow, TriedStore

SHORT = Path(__file__).resolve().parents[1] / "saved_games" / "06-na_berlin-digital_0_1-soviet-garrison.jsonl"
AT = "2026-05-01T12:00:00.000+00:00"
STALE = "2026-05-01T11:59:00.000+00:00"


def reviewed(browser: Browser, name: str) -> dict[str, Any]:
    """The review once it is ready."""
    assert browser.http.post(f"/api/games/{name}/review", json={}).status_code == 200
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        told: dict[str, Any] = browser.http.get(f"/api/games/{name}/review").json()
        if told["state"] != "asked":
            return told
        time.sleep(0.1)
    raise AssertionError("the review was not ready in time")


@pytest.mark.slow
def test_a_game_that_is_over_is_reviewed_once_and_anybody_who_may_see_it_reads_it(server: Server) -> None:
    browser = server.browser()
    made = browser.http.post("/api/games/import", json={"save": SHORT.read_text(encoding="utf-8")}).json()["id"]
    assert browser.http.get(f"/api/games/{made}/review").json()["state"] == "none"
    told = reviewed(browser, made)
    assert (told["state"], told["share"]) == ("done", 1.0)
    review = told["review"]
    gains = [sum(one[part] for part in ("dice", "deals", "axis", "soviet", "course")) for one in review["parts"]]
    curve = [point["chance"] for point in review["curve"]]
    assert abs(curve[0] + sum(gains) - curve[-1]) < 1e-9
    assert review["winner"] == "soviet"
    assert browser.http.post(f"/api/games/{made}/review", json={}).json() == told, "it is not worked out again"
    onlooker = server.browser()
    assert onlooker.http.get(f"/api/games/{made}/review").json()["review"] == review
    assert onlooker.http.delete(f"/api/games/{made}/review").status_code == 403


@pytest.mark.slow
def test_a_game_that_is_not_over_has_no_review_until_it_is(server: Server) -> None:
    host, guest = server.browser(), server.browser()
    game = host.create(axis="human", soviet="open", shared=True, scenario="bagration")
    assert guest.http.post(f"/api/games/{game}/join", json={}).status_code == 204
    for browser in (host, guest):
        refused = [
            browser.http.post(f"/api/games/{game}/review", json={}),
            browser.http.get(f"/api/games/{game}/review"),
        ]
        assert [one.status_code for one in refused] == [409, 409]
        assert refused[0].json()["error"]["code"] == "not_over"
    package = host.show(game)
    host.act(game, package["ply"], {"type": "Resign", "side": "axis"})
    assert reviewed(guest, game)["review"]["winner"] == "soviet"


@pytest.mark.slow
def test_a_turn_tried_again_is_kept_with_the_game_of_its_player(server: Server) -> None:
    browser, stranger = server.browser(), server.browser()
    save = (SHORT.parent / "101-tournament-classic-soviet-objectives.jsonl").read_text(encoding="utf-8")
    made = browser.http.post("/api/games/import", json={"save": save}).json()["id"]
    moves = next(
        ply for ply in range(20)
        if browser.http.get(f"/api/games/{made}/replay?ply={ply}").json()["view"]["phase"] == "movement"
    )  # fmt: skip
    sandboxes = [
        one.http.post("/api/sandboxes", json={"game": made, "ply": moves}).json()["id"] for one in (browser, stranger)
    ]
    for one, sandbox in zip((browser, stranger), sandboxes, strict=True):
        told = reviewed(one, sandbox)
        assert (told["state"], told["review"]["tried"]["over"]) == ("done", False), "its moves are not over yet"
        assert told["review"]["turning_points"] == []
        assert (told["review"]["tried"]["ply"], told["review"]["tried"]["side"]) == (moves, "axis")
    kept = browser.http.get(f"/api/games/{made}/review").json()["tries"]
    assert [(one["sandbox"], one["tried"]) for one in kept] == [(sandboxes[0], None)], "not what a stranger tries"


def test_tries_are_kept_judged_and_the_oldest_go(store_url: str) -> None:
    async def look() -> None:
        database = Database(store_url)
        await database.open("mark")
        try:
            store = TriedStore(database)
            row = GameRow("one", "", "", "barbarossa", "{}", AT, AT, 3, 7, "", "{}")
            await GameStore(database).create(row, [], [], [])
            await store.keep(TriedRow("gone", "sand", 7, AT))
            assert await store.of("gone") == [], "its game is not there"
            await store.keep(TriedRow("one", "sand", 7, AT))
            await store.judge("sand", "{}")
            await store.keep(TriedRow("one", "sand", 7, STALE))
            assert await store.of("one") == [TriedRow("one", "sand", 7, AT, "{}")], "kept once"
            for number in range(MOST):
                await store.keep(TriedRow("one", f"sand{number}", 7, f"2026-06-{number:02}"))
            kept = await store.of("one")
            assert (len(kept), "sand" in {one.sandbox for one in kept}) == (MOST, False)
            await GameStore(database).delete("one")
            assert await store.of("one") == []
        finally:
            await database.close()

    asyncio.run(look())


def test_a_review_is_claimed_once_kept_or_stopped(store_url: str) -> None:
    async def look() -> None:
        database = Database(store_url)
        await database.open("mark")
        try:
            games, store = GameStore(database), ReviewStore(database)
            row = GameRow("one", "", "", "barbarossa", "{}", AT, AT, 3, 7, "", "{}")
            await games.create(row, [], [], [])
            wanted = ReviewRow("one", coach_version(), 3, 0, AT)
            assert await store.ask(wanted) == await store.ask(wanted)
            mine = await store.claim(f"{AT} me", STALE)
            assert mine is not None
            assert await store.claim(f"{AT} other", STALE) is None
            mine.share, mine.text = 0.5, "{}"
            assert await store.keep(mine, f"{AT} me")
            await store.stop("one", coach_version())
            assert not await store.keep(mine, f"{AT} me"), "whoever works at it hears that it is not wanted any more"
            kept = await store.of("one", coach_version())
            assert kept is not None
            assert (kept.state, kept.text) == ("done", "{}")
            again = await store.ask(wanted)
            assert (again.state, again.text) == ("asked", "{}"), "one that was stopped is gone on with"
            assert await store.claim(f"{AT} me", STALE) is not None
            await store.stop("one", coach_version())
            other = await store.ask(ReviewRow("one", coach_version(), 4, 0, AT))
            assert (other.ply, other.text) == (4, ""), "a game that has moved on is reviewed again"
            await store.stop("one", coach_version())
            assert await store.of("one", coach_version()) is None
            await store.ask(wanted)
            await games.delete("one")
            assert await store.of("one", coach_version()) is None, "it goes with its game"
        finally:
            await database.close()

    asyncio.run(look())


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
def test_a_worker_reviews_what_was_asked_for(store_url: str) -> None:
    async def look() -> None:
        database = Database(store_url)
        await database.open("mark")
        games, store = Games(database, Hub(), Computer()), ReviewStore(database)
        stop = asyncio.Event()
        crew = asyncio.create_task(JobWorker(database, 1).run(stop))
        try:
            name = (await games.list.save_import(SHORT.read_text(encoding="utf-8"), "token")).id
            row = await GameStore(database).game(name)
            assert row is not None
            await store.ask(ReviewRow(name, coach_version(), row.ply, row.rewinds, AT))
            async with asyncio.timeout(120):
                while (found := await store.of(name, coach_version())) is None or found.state == "asked":
                    await asyncio.sleep(0.05)
            assert (found.state, found.share) == ("done", 1.0)
            assert '"turning_points"' in found.text
        finally:
            stop.set()
            await crew
            await games.close()
            await database.close()

    asyncio.run(look())


def test_to_ask_for_a_review_is_dear() -> None:
    limit = RateLimit(lambda *_: None, Buckets(Rate(DEAR, 1.0), lambda: 0.0))  # type: ignore[arg-type]

    def wait(method: str) -> int:
        scope: Any = {"type": "http", "path": "/api/games/abc/review", "method": method, "query_string": b"",
                      "headers": [], "client": ("203.0.113.9", 1)}  # fmt: skip
        return limit._seconds(scope)

    assert [wait("GET"), wait("POST")] == [0, 1], "looking at it is not"
