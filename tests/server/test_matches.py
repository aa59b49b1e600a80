"""Matches of two games with the sides swapped, reminders, and games that both players want public."""

from __future__ import annotations

from collections.abc import Callable

from server.test_profiles import Club, at_the_club  # noqa: F401  (a fixture)
from server.test_table_service import ANNA, BORIS, CLARA, refused

from noretreat.core.actions import Resign
from noretreat.core.bidding import Bid
from noretreat.data.facts import Side
from noretreat.server.clocks.clock import Terms
from noretreat.server.http.security import hashed
from noretreat.server.lobby.bidding import BiddingService
from noretreat.server.notify.choices import NoticeChoices
from noretreat.server.notify.news import table_of, told
from noretreat.server.notify.texts import MessageTexts
from noretreat.storage.notices import NoticeRow, NoticeStore
from noretreat.storage.tables import NOTICE


async def give_up(club: Club, game: str, token: str) -> None:
    package = await club.games.show(game, token, 0, None)
    (side,) = package.owned
    await club.games.act(game, token, package.ply, Resign(side))


def test_the_second_game_of_a_match_follows_with_the_sides_swapped(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        terms = Terms("move", each=86_400)
        first = await club.begin(scenario="fall_blau", pair=True, clock=terms, name="Duel")
        pair = (await club.company(first)).pair
        assert pair is not None
        assert (pair.leg, pair.other, pair.finished, pair.points) == (1, "", 0, {Side.AXIS: 0, Side.SOVIET: 0})
        assert len(await club.games.list.listing(ANNA)) == 1
        await give_up(club, first, BORIS)
        second = next(row for row in await club.games.list.listing(ANNA) if row.id != first)
        assert (second.owned, second.clock, second.name, second.scenario) == (
            [Side.SOVIET], terms, "Duel", "fall_blau",
        )  # fmt: skip
        assert not second.finished
        assert second.pair is not None
        assert (second.pair.leg, second.pair.other, second.pair.points) == (2, first, {Side.AXIS: 0, Side.SOVIET: 1})
        pair = (await club.company(first)).pair
        assert pair is not None
        assert (pair.other, pair.finished, pair.points) == (second.id, 1, {Side.AXIS: 1, Side.SOVIET: 0})
        assert await refused(club.dealings.propose(first, ANNA, "rematch")) == "not-to-propose", "it goes on already"
        await club.dealings.propose(second.id, BORIS, "draw")
        await club.dealings.answer(second.id, ANNA, "draw", accept=True)
        pair = (await club.company(second.id)).pair
        assert pair is not None
        assert (pair.finished, pair.points) == (2, {Side.AXIS: 0.5, Side.SOVIET: 1.5})
        assert len(await club.games.list.listing(BORIS)) == 2
        await club.dealings.propose(second.id, BORIS, "again")
        third = (await club.dealings.answer(second.id, ANNA, "again", accept=True)).game
        assert third is not None
        again = (await club.company(third)).pair
        assert again is not None
        assert (again.leg, again.other, again.finished) == (1, "", 0), "another match"

    at_the_club(story)


def test_a_match_without_its_second_player_ends_with_its_first_game(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        first = await club.begin(scenario="fall_blau", pair=True)
        await club.dealings.propose(first, BORIS, "computer")
        await club.dealings.answer(first, ANNA, "computer", accept=True)
        await give_up(club, first, ANNA)
        assert len(await club.games.list.listing(ANNA)) == 1

    at_the_club(story)


def test_the_handicap_of_bids_holds_for_both_games(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        first = await club.begin(scenario="fall_blau", pair=True, bid=True)
        bidding = BiddingService(club.games.tables, club.games.computer)
        await bidding.bid(first, ANNA, Bid(Side.AXIS, 2))
        await bidding.bid(first, BORIS, Bid(Side.AXIS, 1))
        before = await club.games.show(first, ANNA, 0, None)
        assert before.owned == [Side.AXIS]
        await give_up(club, first, BORIS)
        (second,) = [row for row in await club.games.list.listing(ANNA) if row.id != first]
        after = await club.games.show(second.id, ANNA, 0, None)
        assert (after.owned, after.bidding) == ([Side.SOVIET], None)
        assert after.game.options == before.game.options

    at_the_club(story)


def test_a_player_is_reminded_once_a_week(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")
        waiting = (await club.company(game)).waiting
        late, early = (ANNA, BORIS) if waiting is Side.AXIS else (BORIS, ANNA)
        for days, allowed in ((6.9, False), (0.2, True)):
            await club.age(game, days)
            assert ("remind" in (await club.company(game, early)).may) is allowed
            assert (await club.games.list.listing(early))[0].remind is allowed
        assert "remind" not in (await club.company(game, late)).may
        assert await refused(club.dealings.remind(game, late)) == "not-to-propose"
        assert await refused(club.dealings.remind(game, CLARA)) == "no-seat"
        await club.dealings.remind(game, early)
        assert await refused(club.dealings.remind(game, early)) == "not-to-propose"
        assert "remind" not in (await club.company(game, early)).may
        assert not (await club.games.list.listing(early))[0].remind
        assert (await club.company(game, late)).lines[-1].kind == "remind"

    at_the_club(story)


def test_a_reminder_is_a_notice_of_its_own(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        tables = club.games.tables
        tables._minutes = tables.teller._minutes = 5
        game = await club.begin(scenario="fall_blau")
        await club.age(game, 7.1)
        waiting = (await club.company(game)).waiting
        late, early = (ANNA, BORIS) if waiting is Side.AXIS else (BORIS, ANNA)
        await club.dealings.remind(game, early)
        rows = await club.database.rows(NOTICE.select().where(NOTICE.c.kind == "reminder"))
        assert [(row.player, row.state) for row in rows] == [(hashed(late), "waiting")]
        assert NoticeChoices().channels("reminder") == ["mail", "push"]
        assert NoticeChoices(topics={"reminder": []}).channels("reminder") == []
        table = await NoticeStore(club.database).table(game)
        assert table is not None
        about = table_of(table, hashed(late), {})
        notice = NoticeRow("n", hashed(late), game, "reminder", rows[0].text, "", "", "")
        name = "Boris" if early == BORIS else "Anna"
        for language, words in (("en", "reminds you"), ("de", "erinnert dich"), ("ru", "напоминает")):
            said = told(notice, about, MessageTexts(language), "UTC", rows[0].made)
            assert said.headline.startswith(f"{name} {words}")
        await club.hand_over(game)
        (row,) = await club.database.rows(NOTICE.select().where(NOTICE.c.kind == "reminder"))
        assert row.state == "dropped", "who has moved need not be reminded"

    at_the_club(story)


def test_a_game_is_public_while_both_want_it(at_the_club: Callable[..., None]) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        game = await club.begin(scenario="fall_blau")

        async def watched() -> list[str]:
            return [row.id for row in (await club.games.list.lobby(CLARA)).watch]

        await club.dealings.agree(game, ANNA, public=True)
        assert ((await club.company(game)).public, await watched()) == ([Side.AXIS], [])
        assert await refused(club.dealings.agree(game, CLARA, public=True)) == "no-seat"
        await club.dealings.agree(game, BORIS, public=True)
        assert await watched() == [game]
        assert (await club.games.show(game, CLARA, 0, None)).view.hand is None
        await club.dealings.agree(game, ANNA, public=False)
        assert await watched() == []
        await club.dealings.agree(game, ANNA, public=True)
        await club.dealings.propose(game, BORIS, "computer")
        await club.dealings.answer(game, ANNA, "computer", accept=True)
        assert (await club.company(game)).public == [Side.AXIS], "who leaves the seat takes back the word"
        assert await watched() == []

    at_the_club(story)
