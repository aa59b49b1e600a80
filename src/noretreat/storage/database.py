"""The server's store: games, seats, log entries and snapshots in SQLite, or in PostgreSQL with the same code.

Every action is one transaction, on disk before the response is sent: killing the server loses only the request in
flight. Every game row also holds the current state, so that opening a game replays nothing.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from platformdirs import user_data_dir

from noretreat.storage.engine import CHANNEL, Lines, Work
from noretreat.storage.engine import Conflict as Conflict
from noretreat.storage.engine import StorageError as StorageError
from noretreat.storage.tables import (
    CHANCE,
    CONDUCT,
    FIRST,
    GAME,
    META,
    METADATA,
    NOTEBOOK,
    NOTICE,
    PROPOSAL,
    REVISION,
    SEAT,
    SNAPSHOT,
    STEP,
    TALK,
)

T = TypeVar("T")

_FIRST_TABLES: Final = {"meta", "game", "seat", "step", "snapshot"}
"""The tables by which a store of this program is told from those of others."""

_RECORD: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))
"""Where Alembic records the version of a store."""

SOON_READ: Final = 512 * 1024 * 1024
"""Bytes of a SQLite store that are read through when a server starts, in a few seconds; a larger one starts as quickly,
and is read through by each backup."""

_LOCK: Final = 0x6E6F7265
"""The advisory lock (PostgreSQL) under which a store is migrated."""


class GameRow(msgspec.Struct):
    """A row of the table of games. `state`, `options`, `summary` and `pace` are JSON."""

    id: str
    owner: str
    name: str
    scenario: str
    options: str
    created: str
    updated: str
    ply: int
    rules_version: int
    state: str
    summary: str
    note: str = ""
    pace: str = ""
    """Since when the side to act is waited for, and the clock; empty in games of earlier versions."""
    shared: str = ""
    """`open`: strangers find the game in the lobby, to join or to watch."""
    undone: str = ""
    """What was undone and can be redone, the next one last, as JSON; empty for nothing."""
    ended: str = ""
    """When it was over; empty while it is played."""
    rewinds: int = 0
    """How often steps were dropped from its log: as long as it is the same, the log has only grown."""
    bids: str = ""
    """While its sides are bid for: the sealed bids as JSON, by the seat that each player has for the time being; empty
    once they are settled, and in other games.
    """


class SeatRow(msgspec.Struct):
    """A seat. `token` and `invite` are hashes, empty if there are none."""

    game: str
    side: str
    kind: str
    name: str = ""
    level: str = ""
    token: str = ""
    invite: str = ""
    claimed: bool = False
    passes: str = ""
    """The card windows that it passes unasked, as JSON; empty for none."""
    away: bool = False
    """Its player has put the game away: it is not among those to play."""
    orders: str = ""
    """What is answered for it unasked, as JSON; empty for nothing."""


class EntryRow(msgspec.Struct):
    """One entry of the log; action and events are JSON."""

    game: str
    ply: int
    actor: str
    action: str
    events: str
    ordered: bool = False
    """Played by the standing orders of its side."""
    worth: float | None = None
    """What the position before it was worth to the computer that decided (`Thought.worth`); shown to nobody before the
    game is over."""


class SnapshotRow(msgspec.Struct):
    """The whole state at `ply`, as JSON."""

    game: str
    ply: int
    rules_version: int
    state: str


class NoticeRow(msgspec.Struct):
    """Something that a player is to be told, and what became of it."""

    id: str
    player: str
    game: str | None
    kind: str
    """`turn`, the weekly `nudge`, `invite` by name, or `confirm` for an address."""
    text: str
    """What is asked in the game (`letters.Asking` as JSON), and once it was sent, what was said; who invites; the code
    of a confirmation.
    """
    mail: str
    """Where a confirmation goes. Otherwise the way of the notice: `mail` to the player's confirmed address, `push:`
    with the id of a browser; empty before its ways are known.
    """
    made: str
    due: str
    state: str = "waiting"
    """`waiting`, `sending`, `sent`, `dropped` or `failed`."""
    claim: str = ""
    """While it is being sent: since when, and by whom."""
    tries: int = 0
    at: str = ""
    """When it was sent, dropped or given up."""


class ConductRow(msgspec.Struct):
    """How a player kept up with a game: a `reply`, with the seconds that the other side waited for it; or `left`."""

    id: str
    player: str
    game: str
    at: str
    kind: str
    seconds: int = 0


class ChanceRow(msgspec.Struct):
    """The secret that the dice and deals of a game follow from; `seeds` is JSON."""

    game: str
    secret: str
    first: int
    seeds: str


def default_folder() -> Path:
    """The default folder of this user's games."""
    return Path(user_data_dir("noretreat", appauthor=False))


