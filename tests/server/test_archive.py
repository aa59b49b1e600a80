"""The archive of finished games, the pages of public ones, and the ladder."""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from server.support import Server
from server.test_profiles import at_the_club  # noqa: F401  (a fixture)
from server.test_ratings import Ladder, at_the_ladder  # noqa: F401  (a fixture)
from server.test_table_service import ANNA, BORIS, CLARA, refused

from noretreat.data.facts import Side
from noretreat.server.game.listing import NewGame
from noretreat.server.game.picture import HEIGHT, WIDTH
from noretreat.server.http.rate_limit import DEAR, Buckets, Rate, RateLimit
from noretreat.server.http.security import hashed
from noretreat.server.lobby.catalog import OVERLAP
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.players.archive import SHOWN, Archive, preview
from noretreat.server.players.ladder import LadderService
from noretreat.storage.blocks import BlockStore
from noretreat.storage.players import PlayerStore
from noretreat.storage.ratings import SHOWN as ON_A_PAGE
from noretreat.storage.ratings import RatingRow
from noretreat.storage.rows import insert
from noretreat.storage.table_talk import ProposalRow
from noretreat.storage.tables import PLAYER, RATING


async def found(club: Ladder, token: str = CLARA, whose: str = "public", q: str = "", scenario: str = "") -> list[str]:
    """What a new look into the archive finds."""
    page = await Archive(club.games.list).page(token, whose, q, scenario, 0)  # type: ignore[arg-type]
    return [row.id for row in page.games]


async def public(club: Ladder, **wishes: str) -> str:
    """A finished game that both want to be public."""
    game = await club.begun(rated=False, **wishes)
    for token in (ANNA, BORIS):
        await club.dealings.agree(game, token, public=True)
    await club.resigned(game, BORIS)
    return game


