"""Bids for sides: sealed until both are in, opened at once, and what nobody learns before."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest
from server.support import Server
from server.test_table_service import ANNA, BORIS, CLARA, Inn, refused
from websockets.sync.client import connect

from noretreat.core.actions import Resign, SettleSides
from noretreat.core.bidding import LADDER, MOST, Bid, balanced, handicap, host_sides, is_tie
from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.game import IllegalAction, apply, new_game
from noretreat.server.analysis.chance_record import record_of
from noretreat.server.game.chance import commitment, index
from noretreat.server.game.listing import NewGame
from noretreat.server.lobby.bidding import BiddingService
from noretreat.storage.accounts import AccountRow
from noretreat.storage.database import Conflict, Database
from noretreat.storage.notices import NoticeRow, NoticeStore
from noretreat.storage.personal_data import PersonalData

A, S = Side.AXIS, Side.SOVIET


def bid(side: Side, steps: int) -> Bid:
    return Bid(side, steps)


# --- the rule -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("host", "guest", "sides", "given", "draws", "dice"),
    [
        (bid(A, 3), bid(S, 5), (A,), 0, (0, 0), (0, 0)),
        (bid(A, 1), bid(A, 0), (A,), 1, (0, 1), (0, 0)),
        (bid(A, 1), bid(A, 2), (S,), 2, (0, 2), (0, 0)),
        (bid(S, 0), bid(S, 3), (A,), 3, (2, -1), (0, 0)),
        (bid(S, 4), bid(S, 1), (S,), 4, (2, -1), (1, 0)),
        (bid(S, 5), bid(S, 5), (S, A), 5, (2, -1), (1, -1)),
        (bid(A, 0), bid(A, 0), (A, S), 0, (0, 0), (0, 0)),
    ],
)
def test_the_higher_bid_has_the_side_and_gives_what_it_bid(
    host: Bid, guest: Bid, sides: tuple[Side, ...], given: int, draws: tuple[int, int], dice: tuple[int, int]
) -> None:
    bids = (host, guest)
    assert host_sides(bids) == sides
    assert is_tie(bids) == (len(sides) == 2)
    assert handicap(bids)[1] == given
    options = balanced(Options(), bids)
    assert (options.draw_modifiers, options.die_modifiers) == (draws, dice)
    state = new_game("fall_blau", options, by_bids=True)
    for side in Side:
        if side in sides:
            apply(state, SettleSides(side, bids))
        else:
            with pytest.raises(IllegalAction):
                apply(state, SettleSides(side, bids))
    if given:
        with pytest.raises(IllegalAction):
            apply(new_game("fall_blau", by_bids=True), SettleSides(sides[0], bids))


def test_each_step_of_the_ladder_contains_the_one_before() -> None:
    assert MOST == 5
    for less, more in pairwise(LADDER):
        assert more != less
        assert more.cards >= less.cards
        assert more.dice >= less.dice
        assert more.giver_cards <= less.giver_cards
        assert more.giver_dice <= less.giver_dice


# --- at the table ---------------------------------------------------------------------------------------------------
@pytest.fixture
def at_the_inn(store_url: str) -> Callable[..., None]:
    """Runs a story at an inn of its own, with Anna's game and, by default, bids for it, on either database."""

    def run(story: Callable[[Inn, BiddingService, str, Database], Awaitable[None]], **wishes: Any) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            inn = Inn(database, 20)
            try:
                game = await inn.begin(**{"scenario": "fall_blau", "bid": True, **wishes})
                await story(inn, BiddingService(inn.games.tables, inn.games.computer), game, database)
            finally:
                await inn.games.close()
                await database.close()

        asyncio.run(tell())

    return run


