"""Puzzles in play: solved, missed, helped and shown, and what that does to the ratings of players and puzzles."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping
from datetime import date, timedelta

import msgspec
import pytest
from server.support import Server
from server.test_ratings import Ladder
from server.test_table_service import ANNA, BORIS, CLARA, refused

from noretreat.core.actions import Done
from noretreat.data.facts import Side
from noretreat.puzzles.book import puzzles
from noretreat.puzzles.records import BY_MOVES, Puzzle
from noretreat.server.game.package import Package
from noretreat.server.game.puzzles import LEVEL, is_level
from noretreat.server.game.summary import other
from noretreat.server.http.errors import Problem
from noretreat.server.http.security import hashed
from noretreat.server.lobby.puzzling import (
    KEPT,
    CountPuzzle,
    KnownPuzzles,
    PuzzleCounted,
    PuzzleLevel,
    PuzzleTried,
    Puzzling,
    of_day,
)
from noretreat.storage.database import Database
from noretreat.storage.games import GameStore
from noretreat.storage.notices import NoticeRow
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerStore
from noretreat.storage.puzzles import PuzzleStore
from noretreat.storage.ratings import Level

MOVING = [one for one in puzzles().values() if one.kind in BY_MOVES and one.needed > 0]
ONE, TWO = MOVING[:2]
OF_EACH_KIND = {one.kind.value: one for one in puzzles().values()}
NEW = PuzzleLevel()


class Desk(Ladder):
    """A ladder whose members solve puzzles; Clara has no account."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.store = PuzzleStore(database)
        self.puzzling = Puzzling(self.store, self.games.tables, self.games.list, GameStore(database), self.ratings)

    async def begun_puzzle(self, puzzle: Puzzle = ONE, token: str = ANNA) -> str:
        return (await self.puzzling.begin(puzzle.id, token)).id

    async def seen(self, game: str, token: str = ANNA) -> Package:
        return await self.games.show(game, token, 0, None)

    async def state(self, game: str, token: str = ANNA) -> str:
        found = (await self.seen(game, token)).puzzle
        assert found is not None
        return found.state

    async def solve(self, game: str, puzzle: Puzzle = ONE, token: str = ANNA) -> None:
        for action in puzzle.solution:
            now = await self.seen(game, token)
            if now.actions:  # a part of it may do
                await self.games.act(game, token, now.ply, action)

    async def miss(self, game: str, token: str = ANNA) -> None:
        while (now := await self.seen(game, token)).actions:
            await self.games.act(game, token, now.ply, Done())

    async def counted(self, game: str, token: str = ANNA, known: CountPuzzle | None = None) -> PuzzleCounted:
        return await self.puzzling.count(game, token, known or CountPuzzle())


@pytest.fixture
def at_the_desk(store_url: str) -> Callable[..., None]:
    """Runs a story among solvers, on either database."""

    def run(story: Callable[[Desk], Awaitable[None]]) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            desk = Desk(database)
            try:
                await desk.join_up()
                await story(desk)
            finally:
                await desk.games.close()
                await database.close()

        asyncio.run(tell())

    return run


@pytest.mark.one_database
def test_a_puzzle_that_is_solved_counts_once_for_its_solver_and_against_itself(
    at_the_desk: Callable[..., None],
) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        now = await desk.seen(game)
        assert now.puzzle is not None
        assert (now.seat, now.puzzle.state, now.puzzle.side) == (ONE.side, "open", ONE.side)
        assert (now.puzzle.reasons, now.puzzle.hints) == ((), ()), "nothing is told before it is asked for"
        assert await refused(desk.puzzling.count(game, ANNA, CountPuzzle())) == "puzzle-open"
        await desk.solve(game)
        after = await desk.seen(game)
        assert after.puzzle is not None
        assert (after.puzzle.state, after.puzzle.worth >= after.puzzle.needed) == ("solved", True)
        assert after.puzzle.reasons
        done = await desk.counted(game)
        assert (done.result, done.counted, done.account) == ("solved", True, True)
        assert done.before == NEW
        assert done.after.mu > 1500
        assert (await desk.counted(game)) == msgspec.structs.replace(done, counted=False, before=done.after)
        row = (await desk.store.ratings())[ONE.id]
        assert row.mu < ONE.rating
        assert (row.tries, row.solved) == (1, 1)
        book = await desk.puzzling.book(ANNA)
        assert book.account == done.after
        assert (book.tried[ONE.id].result, book.tried[ONE.id].solved) == ("solved", True)
        listed = next(one for one in book.puzzles if one.id == ONE.id)
        assert listed.rating == round(row.mu)
        assert b"solution" not in msgspec.json.encode(book)

    at_the_desk(story)


