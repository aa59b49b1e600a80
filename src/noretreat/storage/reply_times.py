"""The store of reply times and of players' results."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.players import PlayerRow
from noretreat.storage.tables import ACCOUNT, CONDUCT, GAME, PLAYER, SEAT

REPLIES: Final = 200
"""The number of a player's newest replies that count: old ones say little."""
MOST_GAMES: Final = 2_000
"""The number of a player's newest games that count."""


class ReplyTimeRow(msgspec.Struct):
    """A reply time: a `reply`, with the seconds that the other side waited for it; or `left`, a player's departure."""

    id: str
    player: str
    game: str
    at: str
    kind: str
    seconds: int = 0


class PlayedGame(msgspec.Struct, frozen=True):
    """A game with another person in which a player has a seat; the summary is JSON."""

    side: str
    scenario: str
    summary: str
    bidding: bool


class PlayerRecord(msgspec.Struct, frozen=True):
    """A player's games and reply times."""

    since: str
    """The time of the account or the first game; empty for neither."""
    games: list[PlayedGame]
    replies: list[int]
    """Seconds of the newest replies."""
    left: int
    """Games in which the computer had to take the seat."""


class ReplyTimeStore:
    """Reply times and results in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_page(self, page: str) -> PlayerRow | None:
        """The player of a page."""
        return await self._database.record(PlayerRow, PLAYER.select().where(PLAYER.c.page == page, PLAYER.c.page != ""))

    async def standing(self, player: str) -> PlayerRecord:
        """A player's games and reply times."""
        return await self._database.read_consistently(lambda connection: _standing(connection, player))


def _standing(connection: sa.Connection, player: str) -> PlayerRecord:
    theirs = SEAT.alias()
    with_others = (
        sa.select(SEAT.c.side, GAME.c.scenario, GAME.c.summary, GAME.c.bids)
        .join_from(SEAT, GAME, GAME.c.id == SEAT.c.game)
        .join(theirs, sa.and_(theirs.c.game == SEAT.c.game, theirs.c.side != SEAT.c.side))
        .where(SEAT.c.token == player, theirs.c.kind == "human", theirs.c.token != player)
        .order_by(GAME.c.updated.desc())
        .limit(MOST_GAMES)
    )
    newest = (CONDUCT.c.player == player, CONDUCT.c.kind == "reply")
    replies = sa.select(CONDUCT.c.seconds).where(*newest).order_by(CONDUCT.c.at.desc()).limit(REPLIES)
    left = sa.select(sa.func.count()).where(CONDUCT.c.player == player, CONDUCT.c.kind == "left")
    first = sa.select(sa.func.min(GAME.c.created)).join_from(GAME, SEAT).where(SEAT.c.token == player)
    made = connection.scalar(sa.select(ACCOUNT.c.made).where(ACCOUNT.c.player == player))
    return PlayerRecord(
        min((one for one in (made, connection.scalar(first)) if one), default=""),
        [
            PlayedGame(row.side, row.scenario, row.summary, bidding=bool(row.bids))
            for row in connection.execute(with_others)
        ],
        list(connection.scalars(replies)),
        connection.scalar(left) or 0,
    )
