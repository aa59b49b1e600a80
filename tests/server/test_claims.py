"""Claims against a side that is gone: the grace, what voids them, and the way back to a seat that the computer took."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from server.test_table_service import ANNA, BORIS, CLARA, Inn, refused

from noretreat.data.facts import Side
from noretreat.server.clocks import clock
from noretreat.server.clocks.clock import DAY, Terms
from noretreat.server.clocks.days_off import DaysOff, Holiday
from noretreat.server.game.listing import ListedGame
from noretreat.server.http.errors import Problem
from noretreat.server.http.security import hashed
from noretreat.storage.accounts import AccountRow
from noretreat.storage.database import Database
from noretreat.storage.notices import NoticeRow, after
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerRow, PlayerStore
from noretreat.storage.preferences import PreferenceRow
from noretreat.storage.tables import NOTICE, PROPOSAL

AT = "2026-11-28T12:00:00.000+00:00"


@pytest.fixture
def at_the_inn(store_url: str) -> Callable[..., None]:
    """Runs a story at an inn of its own, with a game in which Anna's day has run out, on either database."""

    def run(story: Callable[[Inn, str, Database], Awaitable[None]], **wishes: Any) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            inn = Inn(database, 20, minutes=0)
            try:
                game = await inn.begin(scenario="fall_blau", clock=Terms("move", each=DAY, **wishes))
                await inn.age(game, 1.1)
                await story(inn, game, database)
            finally:
                await inn.games.close()
                await database.close()

        asyncio.run(tell())

    return run


async def listed(inn: Inn, game: str, token: str) -> ListedGame:
    """A game in the list of a player."""
    return next(row for row in await inn.games.list.listing(token) if row.id == game)


async def told(database: Database, kind: str) -> list[NoticeRow]:
    """The notices of a kind that wait."""
    return await database.records(NoticeRow, NOTICE.select().where(NOTICE.c.kind == kind, NOTICE.c.state == "waiting"))


def hours(due: str) -> int:
    """The full hours until a time."""
    return round((datetime.fromisoformat(due) - datetime.now(UTC)).total_seconds() / 3600)


@pytest.mark.one_database
def test_a_claim_says_so_and_waits_for_a_day(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, game: str, database: Database) -> None:
        for token, why in ((ANNA, "not-to-propose"), (CLARA, "no-seat"), ("", "no-seat")):
            assert await refused(inn.dealings.claim(game, token, "claim")) == why, "only the side that waits"
        due = (await inn.dealings.claim(game, BORIS, "claim")).due
        assert hours(due) == 24
        assert (await inn.games.show(game, ANNA, 0, None)).view.outcome is None
        for token in (ANNA, BORIS):
            (made,) = (await inn.company(game, token)).claims
            assert (made.kind, made.side, made.due) == ("claim", Side.SOVIET, due)
            assert (await listed(inn, game, token)).claims == [made]
            assert (await inn.company(game, token)).lines[-1].kind == "ask-claim"
        assert (await inn.company(game, CLARA)).claims == [], "it is the business of the two"
        (notice,) = await told(database, "claim")
        assert notice.player == hashed(ANNA)
        await inn.age(game, 0.9)
        assert (await inn.dealings.claim(game, BORIS, "claim")).due != "", "to ask again shortens nothing"
        assert len(await told(database, "claim")) == 1
        await inn.age(game, 0.2)
        assert (await inn.dealings.claim(game, BORIS, "claim")).due == ""
        outcome = (await inn.games.show(game, ANNA, 0, None)).view.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (Side.SOVIET, "clock")
        assert await refused(inn.dealings.claim(game, BORIS, "claim")) == "not-to-propose", "once"
        assert [one.player for one in await told(database, "ended")] == [hashed(ANNA)]

    at_the_inn(story)


