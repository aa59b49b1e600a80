"""Tournaments: pairings, standings, and a whole one that eight programs play over the wire."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from server.accounts import PASSWORD, Place, post, with_cookie
from server.support import Browser
from server.test_profiles import Club
from server.test_ratings import at_the_ladder  # noqa: F401  (a fixture)
from server.test_table_service import ANNA, BORIS, CLARA, refused

from noretreat.data.facts import Side
from noretreat.data.languages import LANGUAGES
from noretreat.server.accounts.sessions import new_session
from noretreat.server.clocks import clock
from noretreat.server.game.events_told import TournamentTold
from noretreat.server.http.security import hashed, new_token
from noretreat.server.notify.news import told
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.tournaments.pairing import Past, circle, rounds_of, seated, swiss
from noretreat.server.tournaments.service import Tournaments
from noretreat.server.tournaments.standings import standings
from noretreat.server.tournaments.terms import NewTournament, TournamentTerms
from noretreat.storage.accounts import AccountRow
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Conflict, Database
from noretreat.storage.notices import NoticeRow
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.rows import insert
from noretreat.storage.tables import ACCOUNT, ENTRANT, FIXTURE, GAME, NOTICE, SESSION, TOURNAMENT
from noretreat.storage.tournaments import BYE, EntrantRow, FixtureRow

pytestmark = pytest.mark.filterwarnings("error")
MANY = ("Anna", "Boris", "Clara", "Dmitri", "Emil", "Fyodor", "Greta", "Hans")


# --- pairings and standings ---------------------------------------------------------------------------------------
@pytest.mark.one_database
@pytest.mark.parametrize("players", range(3, 17))
def test_everybody_meets_everybody_once_with_both_sides_in_turn(players: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    axis: Counter[int] = Counter()
    for number in range(1, rounds_of(players) + 1):
        pairs = circle(range(1, players + 1), number)
        assert sorted(one for pair in pairs for one in pair if one != BYE) == list(range(1, players + 1))
        for first, second in pairs:
            met[frozenset((first, second))] += 1
            if second != BYE:
                axis[first] += 1
                axis[second] -= 1
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2 + (players if players % 2 else 0)
    assert max(map(abs, axis.values())) <= 1


@pytest.mark.slow
@pytest.mark.one_database
def test_a_swiss_round_pairs_equals_the_upper_half_with_the_lower_one() -> None:
    fresh = Past(dict.fromkeys(range(1, 9), 0), set(), set())
    assert swiss(range(1, 9), fresh) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    points = {1: 4, 2: 4, 3: 4, 4: 4, 5: 0, 6: 0, 7: 0, 8: 0}
    met = {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}
    assert swiss(range(1, 9), Past(points, met, set())) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    apart = Past(points, met, set(), {frozenset((1, 3))})
    assert (1, 3) not in swiss(range(1, 9), apart), "who has blocked another plays somebody else"
    assert swiss([1, 2, 3], Past({1: 2, 2: 2, 3: 0}, set(), {3})) == [(1, 3), (2, BYE)], "one bye is enough"
    assert [seated((1, 2), {1: 1, 2: -1}, 1), seated((1, 2), {}, 1), seated((1, 2), {}, 2)] == [(2, 1), (1, 2), (2, 1)]


@pytest.mark.one_database
def test_nobody_meets_another_twice_while_that_can_be_avoided() -> None:
    dice = random.Random(3)
    for players in (5, 6, 9, 12):
        points, met, byes = dict.fromkeys(range(players), 0), set[frozenset[int]](), list[int]()
        points = {one + 1: 0 for one in points}
        for _ in range((players - 1) // 2):
            order = sorted(points, key=lambda one: (-points[one], one))
            pairs = swiss(order, Past(points, met, byes))
            assert pairs == swiss(order, Past(points, met, byes)), "the same results, the same pairs"
            for first, second in pairs:
                if second == BYE:
                    byes.append(first)
                    points[first] += 2
                    continue
                assert frozenset((first, second)) not in met
                met.add(frozenset((first, second)))
                points[dice.choice((first, second))] += 2
        assert len(set(byes)) == len(byes)


def entrants(many: int, **gone: str) -> list[EntrantRow]:
    return [
        EntrantRow("t", one, f"p{one}", "", one, gone.get(f"p{one}", ""), "withdrew") for one in range(1, many + 1)
    ]  # fmt: skip


def game(number: int, first: int, second: int, result: Any, how: Any = "played", leg: int = 1) -> FixtureRow:
    return FixtureRow("t", number, first, leg, first, second, "", result, how)


@pytest.mark.one_database
def test_the_tie_breaks_are_those_that_the_page_explains() -> None:
    played = [
        game(1, 1, 2, "first"), game(1, 3, 4, "first"), game(1, 5, BYE, "first", "bye"),
        game(2, 1, 3, "draw"), game(2, 5, 2, "second"), game(2, 4, BYE, "first", "bye"),
    ]  # fmt: skip
    table = {one.number: one for one in standings("swiss", 3, entrants(5), played)}
    assert {one: table[one].points for one in table} == {1: 1.5, 3: 1.5, 5: 1, 2: 1, 4: 1}
    assert (table[1].buchholz, table[3].buchholz) == (1 + 1.5, 1 + 1.5)
    assert (table[1].berger, table[3].berger) == (1 + 0.75, 1 + 0.75)
    assert table[5].buchholz == 1 + 1, "a bye counts as an opponent with one's own points"
    assert [one.rank for one in standings("swiss", 3, entrants(5), played)] == [1, 1, 3, 4, 5]
    robin = [game(1, 1, 2, "second"), game(2, 2, 3, "second"), game(3, 3, 1, "draw"), game(3, 2, BYE, "none", "bye")]
    order = standings("robin", 3, entrants(3), robin)
    assert [(one.number, one.points, one.berger) for one in order] == [(3, 1.5, 1.25), (2, 1, 0.5), (1, 0.5, 0.75)]


@pytest.mark.one_database
def test_who_leaves_a_round_robin_early_does_not_count_and_who_leaves_late_has_lost_the_rest() -> None:
    rounds = [(1, ((1, 4), (2, 3))), (2, ((4, 3), (1, 2))), (3, ((2, 4), (3, 1)))]
    early = [game(n, a, b, "second" if b == 4 else "first", "forfeit" if n > 1 and 4 in (a, b) else "played")
             for n, pairs in rounds for a, b in pairs]  # fmt: skip
    table = standings("robin", 3, entrants(4, p4="2026"), early)
    assert table[-1].number == 4
    assert (table[-1].annulled, table[-1].rank, table[-1].points) == (True, 0, 0)
    assert next(one for one in table if one.number == 1).lost == 1, "and the game that was lost to him is forgotten"
    late = [msgspec.structs.replace(one, how="forfeit" if one.round == 3 and 4 in (one.first, one.second) else "played")
            for one in early]  # fmt: skip
    assert not any(one.annulled for one in standings("robin", 3, entrants(4, p4="2026"), late))


# --- eight programs over the wire ---------------------------------------------------------------------------------
class Program:
    """A player of the tournament, who knows the protocol and plays what the story says."""

    def __init__(self, browser: Browser, mail: str) -> None:
        self.browser, self.mail = browser, mail

    def call(self, path: str, *, status: int = 200) -> dict[str, Any]:
        answer = self.browser.http.post(f"/api/tournaments/{path}", json={})
        assert answer.status_code == status, answer.text
        return dict(answer.json())

    def page(self, tournament: str) -> dict[str, Any]:
        answer = self.browser.http.get(f"/api/tournaments/{tournament}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def resign(self, game: str) -> None:
        package = self.browser.show(game)
        self.browser.act(game, package["ply"], {"type": "Resign", "side": package["owned"][0]})

    def agree_on_a_draw(self, game: str, other: Program) -> None:
        for one in (self, other, self):  # what each does for the dice
            one.browser.show(game)
        for one in (self, other):
            assert one.browser.http.post(f"/api/games/{game}/proposals/draw", json={}).status_code == 200

    def claim(self, game: str) -> None:
        answer = self.browser.http.post(f"/api/games/{game}/claim", json={})
        assert (answer.status_code, answer.json()["due"]) == (200, "")


def in_store(url: str, work: Callable[[sa.Connection], Any]) -> Any:
    """What a piece of work on the store of a running site brings."""

    async def run() -> Any:
        database = Database(url)
        try:
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(run())


def let_time_pass(url: str, game: str, days: float) -> None:
    """Has the side that is waited for in a game waited for so much longer."""

    def work(connection: sa.Connection) -> None:
        pace = clock.pace_of(connection.scalar(sa.select(GAME.c.pace).where(GAME.c.id == game)) or "")
        since = (datetime.fromisoformat(pace.since) - timedelta(days=days)).isoformat(timespec="milliseconds")
        pace = msgspec.structs.replace(pace, since=since)
        connection.execute(GAME.update().where(GAME.c.id == game).values(pace=clock.kept(pace)))

    in_store(url, work)


def end_the_round(url: str, tournament: str) -> None:
    """Has the time of a round run out."""
    past = TOURNAMENT.update().where(TOURNAMENT.c.id == tournament).values(until="2026-01-01T00:00:00.000+00:00")
    in_store(url, lambda connection: connection.execute(past).rowcount)


def programs_at(place: Place) -> dict[int, Program]:
    """Eight players with accounts; Emil has made his himself, the others are written into the store."""
    emil = Program(place.visitor(), place.anna)
    assert post(emil.browser, "letter", mail=emil.mail) == (204, "")
    body = {"code": place.code(emil.mail), "password": PASSWORD, "notices": True}
    assert post(emil.browser, "open", **body) == (204, "")
    accounts, sessions, programs = [], [], {MANY.index("Emil") + 1: emil}
    for number, name in enumerate(MANY, 1):
        if name == "Emil":
            continue
        token, mail = new_token(), f"{number}-{place.anna}"
        cookie, session = new_session("a program", mail)
        accounts.append(AccountRow(mail, hashed(token), token, mail, "", session.made))
        sessions.append(session)
        programs[number] = Program(with_cookie(place, emil.browser, cookie), mail)

    def work(connection: sa.Connection) -> None:
        insert(connection, ACCOUNT, accounts)
        insert(connection, SESSION, sessions)

    in_store(place.url, work)
    for number, one in programs.items():
        one.browser.http.post("/api/me", json={"name": MANY[number - 1], "color": "teal"})
    return dict(sorted(programs.items()))


@pytest.mark.slow
def test_eight_programs_play_a_tournament_over_the_wire(place: Place) -> None:  # noqa: C901 (one story)
    programs = programs_at(place)
    anna, stranger = programs[1], place.visitor()
    terms = {
        "form": "swiss",
        "rounds": 3,
        "most": 8,
        "begins": "full",
        "clock": {"kind": "move", "each": 86400, "grace": 0},
    }
    wish = {"name": "Autumn Cup", "scenario": "fall_blau", "terms": terms}
    assert stranger.http.post("/api/tournaments", json=wish).json()["error"]["why"]["code"] == "tournament-account"
    cup = str(anna.browser.http.post("/api/tournaments", json=wish).json()["id"])
    for number, one in programs.items():
        page = one.call(f"{cup}/join")
        assert (page["me"], page["state"]) == (number, "open" if number < 8 else "running"), "the last place begins it"
    assert anna.call(f"{cup}/join", status=409)["error"]["why"]["code"] == "tournament-begun"
    assert [(one["first"], one["second"]) for one in page["pairings"][0]] == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert all(len(one.page(cup)["mine"]) == 1 for one in programs.values()), "the second game follows the first"
    seen = stranger.http.get(f"/api/tournaments/{cup}").json()
    game_of_four = seen["pairings"][0][3]["games"][0]["game"]
    assert stranger.show(game_of_four)["owned"] == [], "everybody may watch, and nobody else plays"
    assert anna.browser.http.get("/api/games").json()[0]["tournament"] == cup

    def game_of(number: int) -> str:
        (found,) = programs[number].page(cup)["mine"]
        return str(found)

    first = game_of(1)
    assert anna.browser.http.post(f"/api/games/{first}/cancel", json={}).status_code == 409
    for _ in range(2):
        programs[5].resign(game_of(5))
    programs[2].agree_on_a_draw(game_of(2), programs[6])
    programs[6].resign(game_of(6))
    for _ in range(2):  # Greta never moves; where it is Clara's turn, she does
        found = game_of(3)
        for number in (3, 7):
            programs[number].browser.show(found)
        package = programs[3].browser.show(found)
        while package["actions"]:
            kinds = {one["type"]: one for one in package["actions"]}
            package = programs[3].browser.act(
                found, package["ply"], kinds.get("Done") or kinds.get("Pass") or package["actions"][0]
            )
        let_time_pass(place.url, found, 1.1)
        programs[3].claim(found)
    page = programs[8].call(f"{cup}/leave")
    assert programs[8].browser.show(game_of_four)["view"]["outcome"]["reason"] == "resigned"
    assert [one["how"] for one in page["pairings"][0][3]["games"]] == ["forfeit"] * 2

    page = anna.page(cup)
    assert (page["round"], [tuple(one["points"]) for one in page["pairings"][0]]) == (
        2, [(2, 0), (1.5, 0.5), (2, 0), (2, 0)],
    )  # fmt: skip
    pairs = [(one["first"], one["second"]) for one in page["pairings"][1]]
    assert pairs[-1] == (7, BYE), "of those with nothing the last"
    assert {one for pair in pairs for one in pair} == {1, 2, 3, 4, 5, 6, 7, BYE}
    assert programs[8].page(cup)["mine"] == []
    # Emil is gone for good: his account is deleted in the middle of a match.
    (other,) = next(set(pair) - {5} for pair in pairs if 5 in pair)
    left = game_of(5)
    assert post(programs[5].browser, "delete", password=PASSWORD) == (204, "")
    (board,) = [one for one in programs[other].page(cup)["pairings"][1] if 5 in (one["first"], one["second"])]
    assert {one["how"] for one in board["games"]} == {"forfeit"}
    assert programs[other].browser.show(left)["view"]["outcome"] is None, "that game goes on against the computer"
    for pair in pairs[:-1]:
        if 5 not in pair:
            for _ in range(2):
                programs[max(pair)].resign(game_of(max(pair)))

    page = anna.page(cup)
    assert page["round"] == 3
    pairs = [(one["first"], one["second"]) for one in page["pairings"][2]]
    playing = {one for pair in pairs for one in pair} - {BYE}
    assert playing == {1, 2, 3, 4, 6, 7}
    assert not {frozenset(pair) for pair in pairs} & {
        frozenset((one["first"], one["second"])) for old in page["pairings"][:2] for one in old
    }
    slow, *quick = pairs
    for pair in quick:
        for _ in range(2):
            programs[min(pair)].resign(game_of(min(pair)))
    hanging = game_of(slow[0])
    for number in slow:
        programs[number].browser.show(hanging)
    let_time_pass(place.url, hanging, 1.1)
    waiting = programs[slow[0]].browser.http.get(f"/api/games/{hanging}/company").json()["waiting"]
    loser = slow[0] if waiting in programs[slow[0]].browser.show(hanging)["owned"] else slow[1]
    end_the_round(place.url, cup)
    page = dict(stranger.http.get(f"/api/tournaments/{cup}").json())
    assert (page["state"], page["round"], page["may"]) == ("over", 3, [])
    board = page["pairings"][2][0]
    assert [one["how"] for one in board["games"]] == ["adjudicated"] * 2, "who was waited for has lost both"
    assert board["points"][(board["first"], board["second"]).index(loser)] == 0
    assert programs[slow[0]].browser.show(hanging)["view"]["outcome"]["reason"] == "clock"
    table = {one["number"]: one for one in page["entrants"]}
    assert sum(one["points"] for one in table.values()) == 4 * 2 + 3 * 2 + 2 + 3 * 2
    points = [one["points"] for one in page["entrants"]]
    assert (points, page["entrants"][0]["rank"]) == (sorted(points, reverse=True), 1)
    assert (table[5]["gone"], table[5]["player"]["name"]) == ("deleted", "")
    assert (table[8]["gone"], table[8]["player"]["name"]) == ("withdrew", "Hans")
    many = sa.select(FIXTURE.c.result).where(FIXTURE.c.tournament == cup)
    rows = in_store(place.url, lambda connection: connection.execute(many).all())
    assert len(rows) == 2 * (4 + 4 + 3)
    listed = stranger.http.get("/api/tournaments?which=over").json()["tournaments"]
    assert cup in [one["id"] for one in listed]
    letters = [str(one["Subject"]) for one in place.mailbox.taken if one["To"] == programs[5].mail]
    assert any("Round 1 has begun" in one for one in letters), letters


# --- the service ------------------------------------------------------------------------------------------------
DORA = "d" * 43


class Circle(Club):
    """A club with accounts that plays tournaments."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.cups = Tournaments(database, self.games, minutes=0)

    async def join_up(self) -> None:
        await self.named()
        rows = [
            AccountRow(f"of {token[0]}", hashed(token), token, f"{token[0]}@example.org", "", "2026")
            for token in (ANNA, BORIS, CLARA, DORA)
        ]
        await self.database.write(lambda connection: insert(connection, ACCOUNT, rows))

    async def made(self, *players: str, maker: str = ANNA, **terms: Any) -> str:
        usual = {"form": "robin", "fewest": 3, "pair": False}
        wanted = NewTournament("Cup", "fall_blau", TournamentTerms(**{**usual, **terms}))
        cup = await self.cups.make(maker, wanted)
        for token in players:
            await self.cups.join(cup, token)
        return cup

    async def notices_of(self, token: str) -> list[TournamentTold]:
        rows = await self.database.rows(
            NOTICE.select().where(NOTICE.c.kind == "tournament", NOTICE.c.player == hashed(token))
        )
        return sorted(
            (msgspec.json.decode(row.text, type=TournamentTold) for row in rows),
            key=lambda one: (one.what == "over", one.round),
        )


