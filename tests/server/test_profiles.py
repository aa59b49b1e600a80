"""Players' pages: what they tell, whom, and that nobody finds out anything by trying."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from server.support import Browser, Server
from server.test_table_service import ANNA, BORIS, CLARA, Inn, refused

from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.clocks import clock
from noretreat.server.clocks.clock import Terms
from noretreat.server.game.summary import Summary
from noretreat.server.http.security import hashed
from noretreat.server.players.players import NameAndColor, Players
from noretreat.server.players.profiles import PlayerPage, Profiles
from noretreat.storage.accounts import AccountRow
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Database
from noretreat.storage.games import GameStore
from noretreat.storage.notices import NoticeRow
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerStore
from noretreat.storage.ratings import RatingStore
from noretreat.storage.reply_times import ReplyTimeStore
from noretreat.storage.tables import CONDUCT, STEP

DAY = 86_400


class Club(Inn):
    """An inn whose players have names and pages."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, 20)
        self.database = database
        self.people = Players(PlayerStore(database), self.games.tables)
        self.profiles = Profiles(
            ReplyTimeStore(database), PlayerStore(database), BlockStore(database), RatingStore(database)
        )

    async def named(self) -> None:
        for token, name in ((ANNA, "Anna"), (BORIS, "Boris"), (CLARA, "Clara")):
            await self.people.change(token, NameAndColor(name))

    async def page_of(self, token: str) -> str:
        return (await self.profiles.mine(token)).page

    async def replies(self, token: str) -> list[int]:
        query = CONDUCT.select().where(CONDUCT.c.player == hashed(token), CONDUCT.c.kind == "reply")
        return [row.seconds for row in await self.database.rows(query.order_by(CONDUCT.c.at))]

    async def hand_over(self, game: str) -> None:
        """Plays for whoever has to decide, as little as can be, until the other one has to."""
        waiting = (await self.company(game)).waiting
        token = ANNA if waiting is Side.AXIS else BORIS
        while (await self.company(game)).waiting is waiting:
            package = await self.games.show(game, token, 0, None)
            kinds = {type(one).__name__: one for one in package.actions}
            await self.games.act(game, token, package.ply, kinds.get("Done") or kinds.get("Pass") or package.actions[0])

    async def told(self, token: str) -> dict[str, Any]:
        """The figures of a player's own page."""
        found: dict[str, Any] = msgspec.to_builtins(await self.profiles.mine(token))
        return found


@pytest.fixture
def at_the_club(store_url: str) -> Callable[..., None]:
    """Runs a story at a club of its own, on either database."""

    def run(story: Callable[[Club], Awaitable[None]]) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            club = Club(database)
            try:
                await club.named()
                await story(club)
            finally:
                await club.games.close()
                await database.close()

        asyncio.run(tell())

    return run