def test_a_move_voids_a_claim_for_good(at_the_inn: Callable[..., None]) -> None:
    """Also one that is undone: whoever moves is there."""

    async def story(inn: Inn, game: str, database: Database) -> None:
        await inn.dealings.claim(game, BORIS, "claim")
        assert await database.scalars(sa.select(PROPOSAL.c.kind)) == ["claim"]
        await inn.play(game, ANNA)
        assert await database.scalars(sa.select(PROPOSAL.c.kind)) == [], "gone from the store, which notices read"
        assert (await inn.company(game, BORIS)).lines[-1].kind == "void"
        assert [one.player for one in await told(database, "void")] == [hashed(BORIS)], "who claimed is told"
        package = await inn.games.show(game, ANNA, 0, None)
        while not package.undo.can:
            await inn.play(game, ANNA)
            package = await inn.games.show(game, ANNA, 0, None)
        await inn.games.undo(game, ANNA, package.ply, whole=True)
        assert (await inn.company(game)).claims == []
        assert len(await told(database, "void")) == 1
        assert [one.kind for one in (await inn.company(game, BORIS)).lines].count("void") == 1, "once"
        await inn.age(game, 3)
        assert hours((await inn.dealings.claim(game, BORIS, "claim")).due) == 24, "it begins anew"
        await inn.dealings.withdraw_claim(game, BORIS)
        assert await refused(inn.dealings.withdraw_claim(game, BORIS)) == "proposal-lapsed"
        assert await told(database, "claim") == []
        assert len(await told(database, "void")) == 1, "what one withdraws oneself is no news"
        await inn.dealings.claim(game, BORIS, "replace")
        assert await refused(inn.dealings.withdraw_claim(game, ANNA)) == "proposal-lapsed", "not by the other"
        await inn.dealings.propose(game, ANNA, "pause")
        await inn.dealings.propose(game, BORIS, "pause")
        assert (await inn.company(game)).claims == [], "whoever agrees on a pause is there"

    at_the_inn(story)


@pytest.mark.one_database
def test_days_off_stretch_the_grace(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, game: str, _: Database) -> None:
        today = datetime.now(UTC).date()
        off = [Holiday(today + timedelta(days=1), today + timedelta(days=3))]
        await inn.preferences.put(PreferenceRow(hashed(ANNA), holidays=msgspec.json.encode(off).decode()))
        assert hours((await inn.dealings.claim(game, BORIS, "claim")).due) == 24 * 4

    at_the_inn(story, rest=True)


@pytest.mark.one_database
def test_without_grace_a_claim_is_carried_out_at_once(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, game: str, _: Database) -> None:
        assert (await inn.dealings.claim(game, BORIS, "claim")).due == ""
        assert (await inn.games.show(game, ANNA, 0, None)).view.outcome is not None

    at_the_inn(story, grace=0)


def test_the_grace_of_a_live_game_is_short() -> None:
    assert Terms("bank", each=300, start=7200, cap=7200).grace_given == 120
    assert Terms("bank", each=300, start=7200, cap=7200, grace=0).grace_given == 0
    assert Terms("move", each=DAY, grace=2 * DAY).grace_given == 2 * DAY
    assert Terms().grace_given == DAY, "a game without a clock, of which nobody comes for a week"
    assert not Terms("move", each=DAY, grace=-1).sound
    assert not Terms("move", each=DAY, grace=8 * DAY).sound


def test_time_is_counted_without_days_off() -> None:
    off = DaysOff("Europe/Berlin", holidays=[Holiday(date(2026, 11, 29), date(2026, 11, 29))])
    assert off.later(AT, 3600) == after(AT, hours=1)
    assert off.later(AT, DAY) == after(AT, days=2)
    assert off.spent(AT, off.later(AT, 5 * DAY)) == 5 * DAY