def url_of(folder: Path) -> str:
    """The database inside a data folder, as a URL that `lines.driven` reads, whatever the folder is called."""
    return f"sqlite:///{quote(os.fsencode(folder / 'games.db'))}"


class Database:
    """The open store. Every method is one transaction."""

    def __init__(self, url: str, *, lost: Callable[[], None] = lambda: None) -> None:
        """`lost` is called when the file of the store is not there any more: nothing that is written now is kept."""
        self._lines = Lines(url, lost=lost)
        self.shared = not self._lines.sqlite
        """Whether several processes hear each other over this store."""
        self.process = secrets.token_hex(6)
        """A random name of this process, by which it knows what it has told itself."""
        self.mark = ""
        """A random name of this store, made when it was: part of the cookie's name."""

    @property
    def dsn(self) -> str:
        """The address of a PostgreSQL store, as its own library reads it."""
        return self._lines.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def open(self, mark: str) -> None:
        """Brings the tables up to date, even if others open the store at the same time; `mark` becomes the name of a
        new store.

        Raises `StorageError` if a newer version, one before 0.1.0, or another program made the store. If there is
        nothing to do it only reads, because the disk may be read-only.
        """
        if await self.read(_revision) != REVISION:
            await self._lines.migrate(lambda connection: _migrate(connection, mark))
        row = await self._first(sa.select(META.c.value).where(META.c.key == "mark"))
        self.mark = row[0] if row else ""
        self._lines.remember_file()

    async def fill(self, work: Work[T]) -> T:
        """What a function returns that makes the tables of a store and fills them, all or nothing."""
        return await self._lines.migrate(work)

    async def look(self, work: Work[T]) -> T:
        """What a function finds at one moment, with as many queries as it likes; raises `StorageError`."""
        return await self._lines.look(work)

    async def alive(self) -> None:
        """Asks the store for a sign of life; raises `StorageError` if there is none."""
        await self.rows(sa.select(META.c.key).limit(1))

    async def examine(self) -> None:
        """Reads the whole store through, or of a large one a row of each table; raises `StorageError` if a table is
        damaged or not as it should be.
        """
        await self.read(_examine)

    async def close(self) -> None:
        """Closes the store."""
        await self._lines.close()

    # --- reading ---------------------------------------------------------------------------------------------
    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""
        row = await self._first(GAME.select().where(GAME.c.id == game))
        return None if row is None else GameRow(*row)

    async def seats(self, games: Sequence[str]) -> list[SeatRow]:
        """The seats of these games."""
        rows = await self.rows(SEAT.select().where(SEAT.c.game.in_(games)).order_by(SEAT.c.game, SEAT.c.side))
        return [SeatRow(*row) for row in rows]

    async def entries(self, game: str) -> list[EntryRow]:
        """The whole log of a game."""
        rows = await self.rows(STEP.select().where(STEP.c.game == game).order_by(STEP.c.ply))
        return [EntryRow(*row) for row in rows]

    async def count_of(self, token: str) -> int:
        """How many games a browser owns."""
        row = await self._first(sa.select(sa.func.count()).select_from(GAME).where(GAME.c.owner == token))
        return int(row[0]) if row else 0

    async def games_of(self, token: str, start: int = 0, most: int | None = None) -> list[GameRow]:
        """Games that a browser owns or has a seat in, latest first; without their states. `start` are left out, and
        there are `most` at most.
        """
        columns = [column if column.name != "state" else sa.literal("") for column in GAME.columns]
        chosen = sa.select(*columns).where(GAME.c.id.in_(_games_of(token)))
        rows = await self.rows(chosen.order_by(GAME.c.updated.desc(), GAME.c.id).offset(start).limit(most))
        return [GameRow(*row) for row in rows]

    async def running_with_others(self, token: str) -> int:
        """How many games of a browser run in which another one plays, or is to."""
        other = sa.exists().where(SEAT.c.game == GAME.c.id, SEAT.c.kind != "computer", SEAT.c.token != token)
        running = (GAME.c.id.in_(_games_of(token)), GAME.c.ended == "", other)
        row = await self._first(sa.select(sa.func.count()).select_from(GAME).where(*running))
        return int(row[0]) if row else 0

    async def games_at_level(self, owner: str, level: str) -> list[str]:
        """The games that a browser owns in which a seat is played at a level."""
        both = sa.select(GAME.c.id).join_from(GAME, SEAT, SEAT.c.game == GAME.c.id)
        return [row[0] for row in await self.rows(both.where(GAME.c.owner == owner, SEAT.c.level == level))]

    async def shared_games(self, limit: int) -> list[GameRow]:
        """The newest running games that strangers find in the lobby; without their states."""
        columns = [column if column.name != "state" else sa.literal("") for column in GAME.columns]
        chosen = sa.select(*columns).where(GAME.c.shared == "open", GAME.c.ended == "")
        rows = await self.rows(chosen.order_by(GAME.c.updated.desc(), GAME.c.id).limit(limit))
        return [GameRow(*row) for row in rows]

    async def rows_of(self, games: Sequence[str]) -> list[GameRow]:
        """These games, the newest first; without their states."""
        columns = [column if column.name != "state" else sa.literal("") for column in GAME.columns]
        chosen = sa.select(*columns).where(GAME.c.id.in_(games))
        return [GameRow(*row) for row in await self.rows(chosen.order_by(GAME.c.updated.desc(), GAME.c.id))]

    # --- writing ---------------------------------------------------------------------------------------------
    async def create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
    ) -> None:
        """Stores a new game with everything that has happened in it."""

        def work(connection: sa.Connection) -> None:
            insert(connection, GAME, [row])
            insert(connection, SEAT, seats)
            insert(connection, STEP, entries)
            insert(connection, SNAPSHOT, snapshots)
            insert(connection, CHANCE, [chance] if chance else [])

        await self.write(work)

    async def append(
        self,
        row: GameRow,
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow | None = None,
        notices: Sequence[NoticeRow] | None = None,
        conduct: Sequence[ConductRow] = (),
    ) -> None:
        """Stores what was just played; raises `Conflict` if another server has moved the game on, or has taken a seed
        that `chance` lacks. `notices`: those of a hand-over, in the place of any that still wait; None: as before.
        """
        before = row.ply - len(entries)

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, before)
            if chance is not None and connection.scalar(_SEEDS, {"game": row.id}) != chance.seeds:
                raise Conflict("storage_conflict", "A player added to the dice at the same time.")
            insert(connection, STEP, entries)
            insert(connection, SNAPSHOT, snapshots)
            insert(connection, CONDUCT, conduct)
            _notify(connection, row, notices)
            self._tell(connection, row)

        await self.write(work)

    async def rewind(self, row: GameRow, before: int, notices: Sequence[NoticeRow] | None = None) -> None:
        """Drops the log entries after `row.ply`, and counts it in `row`; the game was at `before` until now.
        `notices`: as for `append`.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, before, row.rewinds - 1)
            for table in (STEP, SNAPSHOT):
                connection.execute(table.delete().where(table.c.game == row.id, table.c.ply > row.ply))
            _notify(connection, row, notices)
            self._tell(connection, row)

        await self.write(work)

    async def put_chance(self, row: GameRow, chance: ChanceRow) -> None:
        """Stores the seeds of a game's dice; raises `Conflict` if another server has moved the game on."""

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, row.ply)
            connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(seeds=chance.seeds))

        await self.write(work)

    async def put_seat(self, before: SeatRow, after: SeatRow, conduct: Sequence[ConductRow] = ()) -> None:
        """Stores a changed seat, if it is still as it was `before`, and what that says of a player; raises `Conflict`
        if another server has changed it.
        """
        same = [SEAT.c[name] == value for name, value in plain(before).items()]

        def work(connection: sa.Connection) -> None:
            if connection.execute(SEAT.update().where(*same).values(plain(after))).rowcount != 1:
                raise Conflict("storage_conflict", "The seat was changed by another program at the same time.")
            insert(connection, CONDUCT, conduct)

        await self.write(work)

    async def set_pace(self, game: str, ply: int, pace: str) -> None:
        """Stores the pace of a game that is still at a ply; raises `Conflict` if another server has moved it on."""
        changed = GAME.update().where(GAME.c.id == game, GAME.c.ply == ply).values(pace=pace)
        await self._change(changed, _MOVED_ON)

    async def put_bids(self, game: str, before: str, after: str, notices: Sequence[NoticeRow] = ()) -> None:
        """Stores the sealed bids of a game, and whom to tell that theirs is missing; raises `Conflict` if they are not
        as they were `before`.
        """

        def work(connection: sa.Connection) -> None:
            _put_bids(connection, game, before, after)
            insert(connection, NOTICE, notices)

        await self.write(work)

    async def settle(
        self,
        before: tuple[str, str],
        row: GameRow,
        entries: Sequence[EntryRow],
        snapshots: Sequence[SnapshotRow],
        chance: ChanceRow,
        notices: Sequence[NoticeRow] | None = None,
        *,
        swapped: bool,
    ) -> None:
        """Begins a game whose sides were bid for: `row` and all that follows are those of the game as it begins.

        `before`: its sealed bids, and its seeds; raises `Conflict` if they have changed. `swapped`: its players change
        seats, with all that is theirs. Others have to read the game anew, so it counts as a rewind.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            bids, seeds = before
            _put_bids(connection, row.id, bids, "")
            _move_on(connection, row, 0, row.rewinds - 1)
            if connection.scalar(_SEEDS, {"game": row.id}) != seeds:
                raise Conflict("storage_conflict", "A player added to the dice at the same time.")
            connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(seeds=chance.seeds))
            if swapped:
                _swap_seats(connection, row.id)
            connection.execute(SNAPSHOT.delete().where(SNAPSHOT.c.game == row.id))
            insert(connection, STEP, entries)
            insert(connection, SNAPSHOT, snapshots)
            _notify(connection, row, notices)
            self._tell(connection, row)

        await self.write(work)

    async def lay_open(
        self,
        row: GameRow,
        before: int,
        snapshot: SnapshotRow,
        chance: ChanceRow,
        notices: Sequence[NoticeRow] | None = None,
    ) -> None:
        """Has the sides of a game bid for, which was at `before` until now: its steps, what was proposed, and its dice
        go. Raises `Conflict` if another server has moved it on.
        """
        row.rewinds += 1

        def work(connection: sa.Connection) -> None:
            _move_on(connection, row, before, row.rewinds - 1)
            _put_bids(connection, row.id, "", row.bids)
            for table in (STEP, SNAPSHOT, PROPOSAL):
                connection.execute(table.delete().where(table.c.game == row.id))
            connection.execute(CHANCE.update().where(CHANCE.c.game == row.id).values(plain(chance)))
            insert(connection, SNAPSHOT, [snapshot])
            _notify(connection, row, notices)
            self._tell(connection, row)

        await self.write(work)

    async def rename(self, game: str, name: str) -> None:
        """Renames a game without changing its place in the list."""
        await self.write(
            lambda connection: connection.execute(GAME.update().where(GAME.c.id == game).values(name=name))
        )

    async def delete(self, game: str) -> None:
        """Deletes a game and everything that belongs to it."""
        await self.write(lambda connection: connection.execute(GAME.delete().where(GAME.c.id == game)))

    def _tell(self, connection: sa.Connection, row: GameRow) -> None:
        """Has the other processes hear of a move, when it is stored (`server/http/pubsub.py` reads it)."""
        if self.shared:
            message = {"sender": self.process, "game": row.id, "news": {"ply": row.ply}}
            connection.execute(TELL, {"channel": CHANNEL, "payload": msgspec.json.encode(message).decode()})

    async def _change(self, changed: sa.Update, otherwise: str) -> None:
        """Changes one row; raises `Conflict` if there is none that fits."""

        def work(connection: sa.Connection) -> None:
            if connection.execute(changed).rowcount != 1:
                raise Conflict("storage_conflict", otherwise)

        await self.write(work)

    # --- one transaction, also for the other stores on the same database -----------------------------------------
    async def read(self, work: Work[T]) -> T:
        """What a function finds over a connection; raises `StorageError`."""
        return await self._lines.read(work)

    async def write(self, work: Work[T]) -> T:
        """What a function returns once all that it wrote is on disk. It may be run again, so it must change nothing but
        the store. Raises `StorageError`, and then nothing has changed.
        """
        return await self._lines.write(work)

    async def rows(self, query: sa.Select[Any]) -> list[Sequence[Any]]:
        """The rows that a query finds."""
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def _first(self, query: sa.Select[Any]) -> Sequence[Any] | None:
        rows = await self.rows(query)
        return rows[0] if rows else None


def _revision(connection: sa.Connection) -> str:
    """The last migration applied to a store; empty if the store is. Raises `StorageError` (`open`)."""
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return ""
    if not tables >= _FIRST_TABLES:
        raise StorageError("storage_foreign", "The database belongs to another program: it holds no games of this one.")
    revision = str(connection.scalar(sa.select(_RECORD.c.version_num))) if _RECORD.name in tables else ""
    if revision < FIRST:
        raise StorageError("storage_older", "The games were stored before version 0.1.0, which cannot read them.")
    if revision > REVISION:
        raise StorageError("storage_newer", "The games were stored by a newer version of this program; update it.")
    return revision


def _migrate(connection: sa.Connection, mark: str) -> None:
    """Runs the migrations that the store lacks, all or none, after any other process that is doing the same."""
    from noretreat.storage.migrations import migrate  # Alembic is slow to load and seldom needed

    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    revision = _revision(connection)
    if revision != REVISION:
        migrate(connection, revision)
    if not revision:
        connection.execute(META.insert(), {"key": "mark", "value": mark})


def _examine(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite" and _size(connection) <= SOON_READ:
        said = connection.scalar(sa.text("PRAGMA quick_check(1)"))
        if said != "ok":
            raise StorageError("storage_damaged", f"The games file is damaged: {said}")
    for table in METADATA.sorted_tables:
        connection.execute(table.select().limit(1))


def _size(connection: sa.Connection) -> int:
    """The bytes of a SQLite store."""
    pages, each = (connection.scalar(sa.text(f"PRAGMA {name}")) or 0 for name in ("page_count", "page_size"))
    return int(pages) * int(each)


def _games_of(token: str) -> sa.CompoundSelect[Any]:
    """The games that a browser owns or has a seat in, each found by an index."""
    return sa.union(
        sa.select(SEAT.c.game).where(SEAT.c.token == token), sa.select(GAME.c.id).where(GAME.c.owner == token)
    )


def plain(row: msgspec.Struct) -> dict[str, Any]:
    """A row as the values of its columns."""
    return {name: getattr(row, name) for name in row.__struct_fields__}


def insert(connection: sa.Connection, table: sa.Table, rows: Sequence[msgspec.Struct]) -> None:
    """Inserts rows, if there are any."""
    if rows:
        connection.execute(_INSERTS[table.name], [plain(row) for row in rows])


def _notify(connection: sa.Connection, row: GameRow, notices: Sequence[NoticeRow] | None) -> None:
    """Puts the notices of a hand-over in the place of those of the game that still wait."""
    if notices is None:
        return
    waits = NOTICE.update().where(NOTICE.c.game == row.id, NOTICE.c.state == "waiting", NOTICE.c.kind != "invite")
    connection.execute(waits.values(state="dropped", at=row.updated))
    insert(connection, NOTICE, notices)


def _put_bids(connection: sa.Connection, game: str, before: str, after: str) -> None:
    """Writes the sealed bids of a game, if they are still as they were `before`."""
    same = (GAME.c.id == game, GAME.c.bids == before, GAME.c.ply == 0)
    if connection.execute(GAME.update().where(*same).values(bids=after)).rowcount != 1:
        raise Conflict("storage_conflict", "A bid was made by another program at the same time.")


def _swap_seats(connection: sa.Connection, game: str) -> None:
    """Has the players of a game change seats, with their notes and what they have said."""
    for table in (SEAT, NOTEBOOK, TALK):
        for now, then in (("axis", "swapped"), ("soviet", "axis"), ("swapped", "soviet")):
            connection.execute(table.update().where(table.c.game == game, table.c.side == now).values(side=then))


_MOVED_ON: Final = "The game was moved on by another program at the same time."

# What is said to the database with each move is put together once.
_SEEDS: Final = sa.select(CHANCE.c.seeds).where(CHANCE.c.game == sa.bindparam("game"))
TELL: Final = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("payload")))
_MOVE_ON: Final = (
    GAME.update()
    .where(
        GAME.c.id == sa.bindparam("of"),
        GAME.c.ply == sa.bindparam("before"),
        GAME.c.rewinds == sa.bindparam("rewound"),
    )
    .values({column.name: sa.bindparam(column.name) for column in GAME.columns if column.name not in ("id", "bids")})
)
_INSERTS: Final = {table.name: table.insert() for table in METADATA.sorted_tables}


def _move_on(connection: sa.Connection, row: GameRow, before: int, rewound: int | None = None) -> None:
    """Writes the game row, if the game is still where the caller expects it: at a ply, and rewound so many times, by
    default as often as in the row.
    """
    values = plain(row)
    del values["bids"]
    values |= {"of": values.pop("id"), "before": before, "rewound": row.rewinds if rewound is None else rewound}
    if connection.execute(_MOVE_ON, values).rowcount != 1:
        raise Conflict("storage_conflict", _MOVED_ON)
