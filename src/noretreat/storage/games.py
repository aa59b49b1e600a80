"""The store of games: their rows, seats, log entries, snapshots and dice.

Every game row also holds the current state, so that opening a game replays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa

from noretreat.data.facts import FORMER_LEVELS
from noretreat.storage.database import Conflict, Database
from noretreat.storage.engine import notify
from noretreat.storage.game_rows import ChanceRow as ChanceRow
from noretreat.storage.game_rows import EntryRow as EntryRow
from noretreat.storage.game_rows import GameRow as GameRow
from noretreat.storage.game_rows import SeatRow as SeatRow
from noretreat.storage.game_rows import SnapshotRow as SnapshotRow
from noretreat.storage.notices import HandOver, NoticeRow, replace_waiting
from noretreat.storage.ratings import RatedEnd, write_rating
from noretreat.storage.reply_times import ReplyTimeRow
from noretreat.storage.rows import cell_of, insert, record_of, run, values_of
from noretreat.storage.table_talk import CLAIMS, add_line
from noretreat.storage.tables import (
    CHANCE,
    CONDUCT,
    GAME,
    NOTEBOOK,
    NOTICE,
    PLAYER,
    PROPOSAL,
    SEAT,
    SNAPSHOT,
    STEP,
    TALK,
)
from noretreat.storage.texts import sought_in
from noretreat.storage.tournaments import is_decided, write_departure, write_result

Words: TypeAlias = Mapping[str, Sequence[str]]
"""The words of a search, in the form in which names are compared (`texts.searchable`); for each, the scenarios whose
titles contain it.
"""
NO_WORDS: Final[Words] = {}


class Voided(NamedTuple):
    """The notices about a claim that the next move voids."""

    side: str
    """The side that moves."""
    notices: Sequence[NoticeRow]


class MadeGame(msgspec.Struct, frozen=True):
    """A new game with everything that has happened in it, and the notices of its first turn."""

    row: GameRow
    seats: Sequence[SeatRow]
    entries: Sequence[EntryRow]
    snapshots: Sequence[SnapshotRow]
    chance: ChanceRow | None = None
    notices: Sequence[NoticeRow] = ()


class GameEnd(msgspec.Struct, frozen=True):
    """What follows from the end of a game, stored with its last step."""

    rated: RatedEnd | None = None
    follows: MadeGame | None = None
    """The second game of a match."""
    winner: str = ""
    """The side that won; empty for a draw."""


class GameStore:
    """Games in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- reading ---------------------------------------------------------------------------------------------
    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""
        return await self._database.record(GameRow, GAME.select().where(GAME.c.id == game))

    async def seats(self, games: Sequence[str]) -> list[SeatRow]:
        """The seats of these games."""
        return await self._database.records(
            SeatRow, SEAT.select().where(SEAT.c.game.in_(games)).order_by(SEAT.c.game, SEAT.c.side)
        )

    async def entries(self, game: str) -> list[EntryRow]:
        """The whole log of a game."""
        return await self._database.records(EntryRow, STEP.select().where(STEP.c.game == game).order_by(STEP.c.ply))

    async def count_of(self, token: str) -> int:
        """The number of games that a browser owns."""
        return int(await self._database.scalar(_COUNT.where(GAME.c.owner == token)))

    async def games_of(self, token: str, start: int = 0, most: int | None = None) -> list[GameRow]:
        """Games that a browser owns or has a seat in, or in which the computer plays for its player, newest first,
        without their states: at most `most` of them, after the first `start`.
        """
        left = sa.select(SEAT.c.game).where(SEAT.c.former == token)
        return await self._newest(GAME.c.id.in_(_games_of(token, left)), start=start, most=most)

    async def news_of(self, token: str, since: str, most: int) -> tuple[list[GameRow], int]:
        """Of the games of `games_of` those that may have changed since a time, and how many there are in all: running
        ones with another player or an open seat, and others in which something was played, said or proposed.
        """
        left = sa.select(SEAT.c.game).where(SEAT.c.former == token)
        mine = GAME.c.id.in_(_games_of(token, left))
        said = [sa.exists().where(one.c.game == GAME.c.id, one.c.at >= since) for one in (TALK, PROPOSAL)]
        with_others = sa.and_(GAME.c.ended == "", _another(token))
        query = _newest_first(mine, sa.or_(GAME.c.updated >= since, with_others, *said)).limit(most)

        def look(connection: sa.Connection) -> tuple[list[GameRow], int]:
            found = [record_of(GameRow, row) for row in connection.execute(query)]
            return found, int(connection.scalar(_COUNT.where(mine)) or 0)

        return await self._database.read(look)

    async def with_others(self, token: str) -> list[str]:
        """The ids of a browser's running games with another player, or an open seat."""
        running = (GAME.c.id.in_(_games_of(token)), GAME.c.ended == "", _another(token))
        return await self._database.scalars(sa.select(GAME.c.id).where(*running).order_by(GAME.c.id))

    async def running_with_others(self, token: str) -> int:
        """The number of a browser's running games with another player, or an open seat."""
        running = (GAME.c.id.in_(_games_of(token)), GAME.c.ended == "", _another(token))
        return int(await self._database.scalar(_COUNT.where(*running)))

    async def games_at_level(self, owner: str, level: str) -> list[str]:
        """The ids of a browser's own games in which the computer plays a seat at a level."""
        both = sa.select(GAME.c.id).join_from(GAME, SEAT, SEAT.c.game == GAME.c.id)
        return await self._database.scalars(both.where(GAME.c.owner == owner, SEAT.c.level == level))

    async def levels_at(self, owner: str, begins: str) -> dict[str, str]:
        """The computer's levels with this beginning in a browser's own games, by the ids of the games, newest first."""
        both = sa.select(GAME.c.id, SEAT.c.level).join_from(GAME, SEAT, SEAT.c.game == GAME.c.id)
        these = (GAME.c.owner == owner, SEAT.c.level.startswith(begins, autoescape=True))
        rows = await self._database.rows(both.where(*these).order_by(GAME.c.created.desc(), GAME.c.id))
        return {row.id: row.level for row in rows}

    async def offered(self, owner: str | None = None) -> int:
        """The number of games in the lobby that anybody may join: in all, or those of one owner."""
        free = sa.exists().where(SEAT.c.game == GAME.c.id, SEAT.c.kind == "open")
        which = [GAME.c.shared == "open", GAME.c.ended == "", free, *([GAME.c.owner == owner] if owner else [])]
        return int(await self._database.scalar(_COUNT.where(*which)))

    async def shared_games(self, limit: int) -> list[GameRow]:
        """The newest running games in the lobby, without their states."""
        return await self._newest(GAME.c.shared == "open", GAME.c.ended == "", most=limit)

    async def public_games(
        self,
        *,
        ended: bool,
        scenario: str = "",
        words: Words = NO_WORDS,
        start: int = 0,
        most: int | None = None,
    ) -> list[GameRow]:
        """The newest games that both of two people want to be public, without their states; `words`: the game
        contains all of them.
        """
        which = (*_public(), *_ending(ended=ended), *_of_scenario(scenario), *_with_words(words))
        # By its end: an index has that order, so that few rows are looked at.
        return await self._newest(*which, by=GAME.c.ended if ended else GAME.c.updated, start=start, most=most)

    async def public_game(self, game: str) -> GameRow | None:
        """A public game, running or finished, without its state."""
        found = await self._newest(GAME.c.id == game, *_public())
        return found[0] if found else None

    async def finished_of(
        self,
        token: str,
        *,
        scenario: str = "",
        words: Words = NO_WORDS,
        but: str,
        start: int = 0,
        most: int | None = None,
    ) -> list[GameRow]:
        """The newest finished games that a browser owns or has a seat in, without their states; not those whose
        scenario begins with `but`. `words`: the game contains all of them.
        """
        mine = (GAME.c.id.in_(_games_of(token)), sa.not_(GAME.c.scenario.startswith(but, autoescape=True)))
        return await self._newest(
            *mine, *_ending(ended=True), *_of_scenario(scenario), *_with_words(words), start=start, most=most
        )

    async def rows_of(self, games: Sequence[str]) -> list[GameRow]:
        """These games, newest first, without their states."""
        return await self._newest(GAME.c.id.in_(games))

    async def newest(self) -> str:
        """The time of the latest change of a game; empty if there is none."""
        return str(await self._database.scalar(sa.select(sa.func.max(GAME.c.updated))) or "")

    async def _newest(
        self,
        *which: sa.ColumnElement[bool],
        by: sa.ColumnElement[str] = GAME.c.updated,
        start: int = 0,
        most: int | None = None,
    ) -> list[GameRow]:
        return await self._database.records(GameRow, _newest_first(*which, by=by).offset(start).limit(most))

    # --- writing ---------------------------------------------------------------------------------------------
    async def create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
        notices: Sequence[NoticeRow] = (),
    ) -> None:
        """Stores a new game with everything that has happened in it, and what its players are told of it."""
        made = MadeGame(row, seats, entries, snapshots, chance, notices)
        await self._database.write(lambda connection: create_game(connection, made))

    async def append(
        self,
        row: GameRow,
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
        handed: HandOver | None = None,
        reply_times: Sequence[ReplyTimeRow] = (),
        end: GameEnd | None = None,
        changed: ChanceRow | None = None,
        voided: Voided | None = None,
    ) -> bool:
        """Stores what was just played; True if it voids a claim, of which `voided` then tells. Raises `Conflict` if
        another server has moved the game on, or has added a seed that `chance` lacks. `handed`: what replaces the
        waiting notices after a hand-over; None if there was none. `end`: what follows from the end of the game.
        `changed`: the players' seeds from now on.
        """
        before = row.ply - len(entries)

        def work(connection: sa.Connection) -> bool:
            _move_on(connection, row, before)
            if chance is not None and cell_of(connection, _SEEDS, {"game": row.id}) != chance.seeds:
                raise Conflict("storage_conflict", "A player added to the dice at the same time.")
            if changed is not None:
                connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(seeds=changed.seeds))
            insert(connection, STEP, entries)
            insert(connection, SNAPSHOT, snapshots)
            insert(connection, CONDUCT, reply_times)
            gone = _void_claims(connection, row.id) if entries else 0
            told = voided if gone else None
            if told is not None:
                add_line(connection, row.id, row.updated, told.side, "void")
                insert(connection, NOTICE, told.notices)
            if handed is not None:
                replace_waiting(connection, row.id, row.updated, handed)
            if end is not None:
                _conclude(connection, row, end)
            _tell(connection, self._database, row)
            return told is not None

        return await self._database.write(work)

    async def rewind(self, row: GameRow, before: int, handed: HandOver | None = None) -> None:
        """Drops the log entries after `row.ply` from a game that is at the ply `before`; counts the rewind in `row`.
        `handed`: as for `append`.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, before, row.rewinds - 1)
            for table in (STEP, SNAPSHOT):
                connection.execute(table.delete().where(table.c.game == row.id, table.c.ply > row.ply))
            _look_back(connection, row)
            _void_claims(connection, row.id)
            if handed is not None:
                replace_waiting(connection, row.id, row.updated, handed)
            _tell(connection, self._database, row)

        await self._database.write(work)

    async def put_seat(
        self,
        before: SeatRow,
        after: SeatRow,
        reply_times: Sequence[ReplyTimeRow] = (),
        pace: str | None = None,
        rated: RatedEnd | None = None,
    ) -> None:
        """Stores a changed seat if it is still as it was `before`, with the reply times that this ends and the game's
        new `pace`, and what it does to ratings; raises `Conflict` if another server has changed the seat.
        """
        same = [SEAT.c[name] == value for name, value in values_of(before).items() if name not in ("looked", "level")]
        # A row of the past may still name a level that is gone; it was read as the one that plays on for it.
        same.append(
            SEAT.c.level.in_([before.level, *(old for old, now in FORMER_LEVELS.items() if now == before.level)])
        )
        # How far a player has seen the game is written by the way, and belongs to that player.
        new = {name: value for name, value in values_of(after).items() if name != "looked"}
        if after.token != before.token:
            new["looked"] = 0

        def work(connection: sa.Connection) -> None:
            if connection.execute(SEAT.update().where(*same).values(new)).rowcount != 1:
                raise Conflict("storage_conflict", "The seat was changed by another program at the same time.")
            insert(connection, CONDUCT, reply_times)
            if rated is not None:
                write_rating(connection, rated)
            if pace is not None:
                connection.execute(GAME.update().where(GAME.c.id == after.game).values(pace=pace))
            if before.kind == "human" and after.kind == "computer":
                write_departure(connection, after.game, before.token, after.left_at)

        await self._database.write(work)

    async def rate(self, rated: RatedEnd) -> None:
        """Counts a game that a player leaves for good."""
        await self._database.write(lambda connection: write_rating(connection, rated))

    async def set_pace(self, game: str, ply: int, pace: str) -> None:
        """Stores the pace of a game that is still at a ply; raises `Conflict` if another server has moved it on."""
        changed = GAME.update().where(GAME.c.id == game, GAME.c.ply == ply).values(pace=pace)

        def work(connection: sa.Connection) -> None:
            if connection.execute(changed).rowcount != 1:
                raise Conflict("storage_conflict", _MOVED_ON)

        await self._database.write(work)

    async def put_bids(self, game: str, before: str, after: str, notices: Sequence[NoticeRow] = ()) -> None:
        """Stores the sealed bids of a game, and notices about missing ones; raises `Conflict` if the bids are no
        longer as they were `before`.
        """

        def work(connection: sa.Connection) -> None:
            _put_bids(connection, game, before, after)
            insert(connection, NOTICE, notices)

        await self._database.write(work)

    async def settle(
        self,
        before: tuple[str, str],
        row: GameRow,
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow,
        handed: HandOver | None = None,
        *,
        swapped: bool,
    ) -> None:
        """Begins a game whose sides were bid for: `row` and all that follows are those of the game as it begins.

        `before`: its sealed bids and its seeds; raises `Conflict` if they have changed. `swapped`: its players change
        seats, and keep their notes and messages. Other servers have to read the game again, so this counts as a rewind.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            bids, seeds = before
            _put_bids(connection, row.id, bids, "")
            _move_on(connection, row, 0, row.rewinds - 1)
            if cell_of(connection, _SEEDS, {"game": row.id}) != seeds:
                raise Conflict("storage_conflict", "A player added to the dice at the same time.")
            connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(seeds=chance.seeds))
            _look_back(connection, row)
            if swapped:
                _swap_seats(connection, row.id)
            connection.execute(SNAPSHOT.delete().where(SNAPSHOT.c.game == row.id))
            insert(connection, STEP, entries)
            insert(connection, SNAPSHOT, snapshots)
            if handed is not None:
                replace_waiting(connection, row.id, row.updated, handed)
            _tell(connection, self._database, row)

        await self._database.write(work)

    async def open_bidding(
        self,
        row: GameRow,
        before: int,
        snapshot: SnapshotRow,
        chance: ChanceRow,
        handed: HandOver | None = None,
    ) -> None:
        """Opens the bidding for the sides of a game that is at the ply `before`, and deletes its steps, proposals and
        dice. Raises `Conflict` if another server has moved it on.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, before, row.rewinds - 1)
            _put_bids(connection, row.id, "", row.bids)
            for table in (STEP, SNAPSHOT, PROPOSAL):
                connection.execute(table.delete().where(table.c.game == row.id))
            connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(values_of(chance)))
            insert(connection, SNAPSHOT, [snapshot])
            _look_back(connection, row)
            if handed is not None:
                replace_waiting(connection, row.id, row.updated, handed)
            _tell(connection, self._database, row)

        await self._database.write(work)

    async def rename(self, game: str, name: str) -> None:
        """Renames a game without changing its place in the list."""
        renamed = GAME.update().where(GAME.c.id == game).values(name=name, sought=sought_in(name))
        await self._database.change(renamed)

    async def looked(self, game: str, side: str, token: str, ply: int) -> None:
        """Notes how far a player has seen a game; a device that lags behind takes nothing back."""
        mine = (SEAT.c.game == game, SEAT.c.side == side, SEAT.c.token == token, SEAT.c.looked < ply)
        await self._database.change(SEAT.update().where(*mine).values(looked=ply))

    async def delete(self, game: str) -> None:
        """Deletes a game and everything that belongs to it."""
        await self._database.change(GAME.delete().where(GAME.c.id == game))


def _games_of(token: str, *more: sa.Select[Any]) -> sa.CompoundSelect[Any]:
    """The ids of the games that a browser owns or has a seat in, and of `more`; each part uses an index."""
    seated = sa.select(SEAT.c.game).where(SEAT.c.token == token)
    return sa.union(seated, sa.select(GAME.c.id).where(GAME.c.owner == token), *more)


def _another(token: str) -> sa.ColumnElement[bool]:
    """True of a game in which another one than this browser's player plays, or may come to play."""
    return sa.exists().where(SEAT.c.game == GAME.c.id, SEAT.c.kind != "computer", SEAT.c.token != token)


