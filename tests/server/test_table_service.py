"""The table of two: proposals and answers, talk and notes, clocks, an empty seat, the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noretreat.core.actions import Conclude
from noretreat.data.facts import Side
from noretreat.server.clocks import clock
from noretreat.server.clocks.days_off import Holiday
from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.game.proposals import Claim
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.server.measures import Measures
from noretreat.server.players.presence import Company, Presence
from noretreat.server.players.table_service import TableService
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Database, url_of
from noretreat.storage.games import GameStore
from noretreat.storage.measures import MeasureStore
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceRow, PreferenceStore
from noretreat.storage.table_talk import TalkStore

ANNA, BORIS, CLARA = ("a" * 43, "b" * 43, "c" * 43)


class Inn:
    """A server's services without a network: Anna plays the Axis, Boris the Soviets."""

    def __init__(self, database: Database, most: int, minutes: int | None = None) -> None:
        self.games = Games(database, Hub(), Computer(), most, minutes)
        self.talk = TalkStore(database)
        self.preferences = PreferenceStore(database)
        self.dealings = TableService(self.games, self.talk, BlockStore(database))
        self.companies = Presence(
            PlayerStore(database),
            self.talk,
            self.games.tables,
            Hub(),
            BlockStore(database),
            GameStore(database),
            Measures(MeasureStore(database)),
        )

    async def begin(self, **wishes: Any) -> str:
        """A game of the two."""
        made = await self.games.list.create(NewGame(axis="human", soviet="open", **wishes), ANNA)
        await self.games.list.join(made.id, made.links["soviet"].rpartition("/")[2], BORIS)
        await self.games.show(made.id, ANNA, 0, None)  # with whom the dice come
        return made.id

    async def play(self, game: str, token: str, steps: int = 1) -> None:
        """Plays the first thing on offer."""
        for _ in range(steps):
            package = await self.games.show(game, token, 0, None)
            await self.games.act(game, token, package.ply, package.actions[0])

    async def company(self, game: str, token: str = ANNA) -> Company:
        return await self.companies.at(game, token)

    async def age(self, game: str, days: float) -> None:
        """Lets so much time pass: the side to act was waited for so long, and what is proposed is so old."""
        async with self.games.tables.open(game) as match:
            pace = clock.pace_of(match.row.pace)
            since = datetime.fromisoformat(pace.since) - timedelta(days=days)
            await self.games.tables.set_pace(match, clock.kept(msgspec.structs.replace(pace, since=since.isoformat())))
        for made in await self.talk.proposals([game]):
            then = datetime.fromisoformat(made.at) - timedelta(days=days)
            await self.talk.ask(msgspec.structs.replace(made, at=then.isoformat(timespec="milliseconds")))

    async def carried_out(self, game: str, token: str, kind: Claim) -> None:
        """Makes a claim, lets the grace pass, and carries it out."""
        assert (await self.dealings.claim(game, token, kind)).due
        await self.age(game, 1.01)
        assert (await self.dealings.claim(game, token, kind)).due == ""


@pytest.fixture
def at_the_inn(tmp_path: Path) -> Callable[..., None]:
    """Runs a story at an inn of its own."""

    def run(story: Callable[[Inn], Awaitable[None]], most: int = 20) -> None:
        async def tell() -> None:
            database = Database(url_of(tmp_path))
            await database.open("mark")
            inn = Inn(database, most)
            try:
                await story(inn)
            finally:
                await inn.games.close()
                await database.close()

        asyncio.run(tell())

    return run


async def refused(work: Awaitable[Any]) -> str:
    """The code of the reason why something is refused."""
    with pytest.raises(Problem) as caught:
        await work
    return caught.value.why.code