@pytest.mark.slow
def test_finished_games_are_found_by_their_players_and_names(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        private = await club.begun(name="Quiet")
        await club.resigned(private, ANNA)
        running = await club.begun()
        for token in (ANNA, BORIS):
            await club.dealings.agree(running, token, public=True)
        first, second = await public(club, name="Łódź 1944"), await public(club, scenario="citadel")
        assert await found(club) == [second, first]
        assert await found(club, q="lodz") == [first]
        assert await found(club, q="BORIS anna") == [second, first]
        assert await found(club, q="clara") == []
        assert await found(club, q="zitadelle boris") == await found(club, q="цитадель") == [second], "in any language"
        assert await found(club, q="%") == await found(club, q="l_dz") == [], "nothing in it is a pattern"
        await club.games.list.rename(first, ANNA, "Kraków")
        await PlayerStore(club.database).change(hashed(BORIS), name="Ömer")
        assert await found(club, q="krakow omer") == [first]
        await PlayerStore(club.database).change(hashed(BORIS), name="Boris")
        await club.games.list.rename(first, ANNA, "Łódź 1944")
        assert await found(club, scenario="citadel") == [second]
        assert await found(club, ANNA, "mine") == [second, first, private]
        assert await found(club, ANNA, "mine", q="quiet") == [private]
        assert await found(club, CLARA, "mine") == await found(club, "", "mine") == []
        await club.dealings.agree(second, BORIS, public=False)
        assert await found(club) == [first], "and each may think better of it"

    at_the_ladder(story)


@pytest.mark.slow
def test_the_list_asks_only_for_what_has_changed(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        ended, running = await club.begun(rated=False), await club.begun(rated=False)
        alone = (await club.games.list.create(NewGame(), ANNA)).id
        await club.resigned(ended, BORIS)
        games = club.games.list
        lately = await games.news(ANNA, None)
        assert ({row.id for row in lately.games}, lately.count) == ({ended, running, alone}, 3)
        later = datetime.fromisoformat(lately.at) + 2 * OVERLAP

        async def since() -> set[str]:
            return {row.id for row in (await games.news(ANNA, later)).games}

        assert await since() == {running}, "whose clock runs, and whose other player may be there"
        at = (later + timedelta(seconds=5)).isoformat(timespec="milliseconds")
        await club.talk.ask(ProposalRow(ended, "rematch", "soviet", 0, at))
        assert await since() == {running, ended}
        await club.talk.add(alone, at, "axis", "say", "Hm.")
        assert await since() == {running, ended, alone}
        await games.delete(alone, ANNA)
        assert (await games.news(ANNA, later)).count == 2
        assert (await games.news(CLARA, later)).count == (await games.news("", later)).count == 0

    at_the_ladder(story)


@pytest.mark.slow
def test_a_page_of_the_archive_says_whether_there_are_more(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        games = [await public(club)]
        rows = await club.games.tables._store.rows_of(games)
        for number in range(SHOWN):
            rows[0].id = f"copy{number}"
            seats = await club.games.tables._store.seats(games)
            for seat in seats:
                seat.game = rows[0].id
            await club.games.tables._store.create(rows[0], seats, [], [])
        archive = Archive(club.games.list)
        first, rest = await archive.page("", "public", "", "", 0), await archive.page("", "public", "", "", SHOWN)
        assert (len(first.games), first.more, len(rest.games), rest.more) == (SHOWN, True, 1, False)

    at_the_ladder(story)


@pytest.mark.slow
def test_only_a_public_game_has_a_preview_and_a_picture(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        pytest.importorskip("PIL")
        archive = Archive(club.games.list)
        game = await club.begun(rated=False, name='<b>"Duel"</b>')
        await club.dealings.agree(game, ANNA, public=True)
        assert await archive.public(game) is None
        assert await refused(archive.picture(game)) == "no-game"
        assert await refused(archive.picture("nowhere")) == "no-game"
        await club.dealings.agree(game, BORIS, public=True)
        row = await archive.public(game)
        assert row is not None
        image = await archive.picture(game)
        assert struct.unpack(">II", image[16:24]) == (WIDTH, HEIGHT)
        said = preview(row, MessageTexts("de"), "https://x/g/1", "https://x/api/games/1/picture").decode()
        assert '<meta property="og:title" content="&lt;b&gt;&quot;Duel&quot;&lt;/b&gt;: Anna – Boris">' in said
        assert '<meta property="og:image" content="https://x/api/games/1/picture">' in said
        await club.resigned(game, BORIS)
        row = await archive.public(game)
        assert row is not None
        said = preview(row, MessageTexts("de"), "", "").decode()
        assert "Sieg" in said

    at_the_ladder(story)


def test_a_search_for_words_is_dear() -> None:
    limit = RateLimit(lambda *_: None, Buckets(Rate(DEAR, 1.0), lambda: 0.0))  # type: ignore[arg-type]

    def wait(path: str, query: bytes, address: str) -> int:
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query,
            "headers": [],
            "client": (address, 1),
        }
        return limit._seconds(scope)  # type: ignore[arg-type]

    assert [wait("/api/archive", b"whose=public&q=&scenario=", "a") for _ in range(DEAR)] == [0] * DEAR
    assert wait("/api/archive", b"whose=public&q=anna", "b") == 0
    assert wait("/api/archive", b"whose=public&q=", "b") > 0, "the bucket is empty"


@pytest.mark.slow
def test_the_page_of_a_game_tells_others_nothing_unless_it_is_public(server: Server) -> None:
    anna, boris = server.browser(), server.browser()
    for browser, name in ((anna, "Anna"), (boris, "Boris")):
        browser.http.post("/api/me", json={"name": name, "color": ""})
    game = anna.create(scenario="fall_blau", axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    plain = boris.http.get(f"/g/{game}")
    assert "og:title" not in plain.text
    for browser in (anna, boris):
        assert browser.http.post(f"/api/games/{game}/public", json={"public": True}).status_code == 204
    page = server.browser().http.get(f"/g/{game}")
    assert "Anna – Boris" in page.text
    assert page.headers["etag"] != plain.headers["etag"]
    picture = server.browser().http.get(f"/api/games/{game}/picture")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert f"{server.address}/api/games/{game}/picture" in page.text or "http" in page.text.partition("og:image")[2]
    anna.http.post(f"/api/games/{game}/public", json={"public": False})
    assert "og:title" not in server.browser().http.get(f"/g/{game}").text
    assert server.browser().http.get(f"/api/games/{game}/picture").status_code == 404


def test_the_ladder_is_in_order_and_leaves_out_who_wants_it(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        blocks = BlockStore(club.database)

        async def named(token: str = "", side: Side = Side.AXIS) -> list[tuple[int, str, int]]:
            page = await LadderService(club.ratings, blocks).page("short", side, 0, token)
            return [(row.rank, row.name, row.rating) for row in page.rows]

        rows = [
            RatingRow(hashed(token), "short", "axis", mu, 90.0, games, "2026")
            for token, mu, games in ((ANNA, 1500.4, 9), (BORIS, 1620.0, 5), (CLARA, 1900.0, 4))
        ]
        await club.database.write(lambda connection: insert(connection, RATING, rows))
        assert await named() == [(1, "Boris", 1620), (2, "Anna", 1500), (0, "Clara", 1900)]
        assert await named(side=Side.SOVIET) == []
        await blocks.block(hashed(BORIS), hashed(ANNA), "2026")
        assert await named(BORIS) == [(1, "Boris", 1620), (0, "Clara", 1900)]
        await blocks.unblock(hashed(BORIS), hashed(ANNA))
        await club.profiles.show(BORIS, shown=False)
        assert await named() == [(1, "Anna", 1500), (0, "Clara", 1900)]
        await club.resigned(await club.begun(), BORIS)
        assert (await club.levels(ANNA))["short", "axis"].games == 10, "who is on no list is rated all the same"
        page = await club.profiles.at(await club.page_of(ANNA), CLARA)
        (rating,) = page.ratings
        assert (rating.kind, rating.side, rating.games, rating.provisional) == ("short", Side.AXIS, 10, False)
        assert [(one.rating, one.result) for one in rating.curve] == [(rating.rating, "won")]

    at_the_ladder(story)


def test_the_ladder_comes_by_the_page(at_the_ladder: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Ladder) -> None:
        many = ON_A_PAGE + 3
        people = PlayerStore(club.database)
        for number in range(many):
            await people.change(f"p{number:03}", name=f"P{number}")
        rows = [RatingRow(f"p{number:03}", "short", "axis", 2000.0 - number, 90.0, 8, "") for number in range(many)]
        await club.database.write(lambda connection: insert(connection, RATING, rows))
        service = LadderService(club.ratings, BlockStore(club.database))
        first = await service.page("short", Side.AXIS, 0, "")
        rest = await service.page("short", Side.AXIS, ON_A_PAGE, "")
        assert (len(first.rows), first.more, rest.more) == (ON_A_PAGE, True, False)
        assert [row.rank for row in rest.rows] == [ON_A_PAGE + 1, ON_A_PAGE + 2, many]
        await club.database.change(PLAYER.delete())
        assert await service.page("short", Side.AXIS, 0, "") == first, "one look at the store a moment is enough"

    at_the_ladder(story)