def _with_words(words: Words) -> list[sa.ColumnElement[bool]]:
    """True of a game that contains each word: in its own name, a player's name, or the title of its scenario."""
    found = []
    for word, titled in words.items():
        plays = (SEAT.c.game == GAME.c.id, PLAYER.c.id == SEAT.c.token)
        known = sa.exists().where(*plays, PLAYER.c.sought.contains(word, autoescape=True))
        found.append(sa.or_(GAME.c.sought.contains(word, autoescape=True), GAME.c.scenario.in_(titled), known))
    return found


def _public() -> list[sa.ColumnElement[bool]]:
    """The conditions of a public game: two people have the seats, and both agree."""
    agreed = (SEAT.c.game == GAME.c.id, SEAT.c.public, SEAT.c.kind == "human", SEAT.c.token != "")
    return [sa.exists().where(*agreed, SEAT.c.side == side) for side in ("axis", "soviet")] + [GAME.c.bids == ""]


def _ending(*, ended: bool) -> list[sa.ColumnElement[bool]]:
    return [GAME.c.ended > "" if ended else GAME.c.ended == ""]


def _of_scenario(scenario: str) -> list[sa.ColumnElement[bool]]:
    return [GAME.c.scenario == scenario] if scenario else []


def create_game(connection: sa.Connection, made: MadeGame) -> None:
    """Stores a new game with everything that has happened in it, within a transaction."""
    connection.execute(GAME.insert(), {**values_of(made.row), "sought": sought_in(made.row.name)})
    insert(connection, SEAT, made.seats)
    insert(connection, STEP, made.entries)
    insert(connection, SNAPSHOT, made.snapshots)
    insert(connection, CHANCE, [made.chance] if made.chance else [])
    insert(connection, NOTICE, made.notices)