@pytest.mark.one_database
def test_a_player_who_was_replaced_sees_it_and_comes_back(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, game: str, database: Database) -> None:
        await PlayerStore(database).change(hashed(ANNA), name="Anna")
        await inn.carried_out(game, BORIS, "replace")
        row = await listed(inn, game, ANNA)
        assert row.left is not None
        assert (row.left.side, row.left.asked, row.owned, row.your_turn) == (Side.AXIS, False, [], False)
        seat = (await inn.company(game, BORIS)).seats[Side.AXIS]
        assert (seat.kind, seat.former, seat.left_at) == ("computer", "Anna", row.left.since)
        assert [one.player for one in await told(database, "replaced")] == [hashed(ANNA)]
        with pytest.raises(Problem, match="between two browsers"):  # she may come back
            await inn.games.list.save_export(game, BORIS)
        assert (await inn.company(game, ANNA)).may == ["return"]
        assert (await inn.company(game, CLARA)).may == []
        for token, why in ((CLARA, "no-seat"), (BORIS, "not-to-propose")):
            assert await refused(inn.dealings.propose(game, token, "return")) == why
        await inn.dealings.propose(game, ANNA, "return")
        await inn.dealings.propose(game, ANNA, "return")
        assert [one.kind for one in (await inn.company(game, BORIS)).proposals] == ["return"]
        assert len(await told(database, "offer")) == 1
        assert await refused(inn.dealings.answer(game, ANNA, "return", accept=True)) == "no-seat", "not by oneself"
        await inn.dealings.answer(game, BORIS, "return", accept=False)
        assert (await inn.company(game, BORIS)).proposals == []
        await inn.dealings.propose(game, ANNA, "return")
        assert (await listed(inn, game, ANNA)).left.asked  # type: ignore[union-attr]
        await inn.dealings.answer(game, BORIS, "return", accept=True)
        package = await inn.games.show(game, ANNA, 0, None)
        assert package.owned == [Side.AXIS]
        company = await inn.company(game, BORIS)
        assert (company.seats[Side.AXIS].kind, company.seats[Side.AXIS].left_at) == ("human", "")
        assert (await listed(inn, game, ANNA)).left is None
        if company.waiting is Side.AXIS:
            assert (company.left[Side.AXIS] or 0) > DAY - 60, "with a fresh clock"
        assert await refused(inn.dealings.propose(game, ANNA, "return")) == "not-to-propose"

    at_the_inn(story)


@pytest.mark.slow
def test_a_seat_that_was_left_moves_with_its_player_and_is_forgotten_with_the_account(
    at_the_inn: Callable[..., None],
) -> None:
    async def story(inn: Inn, game: str, database: Database) -> None:
        await inn.carried_out(game, BORIS, "replace")
        await PlayerStore(database).move(hashed(ANNA), PlayerRow(hashed(CLARA), "Anna"))
        assert (await listed(inn, game, CLARA)).left is not None
        account = AccountRow("a", hashed(CLARA), CLARA, "anna@example.org", "x", AT)
        data = PersonalData(database)
        kept = await data.all_of(account)
        assert [(one["game"], one["side"]) for one in kept["left"]] == [(game, "axis")]
        await data.drop(account, "easy", NoticeRow("n", "", None, "account-told", "", "x@example.org", AT, AT), AT)
        seat = (await inn.company(game, BORIS)).seats[Side.AXIS]
        assert (seat.kind, seat.former, seat.left_at) == ("computer", "", "")

    at_the_inn(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_a_left_seat_is_let_go_with_the_game_and_no_player_sits_at_both_sides(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, game: str, database: Database) -> None:
        await inn.carried_out(game, BORIS, "replace")
        players = PlayerStore(database)
        await players.move(hashed(ANNA), PlayerRow(hashed(BORIS), "Boris"))
        inn.games.tables.forget(game)
        assert await refused(inn.dealings.propose(game, BORIS, "return")) == "not-to-propose"
        other = await inn.begin(scenario="fall_blau")
        await inn.dealings.propose(other, ANNA, "computer")
        await inn.dealings.answer(other, BORIS, "computer", accept=True)
        assert (await listed(inn, other, ANNA)).left is not None, "also a seat that was left on purpose"
        await inn.games.list.put_away(other, ANNA, away=True)
        assert [row.left for row in await inn.games.list.listing(ANNA) if row.id == other] in ([], [None])
        assert (await inn.company(other, ANNA)).may == []

    at_the_inn(story)


def test_a_fresh_clock_for_one_who_comes_back() -> None:
    pace = clock.Pace(AT, Terms("bank", each=60, start=3600, cap=7200), {Side.AXIS: -500.0, Side.SOVIET: 10.0})
    back = clock.returned(pace, Side.AXIS, Side.AXIS, after(AT, hours=2))
    assert (back.bank[Side.AXIS], back.bank[Side.SOVIET], back.since) == (3600.0, 10.0, after(AT, hours=2))
    assert clock.returned(pace, Side.AXIS, Side.SOVIET, after(AT, hours=2)).since == AT
