"""The store of tournaments. A round is paired once: whoever pairs it on what has changed since gets a `Conflict`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa

from noretreat.storage.database import Conflict, Database
from noretreat.storage.games import MadeGame, create_game
from noretreat.storage.notices import NoticeRow
from noretreat.storage.rows import insert, record_of
from noretreat.storage.tables import ENTRANT, FIXTURE, GAME, NOTICE, RATING, SEAT, TOURNAMENT
from noretreat.storage.tournaments import (
    EntrantRow,
    FixtureRow,
    Result,
    State,
    TournamentRow,
    changed,
    decide,
    leave,
    leave_all,
)

SHOWN: Final = 20
"""Tournaments in a page of the list."""


class Book(NamedTuple):
    """A tournament with all that belongs to it, as of one moment."""

    row: TournamentRow
    entrants: list[EntrantRow]
    fixtures: list[FixtureRow]

    @property
    def active(self) -> list[EntrantRow]:
        """The players who have not left."""
        return [one for one in self.entrants if not one.gone]

    def of_round(self, number: int) -> list[FixtureRow]:
        """The games of a round."""
        return [one for one in self.fixtures if one.round == number]


class Refused(Exception):
    """A player cannot join or make a tournament; the argument says why."""


class TournamentStore:
    """Tournaments in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- reading ---------------------------------------------------------------------------------------------
    async def book(self, tournament: str) -> Book | None:
        """A tournament."""
        return await self._database.read_consistently(lambda connection: _book(connection, tournament))

    async def listed(self, states: Sequence[State], start: int) -> list[tuple[TournamentRow, int]]:
        """The newest tournaments in these states with the number of their players; one more than a page says that
        there are more.
        """
        return await self._list(TOURNAMENT.c.state.in_(states), start)

    async def of(self, player: str) -> list[tuple[TournamentRow, int]]:
        """The tournaments of a player that are not over, and those that were lately, the newest first."""
        plays = sa.select(ENTRANT.c.tournament).where(ENTRANT.c.player == player)
        return await self._list(sa.or_(TOURNAMENT.c.id.in_(plays), TOURNAMENT.c.owner == player), 0)

    async def _list(self, which: sa.ColumnElement[bool], start: int) -> list[tuple[TournamentRow, int]]:
        many = (
            sa.select(sa.func.count())
            .select_from(ENTRANT)
            .where(ENTRANT.c.tournament == TOURNAMENT.c.id)
            .scalar_subquery()
            .label("entrants")
        )
        query = sa.select(*TOURNAMENT.columns, many).where(which)
        query = query.order_by(TOURNAMENT.c.created.desc(), TOURNAMENT.c.id).offset(start).limit(SHOWN + 1)
        return [(record_of(TournamentRow, row), int(row.entrants)) for row in await self._database.rows(query)]

    async def due(self, at: str, stale: str) -> list[str]:
        """The running tournaments whose round is over, or out of time, and those not begun since `stale`."""
        unplayed = sa.exists().where(
            FIXTURE.c.tournament == TOURNAMENT.c.id, FIXTURE.c.round == TOURNAMENT.c.round, FIXTURE.c.result == ""
        )
        late = sa.and_(TOURNAMENT.c.until != "", TOURNAMENT.c.until <= at)
        running = sa.and_(TOURNAMENT.c.state == "running", sa.or_(late, sa.not_(unplayed)))
        forgotten = sa.and_(TOURNAMENT.c.state == "open", TOURNAMENT.c.created < stale)
        return await self._database.scalars(sa.select(TOURNAMENT.c.id).where(sa.or_(running, forgotten)))

    async def left_open(self, tournament: str) -> list[FixtureRow]:
        """The games of a tournament that two people could still play, although their result is written."""
        computer = sa.exists().where(SEAT.c.game == GAME.c.id, SEAT.c.kind != "human")
        query = (
            sa.select(*FIXTURE.columns)
            .join_from(FIXTURE, GAME, GAME.c.id == FIXTURE.c.game)
            .where(FIXTURE.c.tournament == tournament, FIXTURE.c.result != "", GAME.c.ended == "", sa.not_(computer))
        )
        return await self._database.records(FixtureRow, query)

    async def existing(self, games: Collection[str]) -> set[str]:
        """Those of these games that there are: a second game may not have begun, and any may be deleted."""
        return set(await self._database.scalars(sa.select(GAME.c.id).where(GAME.c.id.in_(games)))) if games else set()

    async def ratings(self, players: Collection[str], kind: str) -> dict[str, float]:
        """The mean rating of players for a kind of scenario, over both sides."""
        query = sa.select(RATING.c.player, sa.func.avg(RATING.c.mu).label("mu"))
        query = query.where(RATING.c.player.in_(list(players)), RATING.c.kind == kind).group_by(RATING.c.player)
        return {row.player: float(row.mu) for row in await self._database.rows(query)}

    # --- writing ---------------------------------------------------------------------------------------------
    async def make(self, row: TournamentRow, most: int) -> None:
        """Stores a new tournament; raises `Refused` if its maker has too many that are not over."""

        def work(connection: sa.Connection) -> None:
            mine = (TOURNAMENT.c.owner == row.owner, TOURNAMENT.c.state.in_(("open", "running")))
            if (connection.scalar(sa.select(sa.func.count()).select_from(TOURNAMENT).where(*mine)) or 0) >= most:
                raise Refused("many")
            insert(connection, TOURNAMENT, [row])

        await self._database.write(work)

    async def join(self, tournament: str, player: str, at: str, places: int, most: int) -> None:
        """Gives a player a place; raises `Refused` if there is none, too late, or beyond `most` tournaments."""

        def work(connection: sa.Connection) -> None:
            row = connection.execute(_held(tournament)).one()
            if row.state != "open":
                raise Refused("begun")
            numbers = sa.select(ENTRANT.c.number, ENTRANT.c.player).where(ENTRANT.c.tournament == tournament)
            known = connection.execute(numbers).all()
            if any(one.player == player for one in known):
                return
            if len(known) >= places:
                raise Refused("full")
            running = TOURNAMENT.c.state.in_(("open", "running"))
            mine = sa.select(sa.func.count()).join_from(ENTRANT, TOURNAMENT, TOURNAMENT.c.id == ENTRANT.c.tournament)
            plays = mine.where(ENTRANT.c.player == player, ENTRANT.c.gone == "", running)
            if (connection.scalar(plays) or 0) >= most:
                raise Refused("many")
            number = max((one.number for one in known), default=0) + 1
            insert(connection, ENTRANT, [EntrantRow(tournament, number, player, at)])
            changed(connection, tournament)

        await self._database.write(work)

    async def leave(self, tournament: str, player: str, at: str) -> bool:
        """Takes a player out; false for one who does not play."""
        return await self._database.write(lambda connection: leave(connection, tournament, player, "withdrew", at))

    async def suspend(self, player: str, at: str) -> list[str]:
        """Takes a player whom the host has suspended out of all tournaments; returns these."""
        return await self._database.write(lambda connection: leave_all(connection, player, "suspended", at))

    async def adjudicate(self, verdicts: Iterable[tuple[FixtureRow, Result]], at: str) -> None:
        """Writes the results of games that have taken too long, where there is none by now."""
        found = list(verdicts)
        await self._database.write(lambda connection: decide(connection, found, at))

    async def begin_round(
        self,
        book: Book,
        row: TournamentRow,
        seeds: dict[int, int],
        fixtures: Sequence[FixtureRow],
        games: Sequence[MadeGame],
        notices: Sequence[NoticeRow],
    ) -> None:
        """Begins a round, with its games and what their players are told; `seeds`: by number, in the first round.
        Raises `Conflict` if the tournament is not as in the `book`.
        """

        def work(connection: sa.Connection) -> None:
            _replace(connection, book.row, row)
            for number, seed in seeds.items():
                mine = (ENTRANT.c.tournament == row.id, ENTRANT.c.number == number)
                connection.execute(ENTRANT.update().where(*mine).values(seed=seed))
            insert(connection, FIXTURE, fixtures)
            for game in games:
                create_game(connection, game)
            insert(connection, NOTICE, notices)

        await self._database.write(work)

    async def end(self, book: Book, row: TournamentRow, notices: Sequence[NoticeRow]) -> None:
        """Ends a tournament, played or canceled; raises `Conflict` if it is not as in the `book`."""

        def work(connection: sa.Connection) -> None:
            _replace(connection, book.row, row)
            insert(connection, NOTICE, notices)

        await self._database.write(work)