@pytest.mark.one_database
def test_a_puzzle_that_is_missed_is_over_and_says_why(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        assert await refused(desk.puzzling.why_not(game, ANNA)) == "puzzle-open"
        await desk.miss(game)
        now = await desk.seen(game)
        assert now.puzzle is not None
        assert (now.puzzle.state, now.actions, now.undo.can) == ("missed", (), False)
        assert await refused(desk.games.act(game, ANNA, now.ply, Done())) == "puzzle-over"
        assert await refused(desk.games.undo(game, ANNA, now.ply)) == "puzzle-over"
        why = (await desk.puzzling.why_not(game, ANNA)).reasons
        assert all(line.told.text for line in why)
        assert why
        done = await desk.counted(game)
        assert (done.result, done.counted) == ("missed", True)
        assert done.after.mu < 1500
        again = await desk.begun_puzzle()
        with pytest.raises(Problem):
            await desk.seen(game)  # the missed game has made way
        await desk.solve(again)
        second = await desk.counted(again)
        assert (second.result, second.counted, second.after) == ("solved", False, done.after)
        tried = (await desk.puzzling.book(ANNA)).tried[ONE.id]
        assert (tried.result, tried.solved) == ("missed", True), "the first try counts, but it is known to be solved"

    at_the_desk(story)


@pytest.mark.one_database
def test_hints_say_more_and_more_and_take_the_gain_but_not_the_loss(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        given = [len((await desk.puzzling.hint(game, ANNA)).hints) for _ in range(4)]
        assert given == [1, 2, 3, 3]
        now = await desk.seen(game)
        assert now.puzzle is not None
        assert (len(now.puzzle.hints), now.puzzle.more_hints, now.game.help) == (3, False, "none")
        assert await refused(desk.games.hint(game, ANNA, now.ply)) == "no-help"
        await desk.solve(game)
        done = await desk.counted(game)
        assert (done.result, done.counted, done.after) == ("helped", True, done.before)
        assert (await desk.store.ratings())[ONE.id].mu == ONE.rating
        other = await desk.begun_puzzle(TWO)
        await desk.puzzling.hint(other, ANNA)
        await desk.miss(other)
        lost = await desk.counted(other)
        assert (lost.result, lost.after.mu < lost.before.mu) == ("missed", True)

    at_the_desk(story)


@pytest.mark.one_database
def test_to_begin_again_undoes_neither_a_miss_nor_a_hint(at_the_desk: Callable[..., None]) -> None:
    """The miss counts though nobody has asked for it, and a puzzle that was helped with brings no gain."""

    async def story(desk: Desk) -> None:
        await desk.miss(await desk.begun_puzzle())
        again = await desk.begun_puzzle()
        (row,) = await desk.store.of(hashed(ANNA))
        assert (row.puzzle, row.result, row.solved) == (ONE.id, "missed", False)
        assert row.mu < 1500
        await desk.solve(again)
        assert (await desk.counted(again)).counted is False
        helped = await desk.begun_puzzle(TWO)
        await desk.puzzling.hint(helped, ANNA)
        once_more = await desk.begun_puzzle(TWO)
        now = await desk.seen(once_more)
        assert now.puzzle is not None
        assert len(now.puzzle.hints) == 1
        await desk.solve(once_more, TWO)
        assert (await desk.counted(once_more)).result == "helped"
        given_up = await desk.begun_puzzle(MOVING[2])
        await desk.puzzling.solution(given_up, ANNA)
        await desk.begun_puzzle(MOVING[2])
        assert {one.puzzle: one.result for one in await desk.store.of(hashed(ANNA))}[MOVING[2].id] == "missed"

    at_the_desk(story)


def test_to_delete_a_puzzle_undoes_neither_a_miss_nor_a_hint(server: Server, at_the_desk: Callable[..., None]) -> None:
    """Neither through the API nor by opening so many others that the game goes."""

    async def story(desk: Desk) -> None:
        missed, helped = await desk.begun_puzzle(), await desk.begun_puzzle(TWO)
        await desk.miss(missed)
        await desk.puzzling.hint(helped, ANNA)
        for game in (missed, helped):
            await desk.puzzling.settle(game, BORIS)
            assert await desk.store.of(hashed(ANNA)) == await desk.store.of(hashed(BORIS)) == []
        await desk.puzzling.settle(missed, ANNA)
        await desk.puzzling.settle(await desk.begin(scenario="fall_blau"), ANNA)
        for puzzle in MOVING[2 : KEPT + 2]:
            await desk.begun_puzzle(puzzle)
        rows = {row.puzzle: (row.result, row.solved) for row in await desk.store.of(hashed(ANNA))}
        assert rows == {ONE.id: ("missed", False), TWO.id: ("helped", False)}
        await desk.solve(again := await desk.begun_puzzle(TWO), TWO)
        assert (await desk.counted(again)).counted is False
        assert (await desk.puzzling.book(ANNA)).tried[TWO.id] == PuzzleTried("helped", True)

    at_the_desk(story)
    http = server.browser().http
    game = http.post(f"/api/puzzles/{ONE.id}", json={}).json()["id"]
    assert http.delete(f"/api/games/{game}").status_code == 204


def test_a_puzzle_that_has_left_the_collection_says_so(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        async with desk.games.tables.open(game) as match:
            side = other(ONE.side)
            gone = msgspec.structs.replace(match.seats[side], level=f"{LEVEL}gone-000000")
            await desk.games.tables.put_seat(match, side, gone)
        assert await refused(desk.seen(game)) == "puzzle-left"
        assert [one.puzzle for one in await desk.games.list.listing(ANNA)] == ["gone-000000"]
        await desk.puzzling.settle(game, ANNA)
        await desk.games.list.delete(game, ANNA)

    at_the_desk(story)


def test_what_a_browser_has_made_of_puzzles_comes_into_the_account_without_its_rating(
    at_the_desk: Callable[..., None],
) -> None:
    async def story(desk: Desk) -> None:
        await desk.miss(game := await desk.begun_puzzle())
        lost = (await desk.counted(game)).after
        known = KnownPuzzles(
            {ONE.id: "solved", TWO.id: "solved", MOVING[2].id: "missed", "gone": "solved"}, (ONE.id, TWO.id, "gone")
        )
        for _ in range(2):  # a second time changes nothing
            book = await desk.puzzling.take_over(known, ANNA)
            assert book.account == lost
            assert book.tried == {
                ONE.id: PuzzleTried("missed", True),
                TWO.id: PuzzleTried("solved", True),
                MOVING[2].id: PuzzleTried("missed", False),
            }
        await desk.solve(again := await desk.begun_puzzle(TWO), TWO)
        assert (await desk.counted(again)).counted is False
        assert TWO.id not in await desk.store.ratings()
        assert (await desk.puzzling.take_over(known, CLARA)).tried == {}, "she has no account"

    at_the_desk(story)


@pytest.mark.one_database
def test_the_solution_stands_in_the_log_and_counts_as_missed(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        shown = await desk.puzzling.solution(game, ANNA)
        assert (shown.state, len(shown.hints)) == ("shown", 3)
        assert shown.worth >= shown.needed
        now = await desk.seen(game)
        assert (now.puzzle, now.actions) == (shown, ())
        async with desk.games.tables.open(game) as match:
            assert [entry.action for entry in match.log][shown.begins :][: len(ONE.solution)] == list(ONE.solution)
        assert await desk.puzzling.solution(game, ANNA) == shown
        assert (await desk.counted(game)).result == "missed"
        missed = await desk.begun_puzzle(TWO)
        await desk.miss(missed)
        assert (await desk.puzzling.solution(missed, ANNA)).state == "shown", "after a try as well"

    at_the_desk(story)


@pytest.mark.one_database
def test_who_has_no_account_brings_the_rating_along(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle(token=CLARA)
        await desk.solve(game, token=CLARA)
        known = CountPuzzle(PuzzleLevel(1800, 100))
        done = await desk.counted(game, CLARA, known)
        assert (done.counted, done.account, done.before) == (True, False, known.level)
        assert 1800 < done.after.mu < 1850
        again = await desk.counted(game, CLARA, CountPuzzle(done.after, counted=True))
        assert (again.counted, again.after) == (False, done.after)
        assert await desk.store.ratings() == {}, "strangers do not move the puzzles"
        book = await desk.puzzling.book(CLARA)
        assert (book.account, book.tried) == (None, {})

    at_the_desk(story)


def test_two_who_count_the_same_new_puzzle_at_once_both_count(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        games = {token: await desk.begun_puzzle(token=token) for token in (ANNA, BORIS)}
        for token, game in games.items():
            await desk.miss(game, token)
        both = [*games.items(), *games.items()]
        found = await asyncio.gather(*(desk.counted(game, token) for token, game in both))
        assert sum(one.counted for one in found) == 2
        assert (await desk.store.ratings())[ONE.id].tries == 2

    at_the_desk(story)


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)  # SQLite has one writer at a time
def test_a_puzzle_that_another_counted_first_meanwhile_keeps_that(at_the_desk: Callable[..., None]) -> None:
    """Boris has found no rating of a new puzzle, and writes one once Anna's is on disk."""

    async def story(desk: Desk) -> None:
        looked, counted = threading.Event(), threading.Event()

        def waiting(levels: Mapping[str, Level | None], winner: str) -> Mapping[str, Level]:
            looked.set()
            assert counted.wait(60)
            return at_once(levels, winner)

        def at_once(levels: Mapping[str, Level | None], _: str) -> Mapping[str, Level]:
            return {name: level or (1500.0, 500.0) for name, level in levels.items()}

        first = ((1500.0, 500.0), (1300.0, 150.0))
        boris = asyncio.create_task(desk.store.count(hashed(BORIS), ONE.id, "solved", "2026-11-01", first, waiting))
        await asyncio.to_thread(looked.wait, 60)
        assert await desk.store.count(hashed(ANNA), ONE.id, "missed", "2026-11-01", first, at_once)
        counted.set()
        assert await boris
        assert (await desk.store.ratings())[ONE.id].tries == 2

    at_the_desk(story)


@pytest.mark.one_database
def test_what_was_made_of_puzzles_goes_with_a_player_and_with_the_account(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle()
        await desk.solve(game)
        await desk.counted(game)
        data = PersonalData(desk.database)
        kept = await data.all_of(desk.account(ANNA))
        assert [(one["puzzle"], one["result"]) for one in kept["puzzles"]] == [(ONE.id, "solved")]
        people = PlayerStore(desk.database)
        (anna,) = (await people.players([hashed(ANNA)])).values()
        await people.move(hashed(ANNA), msgspec.structs.replace(anna, id=hashed(CLARA)))
        assert [row.puzzle for row in await desk.store.of(hashed(CLARA))] == [ONE.id]
        await people.move(hashed(CLARA), msgspec.structs.replace(anna, id=hashed(ANNA)))
        notice = NoticeRow("n", "", None, "confirm", "", "a@example.org", "2026", "2026")
        await data.drop(desk.account(ANNA), "recruit", notice, notice.made)
        assert await desk.store.of(hashed(ANNA)) == []

    at_the_desk(story)


@pytest.mark.one_database
def test_puzzles_are_no_games_of_the_list_and_only_the_newest_are_kept(at_the_desk: Callable[..., None]) -> None:
    async def story(desk: Desk) -> None:
        made = [await desk.begun_puzzle(one) for one in [*MOVING[:12], *MOVING[:2]]]
        listed = {one.id: one.puzzle for one in await desk.games.list.listing(ANNA)}
        assert len(listed) == KEPT
        assert listed[made[-1]] == MOVING[1].id
        assert None not in listed.values()
        assert await refused(desk.puzzling.begin("nowhere", ANNA)) == "no-puzzle"
        assert await refused(desk.puzzling.hint(made[-1], BORIS)) == "no-seat"
        plain = await desk.begin(scenario="fall_blau")
        assert await refused(desk.puzzling.hint(plain, ANNA)) == "no-puzzle"

    at_the_desk(story)


@pytest.mark.parametrize("puzzle", OF_EACH_KIND.values(), ids=OF_EACH_KIND.keys())
@pytest.mark.one_database
def test_a_puzzle_begins_with_a_choice_of_its_solver_and_its_solution_solves_it(
    puzzle: Puzzle, at_the_desk: Callable[..., None]
) -> None:
    async def story(desk: Desk) -> None:
        game = await desk.begun_puzzle(puzzle)
        now = await desk.seen(game)
        assert puzzle.solution[0] in now.actions
        assert now.puzzle is not None
        assert now.ply == now.puzzle.begins
        await desk.solve(game, puzzle)
        assert await desk.state(game) == "solved"

    at_the_desk(story)


def test_the_puzzle_of_a_day_is_the_same_for_everyone_and_each_has_its_day() -> None:
    first = date(2026, 11, 29)
    days = [of_day(first + timedelta(days=n)) for n in range(len(puzzles()))]
    assert days[0] == of_day(first)
    assert sorted(days) == sorted(puzzles())


def test_a_level_that_is_no_puzzle_of_the_book_is_none() -> None:
    assert is_level(f"{LEVEL}{ONE.id}:2:shown")
    assert not is_level(f"{LEVEL}gone")
    assert not is_level("normal")


def test_over_http_a_puzzle_is_begun_hinted_at_given_up_and_counted(server: Server) -> None:
    http = server.browser().http
    book = http.get("/api/puzzles").json()
    assert book["today"] in {one["id"] for one in book["puzzles"]}
    game = http.post(f"/api/puzzles/{ONE.id}", json={}).json()["id"]
    assert len(http.post(f"/api/games/{game}/puzzle/hint", json={}).json()["hints"]) == 1
    assert http.post(f"/api/games/{game}/puzzle/solution", json={}).json()["state"] == "shown"
    assert http.post(f"/api/games/{game}/puzzle/why-not", json={}).json()["reasons"] == []
    counted = http.post(f"/api/games/{game}/puzzle/result", json={"level": {"mu": 1500, "sigma": 500}}).json()
    assert (counted["result"], counted["counted"], counted["account"]) == ("missed", True, False)
    assert http.post(f"/api/games/{game}/puzzle/result", json={"level": {"mu": 1e9}}).status_code == 400
    saved = http.get(f"/api/games/{game}/save").text
    copied = http.post("/api/games/import", json={"save": saved}).json()["id"]
    assert http.get(f"/api/games/{copied}").json()["puzzle"]["state"] == "shown", "a save file stays a puzzle"
    side = {seat for seat, one in http.get(f"/api/games/{game}").json()["game"]["seats"].items() if one["here"]}
    assert side == {ONE.side.value}
    assert ONE.side in tuple(Side)
