"""The store of players: names, colors and recovery codes, in the tables of `storage/tables.py`."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import record_of, run, values_of
from noretreat.storage.tables import (
    ADDRESS,
    BLOCK,
    BROWSER,
    CONDUCT,
    GAME,
    GUEST,
    HABIT,
    MEASURE,
    NOTICE,
    PLAYER,
    PUZZLED,
    RATED,
    RATING,
    SEAT,
    SECURITY,
)
from noretreat.storage.texts import searchable
from noretreat.storage.tournaments import hand_on


class PlayerRow(msgspec.Struct):
    """A player. `id` is the hash of the token in the player's browsers, as in seats and games."""

    id: str
    name: str = ""
    color: str = ""
    recovery: str = ""
    """The hash of the recovery code; empty if there is none."""
    sealed: str = ""
    """The player's token, which only the recovery code opens."""
    seen: str = ""
    """The time when the player last left a table."""
    page: str = ""
    """The id of the player's page; made when the player is first stored."""
    shown: bool = True
    """Others see the page."""
    sought: str = ""
    """The name as it is looked for; written with the name."""


_SAW: Final = PLAYER.update().where(PLAYER.c.id == sa.bindparam("of")).values(seen=sa.bindparam("at"))


class PlayerStore:
    """Players in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def players(self, ids: Iterable[str]) -> dict[str, PlayerRow]:
        """The known ones of these players, by id."""
        found = await self._database.records(PlayerRow, PLAYER.select().where(PLAYER.c.id.in_(list(ids))))
        return {player.id: player for player in found}

    async def by_recovery(self, recovery: str) -> PlayerRow | None:
        """The player whose recovery code has this hash."""
        return await self._database.record(PlayerRow, PLAYER.select().where(PLAYER.c.recovery == recovery))

    async def saw(self, player: str, at: str) -> None:
        """Notes when a player was last at a table."""
        noted = await self._database.write(lambda connection: run(connection, _SAW, {"of": player, "at": at}))
        if not noted:  # one who has done nothing yet but look
            await self.change(player, seen=at)

    async def change(self, player: str, **changed: str | bool) -> PlayerRow:
        """Changes these columns of a player, new or known, and none but these: two browsers of one player may change
        different ones at the same time. Returns the player as stored.
        """
        mine = PLAYER.c.id == player
        if "name" in changed:
            changed["sought"] = searchable(str(changed["name"]))

        def work(connection: sa.Connection) -> PlayerRow:
            if not connection.execute(PLAYER.update().where(mine).values(changed)).rowcount:
                new: Any = {"page": secrets.token_hex(8), **changed}
                connection.execute(PLAYER.insert(), values_of(PlayerRow(player, **new)))
            if "name" in changed:
                listed = sa.and_(HABIT.c.player == player, HABIT.c.found != "")
                connection.execute(HABIT.update().where(listed).values(found=changed["sought"]))
            return record_of(PlayerRow, connection.execute(PLAYER.select().where(mine)).one())

        stored = await self._database.write(work)
        if set(changed) != {"seen"}:
            self._database.people += 1
        return stored

    async def sides_of(self, player: str) -> dict[str, set[str]]:
        """The seats of a player: the sides, by game."""
        found: dict[str, set[str]] = {}
        for seat in await self._database.rows(sa.select(SEAT.c.game, SEAT.c.side).where(SEAT.c.token == player)):
            found.setdefault(seat.game, set()).add(seat.side)
        return found

    async def games_made_by(self, player: str) -> set[str]:
        """The games that a player created."""
        return set(await self._database.scalars(sa.select(GAME.c.id).where(GAME.c.owner == player)))

    async def move(self, before: str, player: PlayerRow) -> None:
        """Gives all seats and games of `before` to `player`, and drops `before`."""
        player.page = player.page or secrets.token_hex(8)
        player.sought = searchable(player.name)
        values = values_of(player)

        def work(connection: sa.Connection) -> None:
            connection.execute(SEAT.update().where(SEAT.c.token == before).values(token=player.id))
            connection.execute(SEAT.update().where(SEAT.c.former == before).values(former=player.id))
            connection.execute(GAME.update().where(GAME.c.owner == before).values(owner=player.id))
            connection.execute(NOTICE.update().where(NOTICE.c.player == before).values(player=player.id))
            connection.execute(BROWSER.update().where(BROWSER.c.player == before).values(player=player.id))
            connection.execute(CONDUCT.update().where(CONDUCT.c.player == before).values(player=player.id))
            for table in (ADDRESS, HABIT):
                _hand_on(connection, table, before, player.id)
            _hand_on_guest(connection, before, player.id)
            _hand_on_blocks(connection, before, player.id)
            _hand_on_ratings(connection, before, player.id)
            _hand_on_puzzles(connection, before, player.id)
            _hand_on_measures(connection, before, player.id)
            hand_on(connection, before, player.id)
            connection.execute(PLAYER.delete().where(PLAYER.c.id.in_([before, player.id])))
            connection.execute(PLAYER.insert(), values)

        await self._database.write(work)


def _hand_on(connection: sa.Connection, table: sa.Table, before: str, player: str) -> None:
    """Gives a player the row of another one, unless there is one already."""
    known = connection.scalar(sa.select(table.c.player).where(table.c.player == player))
    theirs = table.c.player == before
    connection.execute(table.delete().where(theirs) if known else table.update().where(theirs).values(player=player))


def _hand_on_guest(connection: sa.Connection, before: str, player: str) -> None:
    """Gives a player what another one is invited to, and has invited to."""
    known = sa.select(GUEST.c.game).where(GUEST.c.player == player)
    connection.execute(GUEST.delete().where(GUEST.c.player == before, GUEST.c.game.in_(known)))
    connection.execute(GUEST.update().where(GUEST.c.player == before).values(player=player))
    connection.execute(GUEST.update().where(GUEST.c.host == before).values(host=player))


def _hand_on_blocks(connection: sa.Connection, before: str, player: str) -> None:
    """Gives a player whom another one blocks, and who blocks that one; nobody comes to block themselves."""
    for mine, theirs in ((BLOCK.c.player, BLOCK.c.blocked), (BLOCK.c.blocked, BLOCK.c.player)):
        known = sa.select(theirs).where(mine == player)
        connection.execute(BLOCK.delete().where(mine == before, sa.or_(theirs.in_(known), theirs == player)))
        connection.execute(BLOCK.update().where(mine == before).values({mine.name: player}))


def _hand_on_ratings(connection: sa.Connection, before: str, player: str) -> None:
    """Gives a player the ratings of another one, but for those of a kind and side that the player has."""
    connection.execute(RATED.update().where(RATED.c.player == before).values(player=player))
    known = sa.select(RATING.c.kind, RATING.c.side).where(RATING.c.player == player)
    for kind, side in connection.execute(known).all():
        same = (RATING.c.player == before, RATING.c.kind == kind, RATING.c.side == side)
        connection.execute(RATING.delete().where(*same))
    connection.execute(RATING.update().where(RATING.c.player == before).values(player=player))


def _hand_on_puzzles(connection: sa.Connection, before: str, player: str) -> None:
    """Gives a player what another one has made of puzzles, but for those that the player has tried."""
    known = sa.select(PUZZLED.c.puzzle).where(PUZZLED.c.player == player)
    connection.execute(PUZZLED.delete().where(PUZZLED.c.player == before, PUZZLED.c.puzzle.in_(known)))
    connection.execute(PUZZLED.update().where(PUZZLED.c.player == before).values(player=player))


def _hand_on_measures(connection: sa.Connection, before: str, player: str) -> None:
    """Has what was ordered against a player hold for another one, who is the same person, whichever of two measures of
    a kind lasts longer; the log knows it, too.
    """
    ends = {(row.target, row.kind): row.until for row in connection.execute(_ORDERED, {"both": [before, player]})}
    for kind in {kind for target, kind in ends if target == before}:
        mine, theirs = ends.get((player, kind)), ends[before, kind]
        weaker = before if mine is not None and (not mine or (theirs and mine >= theirs)) else player
        connection.execute(MEASURE.delete().where(MEASURE.c.target == weaker, MEASURE.c.kind == kind))
    connection.execute(MEASURE.update().where(MEASURE.c.target == before).values(target=player))
    connection.execute(SECURITY.update().where(SECURITY.c.subject == before).values(subject=player))


_ORDERED: Final = MEASURE.select().where(MEASURE.c.target.in_(sa.bindparam("both", expanding=True)))