def test_the_game_begins_with_the_second_bid(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        before = await inn.games.show(game, ANNA, 0, None)
        assert before.bidding is not None
        assert (before.ply, before.actions, before.bidding.mine) == (0, (), None)
        assert (await inn.company(game)).waiting is None
        for token in (ANNA, BORIS):
            assert await refused(inn.games.act(game, token, 0, Resign(A))) == "bids-first"
        assert (await inn.company(game)).may == ["cancel"]
        assert await refused(inn.dealings.propose(game, ANNA, "draw")) == "not-to-propose"
        await inn.dealings.say(game, BORIS, "Hello")
        await inn.dealings.write_down(game, ANNA, "Anna's notes")
        await sides.bid(game, ANNA, bid(S, 5))
        await sides.bid(game, ANNA, bid(S, 2))  # another one in its place
        assert await refused(sides.bid(game, CLARA, bid(S, 5))) == "no-seat"
        await sides.bid(game, BORIS, bid(S, 1))

        anna, boris = await inn.games.show(game, ANNA, 0, None), await inn.games.show(game, BORIS, 0, None)
        assert (anna.owned, boris.owned, anna.bidding) == ([S], [A], None)
        assert anna.game.options["draw_modifiers"] == [2, 0]
        assert (
            anna.events[0].text
            == "Sides by bid: both wanted the Soviet side. The host bid 2, the guest 1: the host has it"
        )
        assert "draws two cards more" in anna.events[1].text
        assert [(line.kind, line.side) for line in (await inn.company(game)).lines] == [("join", A), ("say", A)]
        assert (await inn.dealings.notes(game, ANNA)).text == "Anna's notes"
        assert {seed.side: int(seed.seed, 16) for seed in _chance(await _match(inn, game))} == {S: 1, A: 2}, (
            "each its own"
        )
        assert (await inn.company(game)).may == ["draw", "computer", "cancel"]
        assert await refused(sides.bid(game, ANNA, bid(A, 1))) == "bids-closed"
        assert await refused(sides.withdraw(game, ANNA)) == "bids-closed"
        await inn.play(game, BORIS if anna.view.actor == "axis" else ANNA)

        other = Database(database_url_of(database))  # another process on the same store reads the same
        await other.open("mark")
        again = Inn(other, 20)
        try:
            assert (await again.games.show(game, ANNA, 0, None)).events[:2] == anna.events[:2]
        finally:
            await again.games.close()
            await other.close()

    at_the_inn(story)


async def _match(inn: Inn, game: str) -> Any:
    async with inn.games.tables.open(game) as match:
        return match


def _chance(match: Any) -> list[Any]:
    from noretreat.server.game.chance import seeds_of

    return seeds_of(match.chance)


def database_url_of(database: Database) -> str:
    return database._pool.url.render_as_string(hide_password=False)


@pytest.mark.one_database
def test_equal_bids_are_decided_by_the_committed_dice(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        promised = commitment((await _match(inn, game)).chance)
        for token in (BORIS, ANNA):
            await sides.bid(game, token, bid(A, 3))
        match = await _match(inn, game)
        assert commitment(match.chance) == promised
        host = (A, S)[index(match.chance, 0, 2)]
        assert (await inn.games.show(game, ANNA, 0, None)).owned == [host]
        loser = await inn.games.show(game, ANNA, 0, None)
        await inn.games.act(game, ANNA, loser.ply, Resign(host))
        match = await _match(inn, game)
        record = record_of(match)
        assert record is not None
        assert record.lots is not None
        assert record.lots[0].options == ["host plays axis", "host plays soviet"]
        assert record.lots[0].came == f"host plays {host.value}"
        assert record.secret is not None
        assert hashlib.sha256(bytes.fromhex(record.secret)).hexdigest() == promised

        # It is in the save file, and in a rematch the players change sides while the handicap stays.
        _, saved = await inn.games.list.save_export(game, ANNA)
        assert b"SettleSides" in saved
        copy = await inn.games.list.save_import(saved.decode(), CLARA)
        text = (await inn.games.show(copy.id, CLARA, 0, None)).events[0].text
        assert text.startswith("Sides by bid: both bid 3 for the Axis side. The dice gave it to the ")
        await inn.dealings.propose(game, ANNA, "rematch")
        found = (await inn.dealings.propose(game, BORIS, "rematch")).game
        assert found is not None
        next_one = await inn.games.show(found, ANNA, 0, None)
        assert (next_one.bidding, next_one.owned) == (None, [S if host is A else A])
        assert next_one.game.options["draw_modifiers"] == [-1, 2]

    at_the_inn(story)


@pytest.mark.one_database
def test_a_bid_can_be_taken_back_and_the_game_cancelled(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        await sides.withdraw(game, ANNA)  # nothing there: nothing happens
        await sides.bid(game, ANNA, bid(A, 3))
        await sides.withdraw(game, ANNA)
        await sides.bid(game, BORIS, bid(A, 0))
        package = await inn.games.show(game, ANNA, 0, None)
        assert package.bidding is not None
        assert (package.bidding.mine, package.bidding.theirs) == (None, True)
        (row,) = await inn.games.list.listing(ANNA)
        assert row.your_turn
        (row,) = await inn.games.list.listing(BORIS)
        assert not row.your_turn
        await inn.dealings.cancel(game, BORIS)  # nobody is held at a table that does not begin
        assert await inn.games.list.listing(ANNA) == []

    at_the_inn(story)


def test_two_bids_at_once_are_both_kept(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        other = Database(database_url_of(database))
        await other.open("mark")
        again = Inn(other, 20)
        try:
            await asyncio.gather(
                sides.bid(game, ANNA, bid(A, 1)),
                BiddingService(again.games.tables, again.games.computer).bid(game, BORIS, bid(S, 1)),
            )
            for one in (inn, again):
                package = await one.games.show(game, ANNA, 0, None)
                assert (package.bidding, package.owned) == (None, [A])
                assert "without a handicap" in package.events[0].text
        finally:
            await again.games.close()
            await other.close()

    at_the_inn(story)


@pytest.mark.one_database
def test_whoever_leaves_for_good_takes_the_game_along(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        await sides.bid(game, ANNA, bid(A, 3))
        player = (await _match(inn, game)).seats[S].token
        account = AccountRow("account", player, "", "boris@example.org", "", "2026-11-23T12:00:00.000+00:00")
        letter = NoticeRow("letter", "", None, "account_deleted", "", "", "2026", "2026")
        assert await PersonalData(database).drop(account, "easy", letter, letter.made) == []
        assert await inn.games.list.listing(ANNA) == []

    at_the_inn(story)


@pytest.mark.one_database
def test_a_player_whose_bid_is_missing_is_told(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        told = Inn(database, 20)
        told.games.tables._minutes = 30
        store = NoticeStore(database)
        await BiddingService(told.games.tables, told.games.computer).bid(game, BORIS, bid(A, 3))
        ((player, (notice,)),) = (await store.due("2999", "2999")).items()
        assert (notice.kind, notice.text) == ("bid", ""), "it says nothing of the bid"
        assert await store.bid_missing(game, player)
        await BiddingService(told.games.tables, told.games.computer).bid(game, ANNA, bid(A, 1))
        assert not await store.bid_missing(game, player)
        kinds = [{one.kind for one in notices} for notices in (await store.due("2999", "2999")).values()]
        assert sorted(kinds, key=len) == [{"begun", "time"}, {"begun", "time", "turn", "short"}], "no bid is waited for"
        await told.games.close()

    at_the_inn(story)


# --- agreed on afterwards -------------------------------------------------------------------------------------------
@pytest.mark.one_database
def test_two_who_have_not_begun_can_agree_to_bid(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        before = await _match(inn, game)
        assert before.ply > 0, "cards have been dealt"
        assert (await inn.company(game, BORIS)).may == ["draw", "computer", "bids", "cancel"]
        await inn.dealings.say(game, BORIS, "Hello")
        await inn.dealings.propose(game, ANNA, "computer")
        await inn.dealings.propose(game, BORIS, "bids")
        assert not (await _match(inn, game)).bidding, "one alone decides nothing"
        assert (await inn.dealings.answer(game, ANNA, "bids", accept=True)).game is None

        package = await inn.games.show(game, ANNA, 0, None)
        assert package.bidding is not None
        assert (package.ply, package.actions, package.owned, package.events) == (0, (), [A], [])
        company = await inn.company(game)
        assert (company.may, company.proposals) == (["cancel"], [])
        assert [line.kind for line in company.lines][-2:] == ["propose-bids", "accept-bids"]
        assert await refused(inn.dealings.answer(game, BORIS, "computer", accept=True)) == "proposal-lapsed"
        after = await _match(inn, game)
        assert commitment(after.chance) != commitment(before.chance), "who has seen cards knows nothing of the lot"

        await sides.bid(game, ANNA, bid(S, 2))
        await sides.bid(game, BORIS, bid(S, 1))
        anna = await inn.games.show(game, ANNA, 0, None)
        assert (anna.owned, anna.game.options["draw_modifiers"]) == ([S], [2, 0])
        assert (await inn.company(game)).may == ["draw", "computer", "cancel"], "bids are made once"
        assert await refused(inn.dealings.propose(game, ANNA, "bids")) == "not-to-propose"

    at_the_inn(story, bid=False)


@pytest.mark.one_database
def test_a_first_move_or_a_handicap_ends_it(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        await inn.dealings.propose(game, BORIS, "bids")
        package = await inn.games.show(game, ANNA, 0, None)
        await inn.play(game, ANNA if package.view.actor == "axis" else BORIS)
        assert (await inn.company(game)).proposals == []
        assert await refused(inn.dealings.answer(game, ANNA, "bids", accept=True)) == "proposal-lapsed"
        assert await refused(inn.dealings.propose(game, ANNA, "bids")) == "not-to-propose"
        given = await inn.begin(scenario="fall_blau", options={"draw_modifiers": [1, 0]})
        assert await refused(inn.dealings.propose(given, ANNA, "bids")) == "not-to-propose"

    at_the_inn(story, bid=False)


def test_whoever_made_a_game_that_waits_has_it_bid_for_alone(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        assert await refused(inn.dealings.bid(game, ANNA)) == "not-to-propose", "somebody has joined this one"
        made = await inn.games.list.create(NewGame(axis="open", soviet="human", scenario="fall_blau"), ANNA)
        assert (await inn.company(made.id)).may == ["bid"]
        assert await refused(inn.dealings.bid(made.id, CLARA)) == "no-seat"
        await inn.dealings.bid(made.id, ANNA)
        await sides.bid(made.id, ANNA, bid(A, 3))
        await inn.games.list.join(made.id, made.links["axis"].rpartition("/")[2], BORIS)
        assert (await inn.company(made.id)).may == ["cancel"]
        await sides.bid(made.id, BORIS, bid(A, 1))
        anna = await inn.games.show(made.id, ANNA, 0, None)
        assert anna.owned == [A], "the host sat on the other side, and bid more"
        assert anna.events[0].text.startswith("Sides by bid: both wanted the Axis side. The host bid 3, the guest 1")
        assert anna.game.options["draw_modifiers"] == [-1, 2]

    at_the_inn(story, bid=False)


def test_a_move_in_another_process_is_not_lost_to_the_bids(at_the_inn: Callable[..., None]) -> None:
    async def story(inn: Inn, sides: BiddingService, game: str, database: Database) -> None:
        stale = await _match(inn, game)
        other = Database(database_url_of(database))
        await other.open("mark")
        again = Inn(other, 20)
        try:
            package = await again.games.show(game, ANNA, 0, None)
            await again.play(game, ANNA if package.view.actor == "axis" else BORIS)
            with pytest.raises(Conflict):
                await inn.games.tables.lay_open(stale)
            assert (await again.games.show(game, ANNA, 0, None)).bidding is None
        finally:
            await again.games.close()
            await other.close()

    at_the_inn(story, bid=False)


@pytest.mark.parametrize(
    "wishes",
    [
        {"soviet": "computer"},
        {"soviet": "human"},
        {"options": {"die_modifiers": [1, 0]}},
        {"scenario": None, "position": "turn 9\n"},
    ],
    ids=str,
)
def test_only_two_people_bid_and_for_the_whole_handicap(server: Server, wishes: dict[str, Any]) -> None:
    body = {"axis": "human", "soviet": "open", "bid": True, **wishes}
    assert server.browser().http.post("/api/games", json=body).status_code == 400


# --- what nobody learns ---------------------------------------------------------------------------------------------
def everything(server: Server, host: dict[str, Any], *, agreed: bool) -> list[str]:
    """All that the guest and a stranger receive while the host bids, and changes and withdraws the bid; in a game that
    was made to be bid for, or whose players have agreed on it.
    """
    anna, boris, stranger = (server.browser() for _ in range(3))
    for one in (boris, stranger):
        one.http.headers["accept-encoding"] = "identity"
    game = anna.create(axis="human", soviet="open", scenario="fall_blau", bid=not agreed, shared=True)
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert boris.show(game)["owned"] == ["soviet"]
    if agreed:
        for one in (anna, boris):
            assert one.http.post(f"/api/games/{game}/proposals/bids", json={}).status_code == 200
    address = server.address.replace("http", "ws") + f"/api/games/{game}/live"
    (cookie,) = boris.http.cookies.items()
    received: list[str] = []

    def look() -> None:
        for one in (boris, stranger):
            for path in (
                "",
                "/company",
                "/history",
                "/graphs",
                "/chance",
                "/invitation?invite=x",
                "/save",
                "/notebook",
            ):
                answer = one.http.get(f"/api/games/{game}{path}")
                received.append(f"{path} {answer.status_code} {len(answer.content)} {answer.text}")
            for path in ("/api/games", "/api/lobby", "/api/me"):
                answer = one.http.get(path)
                received.append(f"{path} {len(answer.content)} {answer.text}")

    with (
        connect(address, additional_headers={"cookie": "=".join(cookie)}) as his,
        connect(address) as hers,
    ):
        for socket in (his, hers):
            socket.recv(timeout=20)
        look()
        changes: list[Callable[[], Any]] = [
            lambda: anna.http.post(f"/api/games/{game}/bid", json=host),
            lambda: anna.http.post(f"/api/games/{game}/bid", json={**host, "steps": 5 - host["steps"]}),
            lambda: anna.http.delete(f"/api/games/{game}/bid"),
            lambda: anna.http.post(f"/api/games/{game}/bid", json=host),
        ]
        for change in changes:
            assert change().status_code == 204
            for socket in (his, hers):
                received.append(str(json.loads(socket.recv(timeout=20))))
            look()
    return [_unnamed(one, game) for one in received]


def _unnamed(text: str, game: str) -> str:
    """What came without what tells this game from another: ids, times, secrets."""
    text = text.replace(game, "GAME")
    text = re.sub(r"20\d\d-\d\d-\d\dT[0-9:.+]+", "TIME", text)
    for kind in ("commitment", "seal", "seed"):
        text = re.sub(rf'"{kind}":"[0-9a-f]{{64}}"', kind.upper(), text)
    return re.sub(r'"(seeds|seeded)":\[[^]]*\]', "SEEDS", text)  # in the order of the seals, which is chance


@pytest.mark.slow
@pytest.mark.parametrize("agreed", [False, True])
def test_no_message_depends_on_a_bid_before_both_are_in(server: Server, agreed: bool) -> None:
    bids = [{"side": side, "steps": steps} for side in ("axis", "soviet") for steps in (0, 4)]
    first, *others = [_games_of_this_story(everything(server, one, agreed=agreed)) for one in bids]
    assert len(first) > 100
    for other in others:
        assert other == first


def _games_of_this_story(received: list[str]) -> list[str]:
    """What came, without the lobby's other games: those of the stories told before."""
    return [one for one in received if not one.startswith("/api/lobby")]


def test_the_lobby_says_that_sides_are_bid_for_and_nothing_of_the_bids(server: Server) -> None:
    anna, stranger = server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open", scenario="fall_blau", bid=True, shared=True)
    offers = []
    for steps in (None, 1, 5):
        if steps is not None:
            sent = anna.http.post(f"/api/games/{game}/bid", json={"side": "axis", "steps": steps})
            assert sent.status_code == 204
        (row,) = (one for one in stranger.http.get("/api/lobby").json()["open"] if one["id"] == game)
        offers.append(row)
    assert offers[0]["bidding"] == {"mine": None, "theirs": False, "most": 5}
    assert offers[0] == offers[1] == offers[2]
    assert anna.http.post(f"/api/games/{game}/bid", json={"side": "axis", "steps": 6}).status_code == 400
    assert anna.http.post(f"/api/games/{game}/bid", json={"side": "west", "steps": 1}).status_code == 400
