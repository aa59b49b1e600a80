"""Ratings: which games count, what they do to a rating, and that each does it once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from openskill.models import PlackettLuce
from server.test_profiles import Club
from server.test_table_service import ANNA, BORIS, CLARA, refused

from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.clocks.clock import Terms
from noretreat.server.game.listing import NewGame
from noretreat.server.game.ratings import kind_of
from noretreat.server.http.security import hashed
from noretreat.storage.accounts import AccountRow
from noretreat.storage.database import Database
from noretreat.storage.notices import NoticeRow
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerStore
from noretreat.storage.ratings import RatingRow, RatingStore
from noretreat.storage.rows import insert
from noretreat.storage.tables import ACCOUNT, RATED

MODEL = PlackettLuce(mu=1500, sigma=500, beta=250, tau=5)


class Ladder(Club):
    """A club whose members have accounts, but for Clara."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.ratings = RatingStore(database)

    async def join_up(self) -> None:
        await self.named()
        rows = [self.account(token) for token in (ANNA, BORIS)]
        await self.database.write(lambda connection: insert(connection, ACCOUNT, rows))

    def account(self, token: str) -> AccountRow:
        return AccountRow(f"of {token[0]}", hashed(token), token, f"{token[0]}@example.org", "", "2026-11-01")

    async def begun(self, **wishes: Any) -> str:
        """A game in which both sides have chosen something."""
        game = await self.begin(**{"scenario": "fall_blau", "rated": True, **wishes})
        for _ in range(2):
            await self.hand_over(game)
        return game

    async def resigned(self, game: str, token: str) -> None:
        side = Side.AXIS if token == ANNA else Side.SOVIET
        package = await self.games.show(game, token, 0, None)
        await self.games.act(game, token, package.ply, Resign(side))

    async def levels(self, token: str) -> dict[tuple[str, str], RatingRow]:
        return {(one.kind, one.side): one for one in await self.ratings.of(hashed(token))}


@pytest.fixture
def at_the_ladder(store_url: str) -> Callable[..., None]:
    """Runs a story among rated players, on either database."""

    def run(story: Callable[[Ladder], Awaitable[None]]) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            club = Ladder(database)
            try:
                await club.join_up()
                await story(club)
            finally:
                await club.games.close()
                await database.close()

        asyncio.run(tell())

    return run


