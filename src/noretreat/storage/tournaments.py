"""Tournaments in the store: their rows, and what the end of a game, a lost seat or a deleted account does to them.

A result is written in the transaction of what brings it about, once: it is written only where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from noretreat.storage.rows import record_of
from noretreat.storage.tables import ENTRANT, FIXTURE, SEAT, TOURNAMENT

State: TypeAlias = Literal["open", "running", "over", "canceled"]
Result: TypeAlias = Literal["first", "second", "draw", "none"]
"""Who of a pairing won a game; `none`: nobody gets a point."""
How: TypeAlias = Literal["played", "bye", "forfeit", "adjudicated"]
Why: TypeAlias = Literal["withdrew", "deleted", "suspended"]
BYE: Final = 0
"""The number in the place of an opponent where there is none."""


class TournamentRow(msgspec.Struct):
    """A tournament. `terms` is JSON (`server/tournaments/terms.py`)."""

    id: str
    owner: str
    """Its maker; empty once the account is deleted."""
    name: str
    scenario: str
    terms: str
    state: State
    created: str
    begun: str = ""
    ended: str = ""
    round: int = 0
    """The round being played; 0 before the first."""
    rounds: int = 0
    """How many there are; of a round-robin, known when it begins."""
    until: str = ""
    """The end of the round's time; empty without a limit."""
    version: int = 0
    """Counts the changes that a pairing depends on."""


class EntrantRow(msgspec.Struct):
    """A player of a tournament."""

    tournament: str
    number: int
    """From 1 on, in the order of joining."""
    player: str
    """Empty once the account is deleted: the results stay."""
    joined: str
    seed: int = 0
    """The place in the order by rating, from 1 on; 0 before the start."""
    gone: str = ""
    """When the player left; empty for one who plays."""
    why: str = ""


class FixtureRow(msgspec.Struct):
    """A game of a round, or a bye: of two entrants, by their numbers. Matches have two, `leg` 1 and 2."""

    tournament: str
    round: int
    board: int
    leg: int
    first: int
    second: int
    game: str = ""
    """Of the second game of a match it is known before that game is begun."""
    result: Result | Literal[""] = ""
    how: How | Literal[""] = ""
    at: str = ""


def write_result(connection: sa.Connection, game: str, winner: str, at: str) -> None:
    """Writes the result of a tournament's game, in the transaction of its end; `winner`: empty for a draw."""
    fixture = _open(connection, FIXTURE.c.game == game)
    if not fixture:
        return
    (one,) = fixture
    result: Result = "draw"
    if winner:
        first = connection.scalar(
            sa.select(ENTRANT.c.player).where(ENTRANT.c.tournament == one.tournament, ENTRANT.c.number == one.first)
        )
        seat = sa.select(SEAT.c.token, SEAT.c.former).where(SEAT.c.game == game, SEAT.c.side == winner)
        result = "first" if first in connection.execute(seat).one() else "second"
    _decide(connection, one, result, "played", at)


def write_departure(connection: sa.Connection, game: str, player: str, at: str) -> None:
    """Has a player whose seat the computer has taken lose the pairing's games that are not over, in its transaction."""
    for one in _open(connection, FIXTURE.c.game == game):
        mine = (ENTRANT.c.tournament == one.tournament, ENTRANT.c.player == player)
        number = connection.scalar(sa.select(ENTRANT.c.number).where(*mine))
        same = (FIXTURE.c.tournament == one.tournament, FIXTURE.c.round == one.round, FIXTURE.c.board == one.board)
        if number in (one.first, one.second):
            _forfeit(connection, _open(connection, *same), [number], at)


def is_decided(connection: sa.Connection, game: str) -> bool:
    """True for a game of a tournament that is decided without being played."""
    return bool(connection.scalar(sa.select(FIXTURE.c.result).where(FIXTURE.c.game == game)))