def _conclude(connection: sa.Connection, row: GameRow, end: GameEnd) -> None:
    if end.rated is not None:
        write_rating(connection, end.rated)
    if row.tournament:
        write_result(connection, row.id, end.winner, row.updated)
    if end.follows is not None and not (row.tournament and is_decided(connection, end.follows.row.id)):
        create_game(connection, end.follows)


def _look_back(connection: sa.Connection, row: GameRow) -> None:
    """Moves the marks of what its players have seen back to the last entry of a game that has become shorter."""
    ahead = (SEAT.c.game == row.id, SEAT.c.looked > row.ply)
    connection.execute(SEAT.update().where(*ahead).values(looked=row.ply))


def _put_bids(connection: sa.Connection, game: str, before: str, after: str) -> None:
    """Writes the sealed bids of a game, if they are still as they were `before`."""
    same = (GAME.c.id == game, GAME.c.bids == before, GAME.c.ply == 0)
    if connection.execute(GAME.update().where(*same).values(bids=after)).rowcount != 1:
        raise Conflict("storage_conflict", "A bid was made by another program at the same time.")


def _swap_seats(connection: sa.Connection, game: str) -> None:
    """Has the players of a game change seats; their notes and messages go with them."""
    for table in (SEAT, NOTEBOOK, TALK):
        for now, then in (("axis", "swapped"), ("soviet", "axis"), ("swapped", "soviet")):
            connection.execute(table.update().where(table.c.game == game, table.c.side == now).values(side=then))