@pytest.mark.slow
@pytest.mark.one_database
def test_a_rating_is_what_the_library_says(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        anna, boris = MODEL.rating(), MODEL.rating()
        for loser in (BORIS, BORIS, ANNA, None):
            game = await club.begun()
            if loser is None:
                await club.dealings.propose(game, ANNA, "draw")
                await club.dealings.answer(game, BORIS, "draw", accept=True)
            else:
                await club.resigned(game, loser)
            ranks = {BORIS: [1.0, 2.0], ANNA: [2.0, 1.0], None: [1.0, 1.0]}[loser]
            ((anna,), (boris,)) = MODEL.rate([[anna], [boris]], ranks=ranks)
            (mine,), (theirs,) = (await club.levels(ANNA)).values(), (await club.levels(BORIS)).values()
            assert (mine.mu, mine.sigma) == pytest.approx((anna.mu, anna.sigma))
            assert (theirs.mu, theirs.sigma) == pytest.approx((boris.mu, boris.sigma))
            assert (mine.kind, mine.side, theirs.side) == ("short", "axis", "soviet")
        assert (mine.games, theirs.games) == (4, 4)
        assert [one.result for one in await club.ratings.games_of(hashed(ANNA))] == ["won", "won", "lost", "drawn"]

    at_the_ladder(story)


@pytest.mark.one_database
def test_each_kind_of_scenario_has_a_rating_of_its_own() -> None:
    assert {kind_of(one) for one in ("barbarossa", "tournament")} == {"campaign"}
    assert {kind_of(one) for one in ("fall_blau", "citadel", "na_berlin")} == {"short"}
    assert {kind_of(one) for one in ("", "nowhere", "mine.toml", "position: x")} == {None}


@pytest.mark.slow
@pytest.mark.one_database
def test_what_does_not_count(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        plain = await club.begun(rated=False)
        await club.resigned(plain, BORIS)
        untouched = await club.begin(scenario="fall_blau", rated=True)
        await club.resigned(untouched, BORIS)
        assert await club.levels(ANNA) == await club.levels(BORIS) == {}
        assert [one.rated for one in await club.games.list.listing(ANNA)] == [True, False]

    at_the_ladder(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_who_leaves_a_rated_game_to_the_computer_has_lost_it(at_the_ladder: Callable[..., None]) -> None:
    """By agreement, or replaced after the time that the terms say, without a clock too; once, whatever comes after."""

    async def results(club: Ladder) -> list[str]:
        return [one.result for one in await club.ratings.games_of(hashed(ANNA))]

    async def story(club: Ladder) -> None:
        given_up = await club.begun()
        await club.dealings.propose(given_up, BORIS, "computer")
        await club.dealings.answer(given_up, ANNA, "computer", accept=True)
        assert await results(club) == ["won"]
        package = await club.games.show(given_up, ANNA, 0, None)
        await club.games.act(given_up, ANNA, package.ply, Resign(Side.AXIS))
        assert await results(club) == ["won"], "and not again"
        gone = await club.begun()
        if (await club.company(gone)).waiting is Side.AXIS:
            await club.hand_over(gone)
        await club.age(gone, 7.5)
        await club.carried_out(gone, ANNA, "replace")
        await club.dealings.propose(gone, BORIS, "return")
        await club.dealings.answer(gone, ANNA, "return", accept=True)
        await club.resigned(gone, ANNA)
        assert await results(club) == ["won", "won"], "who comes back has still left"
        last = await club.begun()
        async with club.games.tables.open(last) as match:
            await club.games.tables.leave(match, Side.AXIS)
        assert await results(club) == ["won", "won", "lost"], "as when an account is deleted"

    at_the_ladder(story)


def test_only_players_with_accounts_play_for_ratings(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        wanted = NewGame(scenario="fall_blau", axis="human", soviet="open", rated=True, shared=True)
        games = club.games.list
        assert await refused(games.create(wanted, CLARA)) == "rated-account"
        made = await games.create(wanted, ANNA)
        offered = await games.invitation(made.id, made.links["soviet"].rpartition("/")[2], CLARA)
        assert offered.game.rated, "who is invited is told beforehand"
        assert await refused(games.join(made.id, made.links["soviet"].rpartition("/")[2], CLARA)) == "rated-account"
        assert await refused(games.sit(made.id, CLARA)) == "rated-account"
        await games.sit(made.id, BORIS)
        alone = NewGame(scenario="fall_blau", axis="human", soviet="computer", rated=True)
        assert await refused(games.create(alone, ANNA)) == "wrong-request"

    at_the_ladder(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_a_game_lost_on_time_counts(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        game = await club.begun(clock=Terms("move", each=86_400))
        await club.age(game, 3)
        waiting = (await club.company(game)).waiting
        await club.carried_out(game, BORIS if waiting is Side.AXIS else ANNA, "claim")
        found = [one for token in (ANNA, BORIS) for one in (await club.levels(token)).values()]
        assert len(found) == 2
        assert {one.result for one in await club.ratings.games_of(hashed(ANNA))} <= {"won", "lost"}

    at_the_ladder(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_the_rating_of_the_other_one_outlives_an_account(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        await club.resigned(await club.begun(), BORIS)
        before = await club.levels(BORIS)
        data = PersonalData(club.database)
        kept = await data.all_of(club.account(ANNA))
        assert [(one["kind"], one["side"], one["games"]) for one in kept["ratings"]] == [("short", "axis", 1)]
        assert [(one["side"], one["result"]) for one in kept["rated"]] == [("axis", "won")]
        notice = NoticeRow("n", "", None, "confirm", "", "a@example.org", "2026", "2026")
        await data.drop(club.account(ANNA), "recruit", notice, notice.made)
        assert await club.levels(ANNA) == {}
        assert await club.ratings.games_of(hashed(ANNA)) == []
        assert await club.levels(BORIS) == before
        rows = await club.database.rows(RATED.select())
        assert [(row.side, row.player) for row in rows] == [("soviet", hashed(BORIS))], "no trace of the other one"

    at_the_ladder(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_ratings_go_with_a_player_to_another_token(at_the_ladder: Callable[..., None]) -> None:
    async def story(club: Ladder) -> None:
        await club.resigned(await club.begun(), BORIS)
        before = await club.levels(ANNA)
        people = PlayerStore(club.database)
        (anna,) = (await people.players([hashed(ANNA)])).values()
        await people.move(hashed(ANNA), msgspec.structs.replace(anna, id=hashed(CLARA)))
        after = await club.levels(CLARA)
        assert [(one.mu, one.games) for one in after.values()] == [(one.mu, one.games) for one in before.values()]
        assert await club.levels(ANNA) == {}
        assert len(await club.ratings.games_of(hashed(CLARA))) == 1

    at_the_ladder(story)


@pytest.mark.slow
def test_two_servers_that_end_a_game_at_once_rate_it_once(at_the_ladder: Callable[..., None], store_url: str) -> None:
    """Each is a process of its own, has the game in memory, and hears when to end it; a third game ends meanwhile."""
    script = """
import asyncio, sys
from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.computer.players import Computer
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database
async def main(url, game, token, side):
    database = Database(url)
    await database.open("mark")
    games = Games(database, Hub(), Computer())
    package = await games.show(game, token, 0, None)
    print("ready", flush=True)
    input()
    try:
        await games.act(game, token, package.ply, Resign(Side(side)))
        print("ended")
    except Exception as error:
        print(getattr(error, "code", error))
    await games.close()
    await database.close()
asyncio.run(main(*sys.argv[1:]))
"""

    async def story(club: Ladder) -> None:
        same, another = await club.begun(pair=True), await club.begun()
        jobs = [(same, ANNA, "axis"), (same, BORIS, "soviet"), (another, ANNA, "axis")]
        running = [
            subprocess.Popen(
                [sys.executable, "-c", script, store_url, *job],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            for job in jobs
        ]  # fmt: skip
        for process in running:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        said = [(await asyncio.to_thread(process.communicate))[0].strip() for process in running]
        assert sorted(said[:2]) in (["ended", "game_over"], ["ended", "stale"])
        assert said[2] == "ended"
        for token in (ANNA, BORIS):
            assert [one.games for one in (await club.levels(token)).values()] == [2]
            assert len(await club.ratings.games_of(hashed(token))) == 2
        assert len(await club.games.list.listing(ANNA)) == 3, "and one second game was begun"

    at_the_ladder(story)
