"""The store of ratings: what each player has by kind of scenario and side, and what every rated game has done to it.

The rating of a game is written in the transaction that ends it, once: its rows are named by game and side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.players import PlayerRow
from noretreat.storage.rows import insert, labeled, record_of, values_of
from noretreat.storage.tables import ACCOUNT, PLAYER, RATED, RATING

Result: TypeAlias = Literal["won", "lost", "drawn"]
SHOWN: Final = 50
"""Ratings in a page of the ladder."""
CURVE: Final = 200
"""The newest rated games of a player that a curve shows."""


class RatingRow(msgspec.Struct):
    """A player's rating for a kind of scenario and a side."""

    player: str
    kind: str
    side: str
    mu: float
    sigma: float
    games: int
    at: str
    """The end of the last game that counted."""


class RatedRow(msgspec.Struct):
    """What a game has done to the rating of one of its players: the values after it."""

    game: str
    side: str
    player: str
    kind: str
    result: Result
    mu: float
    sigma: float
    at: str


Level: TypeAlias = tuple[float, float]
"""Mean and deviation."""
Measure: TypeAlias = Callable[[Mapping[str, Level | None], str], Mapping[str, Level]]
"""The new levels of two sides, from those before (None: no game yet) and the winner; empty for a draw."""


class RatedEnd(msgspec.Struct, frozen=True):
    """The end of a rated game, to be written with its last step."""

    game: str
    kind: str
    players: dict[str, str]
    """By side."""
    winner: str
    at: str
    measure: Measure


class RatingStore:
    """Ratings in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def have_accounts(self, players: Collection[str]) -> bool:
        """True if all these players have accounts."""
        found = await self._database.scalar(
            sa.select(sa.func.count()).select_from(ACCOUNT).where(ACCOUNT.c.player.in_(list(players)))
        )
        return bool(players) and int(found) == len(set(players))

    async def of(self, player: str) -> list[RatingRow]:
        """The ratings of a player."""
        query = RATING.select().where(RATING.c.player == player).order_by(RATING.c.kind, RATING.c.side)
        return await self._database.records(RatingRow, query)

    async def games_of(self, player: str) -> list[RatedRow]:
        """The newest rated games of a player, oldest first."""
        query = RATED.select().where(RATED.c.player == player).order_by(RATED.c.at.desc(), RATED.c.game).limit(CURVE)
        return (await self._database.records(RatedRow, query))[::-1]

    async def ladder(self, kind: str, side: str, fewest: int, start: int) -> list[tuple[RatingRow, PlayerRow]]:
        """A page of ratings with their players, the best first, behind them those with fewer games than `fewest`.

        Who keeps the page to himself or has no name is left out; one more than a page says that there are more.
        """
        query = (
            sa.select(*RATING.columns, *labeled(PLAYER, "player_"))
            .join_from(RATING, PLAYER, PLAYER.c.id == RATING.c.player)
            .where(RATING.c.kind == kind, RATING.c.side == side, PLAYER.c.shown, PLAYER.c.name != "")
            .order_by(RATING.c.games < fewest, RATING.c.mu.desc(), RATING.c.player)
            .offset(start)
            .limit(SHOWN + 1)
        )
        rows = await self._database.rows(query)
        return [(record_of(RatingRow, row), record_of(PlayerRow, row, "player_")) for row in rows]


def write_rating(connection: sa.Connection, end: RatedEnd) -> bool:
    """Writes what the end of a game does to the ratings of its players, within the transaction of that end.

    False, and nothing is written, if the game has been counted before, or one of the two has no account any more.
    """
    players = sorted(end.players.values())
    # Whoever else ends a game of one of them waits here, so that no game is lost between reading and writing.
    held = connection.scalars(
        sa.select(ACCOUNT.c.player).where(ACCOUNT.c.player.in_(players)).order_by(ACCOUNT.c.player).with_for_update()
    ).all()
    if len(held) != len(set(players)) or len(set(players)) < len(end.players):
        return False
    if connection.execute(sa.select(RATED.c.game).where(RATED.c.game == end.game)).first():
        return False
    before: dict[str, RatingRow | None] = {}
    for side, player in end.players.items():
        mine = (RATING.c.player == player, RATING.c.kind == end.kind, RATING.c.side == side)
        found = connection.execute(RATING.select().where(*mine)).one_or_none()
        before[side] = None if found is None else record_of(RatingRow, found)
    levels = end.measure({side: (one.mu, one.sigma) if one else None for side, one in before.items()}, end.winner)
    for side, player in end.players.items():
        (mu, sigma), known = levels[side], before[side]
        row = RatingRow(player, end.kind, side, mu, sigma, known.games + 1 if known else 1, end.at)
        if known is None:
            insert(connection, RATING, [row])
        else:
            mine = (RATING.c.player == player, RATING.c.kind == end.kind, RATING.c.side == side)
            connection.execute(RATING.update().where(*mine).values(values_of(row)))
        result: Result = "drawn" if not end.winner else "won" if end.winner == side else "lost"
        insert(connection, RATED, [RatedRow(end.game, side, player, end.kind, result, mu, sigma, end.at)])
    return True
