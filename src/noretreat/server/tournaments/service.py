"""Tournaments: making, joining and leaving them, and their rounds, one after the other, without anybody's hand.

Whatever is done follows from what is stored, so any process may do it: a round begins in one transaction, which fails
for whoever comes second. What is due is looked for when a game ends, when somebody looks at the page, and by the clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

import msgspec

from noretreat.core.actions import Conclude, Resign
from noretreat.core.reasons import reason
from noretreat.data.facts import Side
from noretreat.positions import begin
from noretreat.server.clocks.now import now
from noretreat.server.game.events_told import TournamentTold, tournament_notice
from noretreat.server.game.game_names import given
from noretreat.server.game.listing import new_id
from noretreat.server.game.open_games import made_game
from noretreat.server.game.player_card import player_cards
from noretreat.server.game.ratings import MEAN, kind_of
from noretreat.server.game.set_up import set_up
from noretreat.server.game.summary import other
from noretreat.server.game.turn_notice import dice_wanted, hand_over
from noretreat.server.http.briefly import Briefly
from noretreat.server.http.errors import Problem
from noretreat.server.http.security import hashed
from noretreat.server.lobby.new_game import options_of, refuse_unoffered
from noretreat.server.lobby.service import Games
from noretreat.server.tournaments.pages import TournamentList, TournamentMove, TournamentPage, listed, shown
from noretreat.server.tournaments.rounds import drawn, game_begun, pairs_of, rounds_wanted, seeds_of, verdict
from noretreat.server.tournaments.standings import Score, standings
from noretreat.server.tournaments.terms import NewTournament, checked, game_of, kept, terms_of
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Conflict, Database, StorageError
from noretreat.storage.games import MadeGame
from noretreat.storage.notices import HandOver, NoticeRow, after
from noretreat.storage.players import PlayerStore
from noretreat.storage.ratings import RatingStore
from noretreat.storage.tournament_store import SHOWN, Book, Refused, TournamentStore
from noretreat.storage.tournaments import FixtureRow, Result, State, TournamentRow

log = logging.getLogger("noretreat.server")
MOST_MADE: Final = 3
"""Tournaments of one maker that are not over."""
MOST_JOINED: Final = 5
"""Tournaments at a time that one player plays."""
STALE_DAYS: Final = 90
"""Days after which a tournament that has not begun is canceled."""
EVERY: Final = 20.0
"""Seconds between two looks at what is due."""
STEPS: Final = 50
"""Steps that a tournament takes at once, at most: rounds of byes and lost places follow each other."""
_REFUSED: Final = {"begun": "tournament-begun", "full": "tournament-full", "many": "tournament-many"}


class Tournaments:
    """The tournaments of this server."""

    def __init__(self, database: Database, games: Games, minutes: int | None = None) -> None:
        """`minutes`: as for `OpenGames`."""
        self._store, self._games, self._minutes = TournamentStore(database), games, minutes
        self._players, self._blocks, self._ratings = PlayerStore(database), BlockStore(database), RatingStore(database)
        self._recent: Briefly[TournamentList] = Briefly()
        self._tasks: set[asyncio.Task[None]] = set()
        games.tables.over_in = self.look_at

    # --- reading ---------------------------------------------------------------------------------------------
    async def listing(self, states: tuple[State, ...], start: int) -> TournamentList:
        """A page of the tournaments in these states."""

        async def read() -> TournamentList:
            found = await self._store.listed(states, start)
            return TournamentList([listed(row, many) for row, many in found[:SHOWN]], len(found) > SHOWN)

        return await self._recent.get((states, start), read)

    async def mine(self, token: str) -> TournamentList:
        """The tournaments that a browser's player plays or has made."""
        found = await self._store.of(hashed(token)) if token else []
        return TournamentList([listed(row, many) for row, many in found[:SHOWN]], more=False)

    async def page(self, tournament: str, token: str) -> TournamentPage:
        """A tournament, with what is due done."""
        book = await self._book(tournament)
        if _is_due(book, now()):
            await self.advance(tournament)
            book = await self._book(tournament)
        me = hashed(token)
        known = await player_cards(self._players, [book.row.owner, *(one.player for one in book.entrants)])
        existing = await self._store.existing({one.game for one in book.fixtures if one.game})
        return shown(book, me, known, existing, _may(book, me))

    # --- what players do -------------------------------------------------------------------------------------
    async def make(self, token: str, wanted: NewTournament) -> str:
        """Makes a tournament; returns its id. Its maker does not play unless he joins."""
        await self._check_account(token)
        checked(wanted)
        name = given(wanted.name)
        options = options_of(game_of(wanted.scenario, wanted.terms))
        state = await asyncio.to_thread(set_up, lambda: begin(wanted.scenario, options))
        refuse_unoffered(state.setup.options)
        if not name:
            raise Problem(400, "bad_request", "tournament-name")
        row = TournamentRow(new_id(), hashed(token), name, wanted.scenario, kept(wanted.terms), "open", now())
        try:
            await self._store.make(row, MOST_MADE)
        except Refused:
            raise Problem(409, "too_many", reason("tournament-many", n=MOST_MADE)) from None
        return row.id

    async def join(self, tournament: str, token: str) -> None:
        """Gives a browser's player a place; the last place may begin the tournament."""
        await self._check_account(token)
        book, me = await self._book(tournament), hashed(token)
        if book.row.owner in await self._blocks.apart(me):
            raise Problem(403, "apart", "blocked")
        try:
            await self._store.join(tournament, me, now(), terms_of(book.row.terms).most, MOST_JOINED)
        except Refused as refused:
            why = str(refused)
            said = reason(_REFUSED[why], n=MOST_JOINED) if why == "many" else _REFUSED[why]
            raise Problem(409, "too_many" if why == "many" else "not_now", said) from None
        await self.advance(tournament)

    async def leave(self, tournament: str, token: str) -> None:
        """Takes a browser's player out: before the start without a trace, later with the round's open games lost."""
        await self._book(tournament)
        if not token or not await self._store.leave(tournament, hashed(token), now()):
            raise Problem(409, "not_now", "tournament-not-in")
        await self._close_games(tournament)
        await self.advance(tournament)

    async def suspend(self, player: str) -> None:
        """Takes a player whom the host has suspended, by the hash of the token, out of all tournaments."""
        await self.cancel_all_of(player)
        for tournament in await self._store.suspend(player, now()):
            await self._close_games(tournament)
            await self.advance(tournament)

    async def start(self, tournament: str, token: str) -> None:
        """Begins a tournament; its maker may, once there are players enough."""
        book = await self._of_maker(tournament, token)
        fewest = terms_of(book.row.terms).fewest
        if len(book.entrants) < fewest:
            raise Problem(409, "not_now", reason("tournament-few", n=fewest))
        await self._begin_round(book)

    async def cancel(self, tournament: str, token: str) -> None:
        """Cancels a tournament that has not begun; its maker may."""
        await self._end(await self._of_maker(tournament, token), "canceled")

    async def cancel_all_of(self, player: str) -> None:
        """Cancels the tournaments of a maker who goes, by the hash of the token, that have not begun, and tells who
        has entered them.
        """
        for row, _ in await self._store.of(player):
            book = await self._store.book(row.id) if row.owner == player and row.state == "open" else None
            if book is not None and book.row.state == "open":
                with contextlib.suppress(Conflict):  # whoever was quicker has begun it, or canceled it
                    await self._end(book, "canceled")

    async def _of_maker(self, tournament: str, token: str) -> Book:
        book = await self._book(tournament)
        if not token or book.row.owner != hashed(token):
            raise Problem(403, "not_yours", "tournament-not-yours")
        if book.row.state != "open":
            raise Problem(409, "not_now", "tournament-begun")
        return book

    async def _check_account(self, token: str) -> None:
        if not await self._ratings.have_accounts([hashed(token)] if token else []):
            raise Problem(409, "no_account", "tournament-account")

    async def _book(self, tournament: str) -> Book:
        book = await self._store.book(tournament)
        if book is None:
            raise Problem(404, "not_found", "no-tournament")
        return book

    # --- the rounds ------------------------------------------------------------------------------------------
    async def advance(self, tournament: str) -> None:
        """Does all that is due in a tournament; what another process does at the same time is done once."""
        for _ in range(STEPS):
            book, at = await self._store.book(tournament), now()
            if book is None or not _is_due(book, at):
                return
            with contextlib.suppress(Conflict):
                await self._step(book, at)

    async def _step(self, book: Book, at: str) -> None:
        row, terms = book.row, terms_of(book.row.terms)
        if row.state == "open":
            if len(book.entrants) >= terms.most and terms.begins == "full":
                await self._begin_round(book)
            else:
                await self._end(book, "canceled")
            return
        unplayed = [one for one in book.of_round(row.round) if not one.result]
        if unplayed:
            await self._store.adjudicate([(one, await self._verdict(book, one, at)) for one in unplayed], at)
            await self._close_games(row.id)
            return
        await self._close_games(row.id)
        if row.round >= row.rounds or len(book.active) < 2:
            await self._end(book, "over")
        else:
            await self._begin_round(book)

    async def _verdict(self, book: Book, fixture: FixtureRow, at: str) -> Result:
        """What a game counts whose round is out of time; a second game that has not begun counts as the first one."""
        players = {one.number: one.player for one in book.entrants}
        for one in (fixture, *(one for one in book.of_round(fixture.round) if one.board == fixture.board)):
            try:
                async with self._games.tables.open(one.game) as match:
                    if one == fixture or not match.row.ended:
                        return verdict(match, one, players[one.first], at)
            except Problem:
                continue
        return "draw"

    async def _begin_round(self, book: Book) -> None:
        """Begins the next round with its games, in one transaction."""
        at, terms, number = now(), terms_of(book.row.terms), book.row.round + 1
        seeds: dict[int, int] = {}
        if number == 1:
            players = [one.player for one in book.entrants]
            ratings = await self._store.ratings(players, kind_of(book.row.scenario) or "")
            seeds = seeds_of(book, ratings, MEAN)
            entrants = [msgspec.structs.replace(one, seed=seeds[one.number]) for one in book.entrants]
            row = msgspec.structs.replace(book.row, begun=at, rounds=rounds_wanted(terms, len(entrants)))
            book = book._replace(entrants=entrants)
        else:
            row = msgspec.structs.replace(book.row)
        row.state, row.round, row.until = "running", number, after(at, days=terms.days)
        apart = await self._apart(book)
        made, fixtures = await asyncio.to_thread(self._games_of_round, book, row, apart, at)
        told = [tournament_notice(player, said, at) for player, said in _round_told(book, row, fixtures)]
        await self._store.begin_round(book, row, seeds, fixtures, made, told if self._minutes is not None else ())

    def _games_of_round(
        self, book: Book, row: TournamentRow, apart: set[frozenset[int]], at: str
    ) -> tuple[list[MadeGame], list[FixtureRow]]:
        terms, players = terms_of(row.terms), {one.number: one.player for one in book.entrants}
        options = options_of(game_of(row.scenario, terms))
        found = drawn(book, terms, row.round, pairs_of(book, terms, row.round, apart), at)
        made, ids = [], {}
        for first, second in found.pairs:
            sides = {Side.AXIS: players[first], Side.SOVIET: players[second]}
            match = game_begun(row, terms, options, row.round, sides)
            ids[first, second] = (match.row.id, match.row.pair)
            game = made_game(match)
            if self._minutes is not None and not match.bidding:
                if match.awaits_seeds and match.chance is not None:
                    handed: HandOver | None = dice_wanted(match.id, match.seats, match.chance, self._minutes)
                else:
                    handed = hand_over(match.id, match.seats, None, match.state, self._minutes)
                game = msgspec.structs.replace(game, notices=handed.notices if handed else ())
            made.append(game)
        fixtures = [
            msgspec.structs.replace(one, game=ids[one.first, one.second][one.leg - 1])
            if (one.first, one.second) in ids
            else one
            for one in found.fixtures
        ]
        return made, fixtures

    async def _apart(self, book: Book) -> set[frozenset[int]]:
        """The pairs of players one of whom has blocked the other."""
        numbers = {one.player: one.number for one in book.active}
        blocks = await self._blocks.between(list(numbers))
        return {frozenset((numbers[one], numbers[other])) for one, other in blocks}

    async def _end(self, book: Book, state: State) -> None:
        at = now()
        row = msgspec.structs.replace(book.row, state=state, ended=at, until="")
        told: list[NoticeRow] = []
        if self._minutes is not None:
            ranks = {one.number: one.rank for one in _table(book)} if state == "over" else {}
            for one in book.entrants:
                if one.player and (not one.gone or state == "over"):
                    said = TournamentTold(
                        row.id, row.name, "over" if state == "over" else "canceled",
                        row.round, row.rounds, ranks.get(one.number, 0), len(book.entrants),
                    )  # fmt: skip
                    told.append(tournament_notice(one.player, said, at))
        await self._store.end(book, row, told)

    async def _close_games(self, tournament: str) -> None:
        """Ends the games whose result is written already: whoever left has resigned, whoever was late has lost on time.
        One whose sides are still bid for is deleted.
        """
        book = await self._store.book(tournament)
        players = {one.number: one for one in book.entrants} if book else {}
        for fixture in await self._store.left_open(tournament):
            with contextlib.suppress(Conflict, Problem):
                async with self._games.tables.open(fixture.game) as match:
                    if match.row.ended:
                        continue
                    if match.bidding:
                        await self._games.list.remove(match)
                        continue
                    if fixture.result not in ("first", "second"):
                        await self._games.tables.commit(match, Conclude())
                        continue
                    winner = players[fixture.first if fixture.result == "first" else fixture.second].player
                    loser = next((side for side in Side if match.seats[other(side)].token == winner), None)
                    if loser is not None:
                        action = Resign(loser) if fixture.how == "forfeit" else Conclude(loser)
                        await self._games.tables.commit(match, action)

    # --- by itself -------------------------------------------------------------------------------------------
    def look_at(self, tournament: str) -> None:
        """Does what is due in a tournament soon."""
        task = asyncio.create_task(self._quietly(tournament), name=f"tournament {tournament}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def begin(self) -> None:
        """Does what comes due, until `close`."""
        task = asyncio.create_task(self._run(), name="tournaments")
        self._tasks.add(task)

    async def _run(self) -> None:
        while True:
            try:
                for tournament in await self._store.due(now(), after(now(), days=-STALE_DAYS)):
                    await self._quietly(tournament)
            except StorageError as error:
                log.error("tournaments were not looked at: %s", error)
            await asyncio.sleep(EVERY)

    async def _quietly(self, tournament: str) -> None:
        try:
            await self.advance(tournament)
        except StorageError as error:
            log.error("a tournament did not go on: %s", error)
        except Exception:
            log.exception("a tournament did not go on")

    async def close(self) -> None:
        """Stops; what is due is done by whoever looks next."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _is_due(book: Book, at: str) -> bool:
    """True if a tournament can go on."""
    row, terms = book.row, terms_of(book.row.terms)
    if row.state == "open":
        full = terms.begins == "full" and len(book.entrants) >= terms.most
        return full or row.created < after(at, days=-STALE_DAYS)
    if row.state != "running":
        return False
    return row.until <= at or all(one.result for one in book.of_round(row.round))


def _may(book: Book, me: str) -> list[TournamentMove]:
    """What a player can do."""
    row, terms = book.row, terms_of(book.row.terms)
    plays = bool(me) and any(one.player == me for one in book.active)
    found: list[TournamentMove] = []
    if row.state == "open" and not plays and len(book.entrants) < terms.most:
        found.append("join")
    if row.state in ("open", "running") and plays:
        found.append("leave")
    if row.state == "open" and me and row.owner == me:
        found += ["start", "cancel"] if len(book.entrants) >= terms.fewest else ["cancel"]
    return found


def _table(book: Book) -> list[Score]:
    return standings(terms_of(book.row.terms).form, book.row.rounds, book.entrants, book.fixtures)


def _round_told(book: Book, row: TournamentRow, fixtures: list[FixtureRow]) -> list[tuple[str, TournamentTold]]:
    """What the players are told when a round begins: also how they stand after the one before."""
    ranks = {one.number: one.rank for one in _table(book)} if row.round > 1 else {}
    playing = {number for one in fixtures if one.game for number in (one.first, one.second)}
    return [
        (
            one.player,
            TournamentTold(
                row.id, row.name, "round" if one.number in playing else "bye",
                row.round, row.rounds, ranks.get(one.number, 0), len(book.entrants),
            ),
        )
        for one in book.active
    ]  # fmt: skip