@pytest.mark.slow
@pytest.mark.one_database
def test_a_reply_is_what_the_other_side_waited_for(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        await club.age(game, 2)
        await club.play(game, ANNA)  # still the same side: no reply yet
        assert await club.replies(ANNA) == []
        await club.hand_over(game)
        (seconds,) = await club.replies(ANNA)
        assert 2 * DAY <= seconds < 2 * DAY + 3600
        assert (await club.profiles.mine(ANNA)).replies is None, "one reply says nothing"
        for days in (1, 2, 3, 4):
            await club.age(game, days)
            await club.hand_over(game)
        for _ in range(8):
            await club.hand_over(game)
        found = (await club.profiles.mine(ANNA)).replies
        assert found is not None
        assert found.count == len(await club.replies(ANNA))
        assert found.quarter <= found.median <= found.three_quarters <= 4 * DAY + 3600
        lone = await club.games.list.create(_alone(), CLARA)
        await club.play(lone.id, CLARA)
        assert await club.replies(CLARA) == []

    at_the_club(story)


def _alone() -> Any:
    from noretreat.server.game.listing import NewGame

    return NewGame(scenario="fall_blau", axis="human", soviet="human")


@pytest.mark.one_database
def test_a_pause_does_not_count(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau", clock=Terms("move", 9 * DAY))
        async with club.games.tables.open(game) as match:
            pace = clock.paused(clock.pace_of(match.row.pace), _ago(5))
            began = msgspec.structs.replace(pace, since=_ago(6))
            await club.games.tables.set_pace(match, clock.kept(began))
        await club.hand_over(game)
        (seconds,) = await club.replies(ANNA)
        assert DAY <= seconds < DAY + 3600

    at_the_club(story)


def _ago(days: float) -> str:
    from datetime import UTC, datetime, timedelta

    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


@pytest.mark.one_database
def test_what_came_of_the_games_is_counted(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        _, lost, timed, gone, _ = [
            await club.begin(scenario="fall_blau", **wishes)
            for wishes in ({}, {}, {"clock": Terms("move", DAY)}, {}, {"bid": True})
        ]
        package = await club.games.show(lost, ANNA, 0, None)
        await club.games.act(lost, ANNA, package.ply, Resign(Side.AXIS))
        await club.age(timed, 2)
        await club.carried_out(timed, BORIS, "claim")
        await club.age(gone, 8)
        await club.carried_out(gone, BORIS, "replace")
        anna, boris = await club.told(ANNA), await club.told(BORIS)
        keys = ("running", "finished", "won", "lost", "drawn", "timeouts", "left")
        assert [anna[key] for key in keys] == [1, 2, 0, 2, 0, 1, 1]
        assert [boris[key] for key in keys] == [1, 2, 2, 0, 0, 0, 0], "not the one against the computer"
        assert [(row["scenario"], row["side"], row["lost"]) for row in anna["tallies"]] == [("fall_blau", "axis", 2)]
        assert [(row["side"], row["won"]) for row in boris["tallies"]] == [("soviet", 2)]
        assert anna["since"] == _ago(0)[:10]
        assert (await club.profiles.at(await club.page_of(ANNA), CLARA)).lost == 2

    at_the_club(story)


@pytest.mark.one_database
def test_a_hidden_page_is_one_that_is_not_there(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        page = await club.page_of(ANNA)
        for reader in (BORIS, CLARA, "", ANNA):
            assert (await club.profiles.at(page, reader)).you == (reader == ANNA)
        assert (await club.company(game, CLARA)).seats[Side.AXIS].page == page

        assert not (await club.profiles.show(ANNA, shown=False)).shown
        for reader in (BORIS, CLARA, ""):
            assert await refused(club.profiles.at(page, reader)) == "no-page"
        assert await refused(club.profiles.at("0" * 16, CLARA)) == "no-page"
        assert await refused(club.profiles.at("", CLARA)) == "no-page"
        assert (await club.profiles.at(page, ANNA)).name == "Anna"
        assert (await club.company(game, CLARA)).seats[Side.AXIS].page == ""
        await club.people.change(ANNA, NameAndColor("Anne"))
        assert not (await club.profiles.mine(ANNA)).shown, "another name changes nothing of it"
        await club.profiles.show(ANNA, shown=True)

        for one, other in ((hashed(ANNA), hashed(BORIS)), (hashed(BORIS), hashed(ANNA))):
            await BlockStore(club.database).block(one, other, _ago(0))
            assert await refused(club.profiles.at(page, BORIS)) == "no-page"
            assert (await club.profiles.at(page, CLARA)).name == "Anne"
            await BlockStore(club.database).unblock(one, other)
        assert (await club.profiles.at(page, BORIS)).name == "Anne"

    at_the_club(story)


def test_a_change_leaves_alone_what_another_browser_changed_meanwhile(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        read = PlayerStore.players
        both = asyncio.Barrier(2)

        async def slowly(store: PlayerStore, ids: Any) -> Any:
            """What is known, once somebody else has looked too."""
            found = await read(store, ids)
            with contextlib.suppress(TimeoutError, asyncio.BrokenBarrierError):
                await asyncio.wait_for(both.wait(), 0.5)
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PlayerStore, "players", slowly)
            await asyncio.gather(
                club.profiles.show(ANNA, shown=False), club.people.change(ANNA, NameAndColor("Anne", "teal"))
            )
            await asyncio.gather(club.people.make_code(ANNA), club.profiles.show(ANNA, shown=True))
        found = await club.profiles.mine(ANNA)
        assert (found.name, found.color, found.shown) == ("Anne", "teal", True)
        assert (await club.people.me(ANNA)).recovery

    at_the_club(story)


@pytest.mark.one_database
def test_a_summary_is_read_once_for_a_page(at_the_club: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(club: Club) -> None:
        lost = await club.begin(scenario="fall_blau")
        await club.begin(scenario="fall_blau")
        package = await club.games.show(lost, ANNA, 0, None)
        await club.games.act(lost, ANNA, package.ply, Resign(Side.AXIS))
        decoded, decode = [], msgspec.json.decode

        def counting(text: Any, **others: Any) -> Any:
            decoded.append(others.get("type"))
            return decode(text, **others)

        monkeypatch.setattr(msgspec.json, "decode", counting)
        found = await club.profiles.mine(ANNA)
        assert (found.running, found.lost, decoded.count(Summary)) == (1, 1, 2)

    at_the_club(story)


def test_the_page_goes_where_its_player_goes(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        await club.hand_over(game)
        page = await club.page_of(ANNA)
        await club.profiles.show(ANNA, shown=False)
        fresh = await club.people.sign_out_others(ANNA)
        found = await club.profiles.mine(fresh)
        assert (found.page, found.shown, found.name, found.running) == (page, False, "Anna", 1)
        assert len(await club.replies(fresh)) == 1
        assert await club.replies(ANNA) == []

    at_the_club(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_the_copy_of_ones_data_and_its_end_know_of_it(at_the_club: Callable[..., None]) -> None:
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        await club.hand_over(game)
        await club.hand_over(game)
        account = AccountRow("account", hashed(ANNA), "", "anna@example.org", "", _ago(0))
        belongings = PersonalData(club.database)
        data = await belongings.all_of(account)
        assert [one["kind"] for one in data["conduct"]] == ["reply"]
        assert data["player"][0]["page"] == await club.page_of(ANNA)
        page = await club.page_of(ANNA)
        letter = NoticeRow("letter", "", None, "account_deleted", "", "", "2026", "2026")
        await belongings.drop(account, "easy", letter, letter.made)
        assert await club.replies(ANNA) == []
        assert len(await club.replies(BORIS)) == 1
        assert await refused(club.profiles.at(page, BORIS)) == "no-page"

    at_the_club(story)


def test_the_move_and_its_reply_are_stored_together(at_the_club: Callable[..., None]) -> None:
    """A move that is refused by the store leaves no reply behind: here another process has moved the game on."""

    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        async with club.games.tables.open(game) as match:
            row = msgspec.structs.replace(match.row, ply=match.ply + 1, rewinds=99)
            from noretreat.storage.database import Conflict
            from noretreat.storage.reply_times import ReplyTimeRow

            reply = ReplyTimeRow("one", hashed(ANNA), game, _ago(0), "reply", 7)
            with pytest.raises(Conflict):
                await GameStore(club.database).append(row, [], [], None, None, [reply])
        assert await club.replies(ANNA) == []
        steps = len(await club.database.rows(STEP.select().where(STEP.c.game == game)))
        await club.hand_over(game)
        assert len(await club.database.rows(STEP.select().where(STEP.c.game == game))) > steps
        assert len(await club.replies(ANNA)) == 1

    at_the_club(story)


# --- on a server ----------------------------------------------------------------------------------------------------
def test_names_lead_to_pages_and_nothing_says_where_a_player_is_reached(server: Server) -> None:
    anna, stranger = server.browser(), server.browser()
    assert anna.http.get("/api/me/page").json()["page"] == "", "nobody yet"
    anna.http.post("/api/me", json={"name": "Anna of the pages", "color": "teal"})
    anna.http.post("/api/notices", json={"mail": "secret@example.org", "quiet_from": 0, "quiet_to": 0, "zone": "UTC"})
    game = anna.create(axis="human", soviet="open", shared=True)
    (row,) = (one for one in stranger.http.get("/api/lobby").json()["open"] if one["id"] == game)
    page = row["people"]["axis"]["page"]
    assert page == anna.http.get("/api/me/page").json()["page"]
    seen = stranger.http.get(f"/api/players/{page}")
    assert seen.status_code == 200
    assert set(seen.json()) == set(PlayerPage.__struct_fields__)
    (cookie,) = anna.http.cookies.values()
    for secret in ("secret@example.org", hashed(cookie), cookie):
        assert secret not in seen.text
    assert anna.http.post("/api/me/page", json={"shown": False}).status_code == 200
    assert _answer(stranger, page) == _answer(stranger, "0" * 16) == _answer(server.browser(), page)
    assert _answer(stranger, page)[0] == 404
    (row,) = (one for one in stranger.http.get("/api/lobby").json()["open"] if one["id"] == game)
    assert row["people"]["axis"]["page"] == ""


def _answer(browser: Browser, page: str) -> tuple[int, str]:
    answer = browser.http.get(f"/api/players/{page}")
    return answer.status_code, json.dumps(answer.json(), sort_keys=True)