@pytest.fixture
def in_the_circle(store_url: str) -> Callable[..., None]:
    """Runs a story among players of tournaments, on either database."""

    def run(story: Callable[[Circle], Awaitable[None]]) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            club = Circle(database)
            try:
                await club.join_up()
                await story(club)
            finally:
                await club.cups.close()
                await club.games.close()
                await database.close()

        asyncio.run(tell())

    return run


async def resign(club: Club, game: str, token: str) -> None:
    from noretreat.core.actions import Resign

    package = await club.games.show(game, token, 0, None)
    await club.games.act(game, token, package.ply, Resign(package.owned[0]))


def test_a_round_begins_once_however_many_servers_begin_it(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA)
        others = [Tournaments(club.database, club.games, minutes=0) for _ in range(3)]
        done = await asyncio.gather(*(one.start(cup, ANNA) for one in [club.cups, *others]), return_exceptions=True)
        assert [one for one in done if one is None] == [None]
        late = [one for one in done if one is not None]
        assert all(isinstance(one, Conflict) or getattr(one, "code", "") == "not_now" for one in late)
        page = await club.cups.page(cup, ANNA)
        assert (page.round, page.rounds, [len(one) for one in page.pairings]) == (1, 3, [2])
        (game,) = [one.game for pair in page.pairings[0] for one in pair.games if one.game]
        playing = [one for one in (ANNA, BORIS, CLARA) if await club.games.list.listing(one)]
        assert len(playing) == 2
        await resign(club, game, playing[0])
        await asyncio.gather(*(one.advance(cup) for one in [club.cups, *others]))
        assert (await club.cups.page(cup, ANNA)).round == 2
        assert await club.database.scalar(sa.select(sa.func.count()).select_from(FIXTURE)) == 4

    in_the_circle(story)