def _tell(connection: sa.Connection, database: Database, row: GameRow) -> None:
    """Tells the other processes of a move once it is stored (`server/http/pubsub.py` listens)."""
    if database.shared:
        message = {"sender": database.process, "game": row.id, "news": {"ply": row.ply}}
        notify(connection, msgspec.json.encode(message).decode())


_COUNT: Final = sa.select(sa.func.count()).select_from(GAME)
_STATELESS: Final = [column if column.name != "state" else sa.literal("").label("state") for column in GAME.columns]


def _newest_first(
    *which: sa.ColumnElement[bool], by: sa.ColumnElement[str] = GAME.c.updated
) -> sa.Select[tuple[Any, ...]]:
    """The query for games without their states, the newest first."""
    return sa.select(*_STATELESS).where(*which).order_by(by.desc(), GAME.c.id)


_MOVED_ON: Final = "The game was moved on by another program at the same time."

_CLAIMED: Final = {f"claim{number}": kind for number, kind in enumerate(CLAIMS)}
_VOID_CLAIMS: Final = PROPOSAL.delete().where(
    PROPOSAL.c.game == sa.bindparam("of"), PROPOSAL.c.kind.in_([sa.bindparam(name) for name in _CLAIMED])
)
# The statements of a move are built only once.
_SEEDS: Final = sa.select(CHANCE.c.seeds).where(CHANCE.c.game == sa.bindparam("game"))
_KEPT: Final = ("id", "bids", "sought")
_MOVE_ON: Final = (
    GAME.update()
    .where(
        GAME.c.id == sa.bindparam("of"),
        GAME.c.ply == sa.bindparam("before"),
        GAME.c.rewinds == sa.bindparam("rewound"),
    )
    .values({column.name: sa.bindparam(column.name) for column in GAME.columns if column.name not in _KEPT})
)


def _void_claims(connection: sa.Connection, game: str) -> int:
    """Drops the claims in a game, and says how many: a side that plays is not gone."""
    return run(connection, _VOID_CLAIMS, {"of": game, **_CLAIMED})


def _move_on(connection: sa.Connection, row: GameRow, before: int, rewound: int | None = None) -> None:
    """Writes the game row if the game is still where the caller expects it: at the ply `before`, and rewound `rewound`
    times, by default as often as the row says.
    """
    values = values_of(row)
    del values["bids"]
    values |= {"of": values.pop("id"), "before": before, "rewound": row.rewinds if rewound is None else rewound}
    if run(connection, _MOVE_ON, values) != 1:
        raise Conflict("storage_conflict", _MOVED_ON)
