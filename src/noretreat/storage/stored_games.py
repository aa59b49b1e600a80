"""Reading a stored game in one go: its current state, and the changes since it was last read.

Nothing is put together for each request: what is asked of the database are statements with holes.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Conflict, Database
from noretreat.storage.games import ChanceRow, EntryRow, GameRow, SeatRow, SnapshotRow
from noretreat.storage.rows import labeled, record_of
from noretreat.storage.tables import CHANCE, GAME, SEAT, SNAPSHOT, STEP

ATTEMPTS: Final = 10
"""Attempts to read a game that is moved on meanwhile."""


class Changes(msgspec.Struct):
    """Changes to a game: its row, and the entries and snapshots after a ply (-1: all of them)."""

    row: GameRow
    after: int
    entries: list[EntryRow]
    snapshots: list[SnapshotRow]
    chance: ChanceRow | None


class StoredGame(msgspec.Struct):
    """A game as stored now."""

    name: str
    pace: str
    bids: str
    seats: list[SeatRow]
    news: Changes | None
    """None: what is in memory is as it is stored."""


_THIS: Final[sa.BindParameter[str]] = sa.bindparam("game")
_HEAD: Final = (GAME.c.ply, GAME.c.updated, GAME.c.rewinds, GAME.c.name, GAME.c.pace, GAME.c.bids)
_STANDING: Final = (
    sa.select(*_HEAD, *labeled(SEAT, "seat_"))
    .join_from(GAME, SEAT, isouter=True)
    .where(GAME.c.id == _THIS)
    .order_by(SEAT.c.side)
)
_ENTRIES: Final = STEP.select().where(STEP.c.game == _THIS, STEP.c.ply > sa.bindparam("after")).order_by(STEP.c.ply)
_SNAPSHOTS: Final = (
    SNAPSHOT.select().where(SNAPSHOT.c.game == _THIS, SNAPSHOT.c.ply > sa.bindparam("after")).order_by(SNAPSHOT.c.ply)
)
_ROW: Final = (
    sa.select(*GAME.columns, *labeled(CHANCE, "chance_"))
    .join_from(GAME, CHANCE, isouter=True)
    .where(GAME.c.id == _THIS)
)


_SEAT_FIELDS: Final = tuple(column.name for column in SEAT.columns)


def unchanged(database: Database, game: str, known: GameRow) -> StoredGame | None:
    """A game that is in memory as in the row `known`, where the store says at once that it still stands so; None if it
    has to be read (`stored_game`).
    """
    rows = database.rows_at_once(_STANDING, {"game": game})
    if not rows:
        return None
    ply, updated, rewinds, name, pace, bids = rows[0][: len(_HEAD)]
    if (known.ply, known.updated, known.rewinds) != (ply, updated, rewinds):
        return None
    seats = [dict(zip(_SEAT_FIELDS, row[len(_HEAD) :], strict=True)) for row in rows]
    return StoredGame(name, pace, bids, [SeatRow(**seat) for seat in seats if seat["game"] is not None], None)


def stored_game(connection: sa.Connection, game: str, known: GameRow | None) -> StoredGame | None:
    """A game; with its news for one who has it in memory as in the row `known`. None if there is no such game.

    Raises `Conflict` if it is moved on faster than it can be read.
    """
    for _ in range(ATTEMPTS):
        rows = connection.execute(_STANDING, {"game": game}).all()
        if not rows:
            return None
        head = rows[0]
        stand = (head.ply, head.updated, head.rewinds)
        seats = [record_of(SeatRow, row, "seat_") for row in rows if row.seat_game is not None]
        if known is not None and (known.ply, known.updated, known.rewinds) == stand:
            return StoredGame(head.name, head.pace, head.bids, seats, None)
        grown = known is not None and known.rewinds == head.rewinds and known.ply <= head.ply
        news = _news(connection, game, known.ply if known is not None and grown else -1)
        if news is not None and (news.row.ply, news.row.updated, news.row.rewinds) == stand:
            return StoredGame(head.name, head.pace, head.bids, seats, news)
    raise Conflict("storage_conflict", "The game is moved on all the time.")


def _news(connection: sa.Connection, game: str, after: int) -> Changes | None:
    """The changes; the row is read last, as it tells whether the rest belongs to it. None if the game is gone."""
    since = {"game": game, "after": after}
    entries = [record_of(EntryRow, row) for row in connection.execute(_ENTRIES, since)]
    snapshots = [record_of(SnapshotRow, row) for row in connection.execute(_SNAPSHOTS, since)]
    row = connection.execute(_ROW, {"game": game}).one_or_none()
    if row is None:
        return None
    chance = record_of(ChanceRow, row, "chance_") if row.chance_game is not None else None
    return Changes(record_of(GameRow, row), after, entries, snapshots, chance)