@pytest.mark.one_database
def test_optional_rules_hold_in_its_games(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        wanted: dict[str, Any] = {"simultaneous_battles": True, "draw_modifiers": (1, 0)}
        cup = await club.made(ANNA, BORIS, CLARA, options=wanted)
        page = await club.cups.page(cup, "")
        assert {one.id for one in page.unusual} == {*wanted}
        assert len(page.differences) == len(wanted), "and in words"
        await club.cups.start(cup, ANNA)
        (game, *_) = (await club.cups.page(cup, BORIS)).mine
        options = (await club.games.show(game, BORIS, 0, None)).game.options
        assert (options["simultaneous_battles"], options["draw_modifiers"]) == (True, [1, 0])
        assert await refused(club.made(options={"no_such_rule": True})) == "wrong-request"
        assert await refused(club.made(rules="deluxe", options={"simultaneous_battles": True})) == "wrong-request"

    in_the_circle(story)


@pytest.mark.one_database
def test_players_are_told_of_rounds_and_of_the_end(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA)
        await club.cups.start(cup, ANNA)
        for loser in (BORIS, ANNA, ANNA):
            (game,) = (await club.cups.page(cup, loser)).mine
            await club.games.show(game, loser, 0, None)
            await resign(club, game, loser)
        page = await club.cups.page(cup, "")
        assert (page.state, [one.number for one in page.entrants]) == ("over", [3, 2, 1])
        said = await club.notices_of(ANNA)
        assert [one.what for one in said] == ["bye", "round", "round", "over"]
        assert (said[-1].what, said[-1].rank, said[-1].players) == ("over", 3, 3)
        kinds = await club.database.scalars(sa.select(NOTICE.c.kind).where(NOTICE.c.player == hashed(CLARA)))
        assert {"dice", "tournament"} <= set(kinds), "and of their games as of any other"
        notice = NoticeRow("n", hashed(ANNA), None, "tournament", msgspec.json.encode(said[-1]).decode(), "", "", "")
        words = {one: told(notice, None, MessageTexts(one), "UTC", "") for one in LANGUAGES}
        assert len({one.headline for one in words.values()}) == len(LANGUAGES)
        assert (words["en"].subject, words["en"].path) == ("The tournament is over: Cup", f"/t/{cup}")
        assert words["en"].lines[-1] == "You are in place 3 of 3."

    in_the_circle(story)


@pytest.mark.one_database
def test_who_may_do_what(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        guest = "g" * 43
        cup = await club.made(BORIS, most=3)
        assert (await club.cups.page(cup, ANNA)).may == ["join", "cancel"]
        assert (await club.cups.page(cup, BORIS)).may == ["leave"]
        assert await refused(club.cups.join(cup, guest)) == "tournament-account"
        assert await refused(club.cups.start(cup, ANNA)) == "tournament-few"
        assert await refused(club.cups.start(cup, BORIS)) == "tournament-not-yours"
        assert await refused(club.cups.cancel(cup, BORIS)) == "tournament-not-yours"
        assert await refused(club.cups.leave(cup, CLARA)) == "tournament-not-in"
        assert await refused(club.cups.page("nowhere", ANNA)) == "no-tournament"
        for token in (ANNA, CLARA):
            await club.cups.join(cup, token)
        assert await refused(club.cups.join(cup, DORA)) == "tournament-full"
        await club.cups.leave(cup, BORIS)
        await club.cups.join(cup, DORA)
        await BlockStore(club.database).block(hashed(ANNA), hashed(BORIS), "2026")
        await club.cups.leave(cup, DORA)
        assert await refused(club.cups.join(cup, BORIS)) == "blocked"
        await club.cups.cancel(cup, ANNA)
        page = await club.cups.page(cup, CLARA)
        assert (page.state, page.may) == ("canceled", [])
        assert [one.what for one in await club.notices_of(CLARA)] == ["canceled"]
        for _ in range(3):
            await club.made()
        assert await refused(club.made()) == "tournament-many"
        assert len((await club.cups.listing(("open", "running"), 0)).tournaments) == 3
        assert len((await club.cups.mine(ANNA)).tournaments) == 4
        wrong = NewTournament("", "fall_blau")
        assert await refused(club.cups.make(BORIS, wrong)) == "tournament-name"
        unsound: list[dict[str, Any]] = [
            {"fewest": 9},
            {"form": "robin", "most": 17},
            {"bid": True, "options": {"die_modifiers": [1, 0]}},
        ]
        for terms in unsound:
            wrong = NewTournament("X", "fall_blau", TournamentTerms(**terms))
            assert await refused(club.cups.make(BORIS, wrong)) == "wrong-request"
        assert await refused(club.cups.make(BORIS, NewTournament("X", "nowhere"))) == "wrong-request"

    in_the_circle(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_a_seat_that_the_computer_takes_loses_the_match(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA, pair=True)
        await club.cups.start(cup, ANNA)
        page = await club.cups.page(cup, ANNA)
        (pairing,) = [one for one in page.pairings[0] if one.second != BYE]
        tokens = {1: ANNA, 2: BORIS, 3: CLARA}
        gone, stays = tokens[pairing.first], tokens[pairing.second]
        game = pairing.games[0].game
        await club.dealings.propose(game, gone, "computer")
        await club.dealings.answer(game, stays, "computer", accept=True)
        page = await club.cups.page(cup, ANNA)
        (pairing,) = [one for one in page.pairings[0] if one.second != BYE]
        assert (pairing.points, [one.how for one in pairing.games]) == ((0, 2), ["forfeit"] * 2)
        assert page.round == 2
        await resign(club, game, stays)
        (pairing,) = [one for one in (await club.cups.page(cup, ANNA)).pairings[0] if one.second != BYE]
        assert pairing.points == (0, 2), "what is played against the computer counts for nothing"

    in_the_circle(story)


@pytest.mark.one_database
def test_bids_settle_the_sides_and_an_idle_bidder_loses(in_the_circle: Callable[..., None]) -> None:
    from noretreat.core.bidding import Bid
    from noretreat.server.lobby.bidding import BiddingService

    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA, DORA, bid=True, pair=True, rated=True)
        await club.cups.start(cup, ANNA)
        games = {token: (await club.cups.page(cup, token)).mine[0] for token in (ANNA, BORIS, CLARA, DORA)}
        bidding = BiddingService(club.games.tables, club.games.computer)
        lazy = next(one for one in (BORIS, CLARA, DORA) if games[one] == games[ANNA])
        await bidding.bid(games[ANNA], ANNA, Bid(Side.SOVIET, 1))
        others = [one for one in (BORIS, CLARA, DORA) if one != lazy]
        for token in others:
            await bidding.bid(games[token], token, Bid(Side.SOVIET, 1 if token == others[0] else 2))
        assert (await club.games.show(games[others[1]], others[1], 0, None)).owned == [Side.SOVIET]
        await resign(club, games[others[1]], others[1])
        second = (await club.cups.page(cup, others[1])).mine
        assert (await club.games.show(second[0], others[1], 0, None)).owned == [Side.AXIS]
        await resign(club, second[0], others[1])
        late = TOURNAMENT.update().values(until="2026-01-01T00:00:00.000+00:00")
        await club.database.change(late)
        page = await club.cups.page(cup, ANNA)
        assert page.round == 2
        points = {one.number: one.points for one in page.entrants}
        number = {BORIS: 2, CLARA: 3, DORA: 4}
        assert (points[1], points[number[lazy]], points[number[others[0]]]) == (2, 0, 2)
        assert games[ANNA] not in {row.id for row in await club.games.list.listing(ANNA)}, "nothing was played there"

    in_the_circle(story)


def test_what_is_kept_of_a_player_is_handed_out_and_goes_with_the_account(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA)
        other = await club.made(BORIS)
        await club.cups.start(cup, ANNA)
        anna = AccountRow("of a", hashed(ANNA), ANNA, "a@example.org", "", "2026")
        data = PersonalData(club.database)
        kept = await data.all_of(anna)
        assert {one["id"] for one in kept["tournaments"]} == {cup, other}
        assert [(one["tournament"], one["number"]) for one in kept["entered"]] == [(cup, 1)]
        assert all(1 in (one["first"], one["second"]) for one in kept["fixtures"])
        assert len(kept["fixtures"]) == 1
        await data.drop(
            anna, "recruit", NoticeRow("n", "", None, "account", "", "a@example.org", "2026", "2026"), "2026"
        )
        page = await club.cups.page(cup, BORIS)
        gone = next(one for one in page.entrants if one.number == 1)
        assert (gone.gone, gone.player.name, page.maker.name) == ("deleted", "", "")
        assert (await club.cups.page(other, BORIS)).state == "canceled", "without its maker it does not begin"
        for table in (ENTRANT.c.player, TOURNAMENT.c.owner):
            assert hashed(ANNA) not in await club.database.scalars(sa.select(table))

    in_the_circle(story)


def test_a_suspended_player_is_out_of_all_tournaments(in_the_circle: Callable[..., None]) -> None:
    async def story(club: Circle) -> None:
        cup = await club.made(ANNA, BORIS, CLARA, DORA)
        waiting = await club.made(BORIS, CLARA)
        await club.cups.start(cup, ANNA)
        (game,) = (await club.cups.page(cup, BORIS)).mine
        fallen = await club.made(CLARA, maker=BORIS)
        await club.cups.suspend(hashed(BORIS))
        assert (await club.cups.page(fallen, CLARA)).state == "canceled"
        assert ("canceled", fallen) in [(one.what, one.id) for one in await club.notices_of(CLARA)]
        page = await club.cups.page(cup, ANNA)
        assert next(one for one in page.entrants if one.number == 2).gone == "suspended"
        assert (await club.games.show(game, BORIS, 0, None)).view.outcome is not None
        assert [one.number for one in (await club.cups.page(waiting, ANNA)).entrants] == [2], "the place is free again"
        for _ in range(2):
            for token in (ANNA, CLARA, DORA):
                for one in (await club.cups.page(cup, token)).mine:
                    await resign(club, one, token)
            await club.cups.advance(cup)
        page = await club.cups.page(cup, ANNA)
        assert [one.annulled for one in page.entrants if one.number == 2] == [True]
        assert all(one.how == "forfeit" for pairs in page.pairings for pair in pairs
                   if 2 in (pair.first, pair.second) for one in pair.games)  # fmt: skip

    in_the_circle(story)