def leave(connection: sa.Connection, tournament: str, player: str, why: Why, at: str) -> bool:
    """Takes a player out of a tournament; false if there is nobody to take out.

    Before the start the place is free again. In a running one the games of the round that are not over are lost.
    """
    held = TOURNAMENT.select().where(TOURNAMENT.c.id == tournament).with_for_update()
    row = connection.execute(held).one()
    mine = (ENTRANT.c.tournament == tournament, ENTRANT.c.player == player, ENTRANT.c.gone == "")
    number = connection.scalar(sa.select(ENTRANT.c.number).where(*mine))
    if number is None or row.state not in ("open", "running"):
        return False
    if row.state == "open":
        connection.execute(ENTRANT.delete().where(*mine))
    else:
        connection.execute(ENTRANT.update().where(*mine).values(gone=at, why=why))
        _forfeit(connection, _open(connection, FIXTURE.c.tournament == tournament), [number], at)
    changed(connection, tournament)
    return True


def leave_all(connection: sa.Connection, player: str, why: Why, at: str) -> list[str]:
    """Takes a player out of all tournaments that are not over; those that the player has made and that have not begun
    are canceled. Returns the tournaments that this concerns.
    """
    concerned = []
    own = (TOURNAMENT.c.owner == player, TOURNAMENT.c.state == "open")
    for tournament in connection.scalars(sa.select(TOURNAMENT.c.id).where(*own)).all():
        gone = TOURNAMENT.update().where(TOURNAMENT.c.id == tournament, TOURNAMENT.c.state == "open")
        connection.execute(gone.values(state="canceled", ended=at))
        concerned.append(str(tournament))
    plays = sa.select(ENTRANT.c.tournament).where(ENTRANT.c.player == player).order_by(ENTRANT.c.tournament)
    for tournament in connection.scalars(plays).all():
        if leave(connection, tournament, player, why, at):
            concerned.append(str(tournament))
    return concerned


def forget_player(connection: sa.Connection, player: str, at: str) -> list[str]:
    """Deletes what tournaments keep of a player, but for results without a name; returns the tournaments left."""
    concerned = leave_all(connection, player, "deleted", at)
    connection.execute(ENTRANT.update().where(ENTRANT.c.player == player).values(player=""))
    connection.execute(TOURNAMENT.update().where(TOURNAMENT.c.owner == player).values(owner=""))
    return concerned


def hand_on(connection: sa.Connection, before: str, player: str) -> None:
    """Gives a player the places and tournaments of another token."""
    connection.execute(ENTRANT.update().where(ENTRANT.c.player == before).values(player=player))
    connection.execute(TOURNAMENT.update().where(TOURNAMENT.c.owner == before).values(owner=player))


def changed(connection: sa.Connection, tournament: str) -> None:
    """Notes that something has changed on which a pairing depends."""
    connection.execute(
        TOURNAMENT.update().where(TOURNAMENT.c.id == tournament).values(version=TOURNAMENT.c.version + 1)
    )


def decide(connection: sa.Connection, verdicts: Iterable[tuple[FixtureRow, Result]], at: str) -> None:
    """Adjudicates games that are still without a result."""
    for one, result in verdicts:
        _decide(connection, one, result, "adjudicated", at)


def _open(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[FixtureRow]:
    found = connection.execute(FIXTURE.select().where(*which, FIXTURE.c.result == ""))
    return [record_of(FixtureRow, row) for row in found]


def _forfeit(connection: sa.Connection, fixtures: Iterable[FixtureRow], gone: list[int], at: str) -> None:
    for one in fixtures:
        if one.first in gone or one.second in gone:
            _decide(connection, one, "second" if one.first in gone else "first", "forfeit", at)


def _decide(connection: sa.Connection, one: FixtureRow, result: Result, how: How, at: str) -> None:
    key = [FIXTURE.c[name] == getattr(one, name) for name in ("tournament", "round", "board", "leg")]
    connection.execute(FIXTURE.update().where(*key, FIXTURE.c.result == "").values(result=result, how=how, at=at))