def test_a_draw_needs_both_and_lapses_when_the_game_moves_on(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin()
        await inn.dealings.propose(game, BORIS, "draw")
        assert [(one.kind, one.side) for one in (await inn.company(game)).proposals] == [("draw", Side.SOVIET)]
        await inn.play(game, ANNA)
        assert (await inn.company(game)).proposals == []
        assert await refused(inn.dealings.answer(game, ANNA, "draw", accept=True)) == "proposal-lapsed"
        await inn.dealings.propose(game, ANNA, "draw")
        assert await refused(inn.dealings.answer(game, ANNA, "draw", accept=True)) == "proposal-lapsed", "one's own"
        await inn.dealings.answer(game, BORIS, "draw", accept=False)
        assert (await inn.company(game)).proposals == []
        await inn.dealings.propose(game, ANNA, "draw")
        await inn.dealings.propose(game, BORIS, "draw")  # the same wish is an answer
        package = await inn.games.show(game, CLARA, 0, None)
        assert package.view.outcome is not None
        assert (package.view.outcome.winner, package.view.outcome.reason) == (None, "agreed")
        kinds = [line.kind for line in (await inn.company(game)).lines]
        assert kinds == ["join", *["propose-draw"] * 2, "decline-draw", "propose-draw", "accept-draw"]
        saved = await inn.games.list.save_export(game, ANNA)
        again = await inn.games.list.save_import(saved[1].decode(), CLARA)
        assert (await inn.games.show(again.id, CLARA, 0, None)).view.outcome == package.view.outcome

    at_the_inn(story)


def test_nobody_ends_a_game_alone(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin()
        ply = (await inn.games.show(game, ANNA, 0, None)).ply
        for token in (ANNA, BORIS):
            assert await refused(inn.games.act(game, token, ply, Conclude())) == "not-allowed"
        assert await refused(inn.dealings.claim(game, BORIS, "claim")) == "not-to-propose"
        assert await refused(inn.dealings.claim(game, BORIS, "replace")) == "not-to-propose"
        assert await refused(inn.dealings.propose(game, CLARA, "draw")) == "no-seat"
        assert await refused(inn.dealings.propose(game, ANNA, "rematch")) == "not-to-propose"

    at_the_inn(story)


def test_a_take_back_goes_behind_a_barrier_when_the_other_agrees(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin()
        assert "takeback" not in (await inn.company(game)).may, "nothing has been chosen yet"
        before = await inn.games.show(game, ANNA, 0, None)
        while (await inn.company(game)).waiting is Side.AXIS and "takeback" not in (await inn.company(game)).may:
            ply = (await inn.games.show(game, ANNA, 0, None)).ply
            await inn.play(game, ANNA)
        played = await inn.games.show(game, ANNA, 0, None)
        assert not played.undo.can
        await inn.dealings.propose(game, ANNA, "takeback")
        await inn.dealings.answer(game, BORIS, "takeback", accept=True)
        back = await inn.games.show(game, ANNA, 0, None)
        assert before.ply <= back.ply == ply < played.ply
        assert back.undo.redo == 0
        assert back.actions

    at_the_inn(story)


def test_a_game_is_played_again_with_the_same_sides(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin(scenario="fall_blau")
        assert await refused(inn.dealings.propose(game, BORIS, "again")) == "not-to-propose"
        for token in (ANNA, BORIS):
            await inn.dealings.propose(game, token, "draw")
        before = (await inn.games.show(game, ANNA, 0, None)).owned
        await inn.dealings.propose(game, BORIS, "again")
        assert [row.rematch for row in await inn.games.list.listing(ANNA)] == [True]
        found = (await inn.dealings.propose(game, ANNA, "again")).game
        assert found is not None
        assert (await inn.games.show(found, ANNA, 0, None)).owned == before

    at_the_inn(story)


def test_a_rematch_swaps_the_sides(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin(scenario="fall_blau", clock=clock.Terms("move", each=3 * clock.DAY))
        for kind, token in (("draw", ANNA), ("draw", BORIS), ("rematch", BORIS)):
            await inn.dealings.propose(game, token, kind)  # type: ignore[arg-type]
        assert [row.rematch for row in await inn.games.list.listing(ANNA)] == [True]
        await inn.games.list.put_away(game, BORIS, away=True)
        found = (await inn.dealings.answer(game, ANNA, "rematch", accept=True)).game
        assert found is not None
        assert (await inn.company(game)).lines[-1].text == found
        package = await inn.games.show(found, ANNA, 0, None)
        assert (package.owned, package.game.scenario) == ([Side.SOVIET], "fall_blau")
        assert [row.away for row in await inn.games.list.listing(BORIS) if row.id == found] == [False]
        assert (await inn.company(found, BORIS)).terms.each == 3 * clock.DAY

    at_the_inn(story)


def test_a_game_is_canceled_only_before_the_first_move(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game, other = await inn.begin(), await inn.begin()
        await inn.dealings.cancel(game, BORIS)
        assert await refused(inn.games.show(game, ANNA, 0, None)) == "no-game"
        await inn.play(other, ANNA)
        assert await refused(inn.dealings.cancel(other, BORIS)) == "not-to-propose"

    at_the_inn(story)


def test_talk_is_heard_by_the_players_and_notes_by_their_owner(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin()
        await inn.dealings.say(game, BORIS, "  Good\n luck! " + "x" * 600)
        await inn.dealings.write_down(game, BORIS, "Attack Riga on turn 3")
        for token in (ANNA, BORIS):
            (line,) = [line for line in (await inn.company(game, token)).lines if line.kind == "say"]
            assert (line.side, line.text[:12], len(line.text)) == (Side.SOVIET, "Good luck! x", 500)
        assert (await inn.company(game, CLARA)).lines == []
        assert (await inn.dealings.notes(game, BORIS)).text == "Attack Riga on turn 3"
        assert (await inn.dealings.notes(game, ANNA)).text == ""
        assert await refused(inn.dealings.notes(game, CLARA)) == "no-seat"
        assert await refused(inn.dealings.say(game, CLARA, "Hello")) == "no-seat"
        assert await refused(inn.dealings.say(game, ANNA, " \n ")) == "nothing-said"

    at_the_inn(story)


def test_the_computer_takes_a_seat_when_the_other_agrees_or_the_player_is_gone(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin()
        await inn.dealings.write_down(game, BORIS, "secret")
        await inn.dealings.propose(game, BORIS, "computer")
        await inn.dealings.answer(game, ANNA, "computer", accept=True)
        company = await inn.company(game)
        assert (company.seats[Side.SOVIET].kind, company.may) == ("computer", [])
        assert (await inn.games.show(game, BORIS, 0, None)).owned == []
        assert await inn.talk.notebook(game, "soviet") == ""

        gone = await inn.begin()
        await inn.age(gone, 6.9)
        assert "replace" not in (await inn.company(gone, BORIS)).may
        await inn.age(gone, 0.2)
        await inn.carried_out(gone, BORIS, "replace")
        assert (await inn.company(gone, BORIS)).seats[Side.AXIS].kind == "computer"

    at_the_inn(story)


def test_a_clock_that_runs_out_lets_the_other_end_the_game(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        game = await inn.begin(clock=clock.Terms("move", each=clock.DAY))
        await inn.age(game, 0.9)
        assert "claim" not in (await inn.company(game, BORIS)).may
        await inn.dealings.propose(game, BORIS, "pause")
        await inn.dealings.answer(game, ANNA, "pause", accept=True)
        await inn.age(game, 5)
        company = await inn.company(game, BORIS)
        assert (company.paused, "claim" in company.may, "resume" in company.may) == (True, False, True)
        await inn.dealings.propose(game, ANNA, "resume")
        await inn.dealings.answer(game, BORIS, "resume", accept=True)
        company = await inn.company(game, BORIS)
        assert company.left[Side.AXIS] is not None
        assert company.left[Side.AXIS] < 0  # type: ignore[operator]
        await inn.carried_out(game, BORIS, "claim")
        outcome = (await inn.games.show(game, ANNA, 0, None)).view.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (Side.SOVIET, "clock")

    at_the_inn(story)


def test_no_clock_runs_before_both_seats_are_taken(at_the_inn: Callable[..., None]) -> None:
    """A guest who comes after days has lost nothing, and cannot win by the days on which nobody was there."""

    async def story(inn: Inn) -> None:
        terms = clock.Terms("move", each=clock.DAY)
        made = await inn.games.list.create(NewGame(axis="human", soviet="open", clock=terms), ANNA)
        async with inn.games.tables.open(made.id) as match:
            assert clock.pace_of(match.row.pace).since == "", "nobody is waited for"
        assert (await inn.company(made.id)).left == {Side.AXIS: None, Side.SOVIET: None}
        await inn.games.list.join(made.id, made.links["soviet"].rpartition("/")[2], BORIS)
        company = await inn.company(made.id, BORIS)
        assert "claim" not in company.may
        left = company.left[Side.AXIS]
        assert left is not None
        assert clock.DAY - 60 < left <= clock.DAY
        await inn.age(made.id, 1.1)
        assert "claim" in (await inn.company(made.id, BORIS)).may, "from then on it runs"

    at_the_inn(story)


def test_nobody_is_replaced_on_days_off_without_a_clock(at_the_inn: Callable[..., None]) -> None:
    """Both see that it is a day off; a week in which every day is one is no absence."""

    async def story(inn: Inn) -> None:
        game = await inn.begin()
        today = datetime.now(UTC).date()
        off = Holiday(today - timedelta(days=9), today + timedelta(days=1))
        async with inn.games.tables.open(game) as match:
            seat = match.seats[Side.AXIS].token
        row = PreferenceRow(seat, zone="UTC", holidays=msgspec.json.encode([off]).decode())
        await inn.preferences.put(row)
        await inn.age(game, 8)
        company = await inn.company(game, BORIS)
        assert "replace" not in company.may
        assert (company.off[Side.AXIS] != "", company.off[Side.SOVIET]) == (True, "")
        await inn.age(game, 14)
        assert "replace" in (await inn.company(game, BORIS)).may

    at_the_inn(story)


def test_a_bank_is_charged_at_the_hand_over_and_filled_up_to_its_cap() -> None:
    start = "2026-01-01T00:00:00.000+00:00"
    at = [f"2026-01-01T0{hour}:00:00.000+00:00" for hour in range(8)]
    terms = clock.Terms("bank", each=1800, start=3600 * 4, cap=3600 * 4)
    pace = clock.moved(clock.begun(terms), None, Side.AXIS, start)
    pace = clock.moved(pace, Side.AXIS, Side.AXIS, at[1])
    assert clock.left(clock.pace_of(pace), Side.AXIS, Side.AXIS, at[2]) == 3600 * 2, "one's own steps cost nothing yet"
    pace = clock.moved(pace, Side.AXIS, Side.SOVIET, at[2])
    assert clock.pace_of(pace).bank == {Side.AXIS: 3600 * 2.5, Side.SOVIET: 3600 * 4}
    still = clock.kept(clock.paused(clock.pace_of(pace), at[3]))
    assert clock.left(clock.pace_of(still), Side.SOVIET, Side.SOVIET, at[7]) == 3600 * 3
    pace = clock.moved(still, Side.SOVIET, Side.AXIS, at[7])
    assert clock.pace_of(pace).bank == {Side.AXIS: 3600 * 2.5, Side.SOVIET: 3600 * 3.5}
    quick = clock.moved(clock.moved(pace, Side.AXIS, Side.SOVIET, at[7]), Side.SOVIET, Side.AXIS, at[7])
    assert clock.pace_of(quick).bank[Side.SOVIET] == 3600 * 4, "never above the cap"
    assert clock.moved("", Side.AXIS, None, start) == clock.kept(clock.Pace(since=start)), "games of before"


@pytest.mark.parametrize(
    "terms",
    [
        clock.Terms("move"),
        clock.Terms("move", each=-1),
        clock.Terms("bank", each=60, start=100, cap=50),
        clock.Terms("bank", start=0, cap=60),
        clock.Terms("move", each=10**9),
    ],
)
def test_a_clock_that_cannot_run_is_refused(at_the_inn: Callable[..., None], terms: clock.Terms) -> None:
    async def story(inn: Inn) -> None:
        assert await refused(inn.begin(clock=terms)) == "wrong-request"

    at_the_inn(story)


def test_the_lobby_shows_what_others_left_open_and_nothing_else(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        private = await inn.begin()
        game = (await inn.games.list.create(NewGame(axis="human", soviet="open", shared=True), ANNA)).id
        assert [row.id for row in (await inn.games.list.lobby(BORIS)).open] == [game]
        assert (await inn.games.list.lobby(ANNA)).open == [], "one's own game is in one's own list"
        assert (await inn.games.list.lobby(BORIS)).open[0].links == {}
        assert await refused(inn.games.list.sit(private, CLARA)) == "seat-taken"
        assert await refused(inn.games.list.sit(game, ANNA)) == "seat-own"
        await inn.games.list.sit(game, BORIS)
        assert (await inn.games.show(game, BORIS, 0, None)).owned == [Side.SOVIET]
        assert await refused(inn.games.list.sit(game, CLARA)) == "seat-taken"
        lobby = await inn.games.list.lobby(CLARA)
        assert ([row.id for row in lobby.open], [row.id for row in lobby.watch]) == ([], [game])

    at_the_inn(story)


def test_a_player_has_so_many_games_with_others_at_a_time(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn) -> None:
        first = await inn.begin()
        await inn.games.list.create(NewGame(axis="human", soviet="computer"), ANNA)  # not counted: nobody waits in it
        await inn.begin()
        assert await refused(inn.games.list.create(NewGame(axis="human", soviet="open"), ANNA)) == "too-many-games"
        other = await inn.games.list.create(NewGame(axis="open", soviet="human", shared=True), CLARA)
        assert await refused(inn.games.list.sit(other.id, BORIS)) == "too-many-games"
        await inn.dealings.propose(first, ANNA, "draw")
        await inn.dealings.propose(first, BORIS, "draw")
        await inn.games.list.sit(other.id, BORIS)

    at_the_inn(story, most=2)