def _held(tournament: str) -> sa.Select[tuple[object, ...]]:
    """A tournament, which nobody else changes until the transaction is over."""
    return TOURNAMENT.select().where(TOURNAMENT.c.id == tournament).with_for_update()


def _replace(connection: sa.Connection, before: TournamentRow, row: TournamentRow) -> None:
    same = (TOURNAMENT.c.id == row.id, TOURNAMENT.c.version == before.version, TOURNAMENT.c.state == before.state)
    names = ("state", "begun", "ended", "round", "rounds", "until")
    values = {name: getattr(row, name) for name in names} | {"version": before.version + 1}
    if connection.execute(TOURNAMENT.update().where(*same).values(values)).rowcount != 1:
        raise Conflict("storage_conflict", "The tournament was moved on by another program at the same time.")


def _book(connection: sa.Connection, tournament: str) -> Book | None:
    row = connection.execute(TOURNAMENT.select().where(TOURNAMENT.c.id == tournament)).first()
    if row is None:
        return None
    entrants = ENTRANT.select().where(ENTRANT.c.tournament == tournament).order_by(ENTRANT.c.number)
    order = (FIXTURE.c.round, FIXTURE.c.board, FIXTURE.c.leg)
    fixtures = FIXTURE.select().where(FIXTURE.c.tournament == tournament).order_by(*order)
    return Book(
        record_of(TournamentRow, row),
        [record_of(EntrantRow, one) for one in connection.execute(entrants)],
        [record_of(FixtureRow, one) for one in connection.execute(fixtures)],
    )
