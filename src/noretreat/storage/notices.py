"""The store of notices: players' addresses and browsers, and notices waiting or sent."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.rows import insert, values_of
from noretreat.storage.tables import (
    ACCOUNT,
    ADDRESS,
    BROWSER,
    CHANCE,
    GAME,
    GUEST,
    META,
    NOTICE,
    PLAYER,
    PROPOSAL,
    SEAT,
)

OF_TURN: Final = ("turn", "nudge", "short", "time", "claim", "bid", "dice", "reminder")
"""Kinds of notices that are out of date when the game moves on."""
OF_TIME: Final = ("short", "time")
"""Those of them that are due when the clock says so."""
SEEN: Final = ("joined", "message", "offer", "answer")
"""Kinds of notices about what a player sees who comes to the table."""
SETTLED: Final = ("sent", "dropped", "failed")
"""The final states of notices."""
KEPT_DAYS: Final = 90
"""Days after which a notice is forgotten, ..."""
DROPPED_DAYS: Final = 2
"""... and one that was dropped: there is one for nearly every hand-over."""
SHOWN: Final = 20
"""The newest notices that a player is shown."""


_RESTS: Final = "rests "
"""How the keys begin under which the store keeps that an address rests."""


def _resting(mail: str) -> str:
    """The key of an address that rests: no address is readable there."""
    return f"{_RESTS}{hashlib.sha256(mail.lower().encode()).hexdigest()}"


class AddressRow(msgspec.Struct):
    """A player's address for notices, and the quiet hours."""

    player: str
    mail: str = ""
    confirmed: bool = False
    code: str = ""
    """The hash of the code that confirms the address; empty once it is confirmed."""
    off: str = ""
    """The code in a mail's unsubscribe link: whoever has the mail may use it."""
    quiet_from: int = 0
    quiet_to: int = 0
    """Hours of the day between which nothing is sent; none if they are equal."""
    zone: str = "UTC"
    muted: str = "[]"
    """Ids of games of which nothing is told, as JSON."""
    choices: str = ""
    """What is told by which channel, how often, and when (`NoticeChoices`), as JSON; empty for the usual."""


class BrowserRow(msgspec.Struct):
    """A browser that shows a player's notices, with its push subscription (RFC 8291)."""

    id: str
    player: str
    endpoint: str
    key: str
    auth: str
    made: str


class NoticeRow(msgspec.Struct):
    """A notice to a player, and its state."""

    id: str
    player: str
    game: str | None
    kind: str
    """`turn`, the weekly `nudge`, `short` before time runs out, `time` when it is up, `invite` by name, `bid`, an event
    (`events_told.Kind`), `tournament`, or `confirm` for an address.
    """
    text: str
    """The question in the game (`TurnQuestion` as JSON), and once it was sent, its text; the event (`EventTold`), and
    once it was sent, nothing, as it is about others; the host's name; the code of a confirmation.
    """
    mail: str
    """The address of a confirmation. Otherwise the channel: `mail` to the player's confirmed address, `push:`
    with the id of a browser; empty before its ways are known.
    """
    made: str
    due: str
    state: str = "waiting"
    """`waiting`, `sending`, `sent`, `dropped` or `failed`."""
    claim: str = ""
    """While it is being sent: the time of the claim, and the sender."""
    tries: int = 0
    at: str = ""
    """The time when it was sent, dropped or given up."""


class TableSeat(msgspec.Struct, frozen=True):
    """A seat of a game that a notice tells of, with the name of its player."""

    side: str
    kind: str
    token: str
    former: str
    name: str
    orders: str = ""
    """Its standing orders, as stored."""
    looked: int = 0
    """How far its player has seen the game."""


class TableRow(msgspec.Struct, frozen=True):
    """A game that a notice tells of; `summary`, `pace` and `state` are JSON."""

    game: str
    name: str
    scenario: str
    summary: str
    pace: str
    updated: str
    seats: list[TableSeat]
    proposals: list[tuple[str, str]]
    """Kind and side of what is proposed or claimed."""
    manner: str = ""
    """What its players have agreed on (`Manner`), as stored."""
    rated: bool = False
    leg: int = 0
    state: str = ""
    """The position, with all that is hidden in it: a player is told nothing of it but the question to answer."""


_TERMS: Final = (GAME.c.manner, GAME.c.rated, GAME.c.leg, GAME.c.state)


_TURNS: Final = ("turn", "nudge")
_TOLD_TO: Final = sa.select(NOTICE.c.id).where(
    NOTICE.c.game == sa.bindparam("game"),
    NOTICE.c.player == sa.bindparam("player"),
    NOTICE.c.state == sa.literal_column("'waiting'"),
    NOTICE.c.kind.in_([sa.literal_column(f"'{kind}'") for kind in (*_TURNS, *SEEN)]),
)
"""What somebody who comes to a table need not be told any more."""


class NoticeStore:
    """Addresses and notices in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- addresses -------------------------------------------------------------------------------------------
    async def address(self, player: str) -> AddressRow | None:
        """The address of a player."""
        return await self._address(ADDRESS.c.player == player)

    async def by_code(self, code: str) -> AddressRow | None:
        """The address that a code of this hash confirms."""
        return await self._address(ADDRESS.c.code == code) if code else None

    async def by_off(self, off: str) -> AddressRow | None:
        """The address whose notices a link ends."""
        return await self._address(ADDRESS.c.off == off) if off else None

    async def _address(self, which: sa.ColumnElement[bool]) -> AddressRow | None:
        return await self._database.record(AddressRow, ADDRESS.select().where(which))

    async def put_address(self, address: AddressRow, *notices: NoticeRow) -> None:
        """Stores an address, new or changed, and notices that come of the change."""
        values = values_of(address)

        def work(connection: sa.Connection) -> None:
            done = connection.execute(ADDRESS.update().where(ADDRESS.c.player == address.player).values(values))
            if not done.rowcount:
                connection.execute(ADDRESS.insert(), values)
            insert(connection, NOTICE, notices)

        await self._database.write(work)

    async def confirmations(self, player: str, mail: str, since: str) -> int:
        """The number of confirmations since a time, for a player or an address."""
        # None is due before it was made: the index of those that are due finds the few that can be meant.
        late = sa.and_(NOTICE.c.state.in_(("waiting", "sending", *SETTLED)), NOTICE.c.due > since)
        asked = sa.and_(late, NOTICE.c.kind == "confirm", NOTICE.c.made > since)
        query = sa.select(sa.func.count()).where(asked, sa.or_(NOTICE.c.player == player, NOTICE.c.mail == mail))
        return int(await self._database.scalar(query))

    async def sent_to(self, player: str) -> list[NoticeRow]:
        """The newest notices that were sent to a player, or could not be, newest first."""
        told = NOTICE.select().where(NOTICE.c.player == player, NOTICE.c.state.in_(["sent", "failed"]))
        return await self._database.records(NoticeRow, told.order_by(NOTICE.c.at.desc(), NOTICE.c.id).limit(SHOWN))

    # --- browsers that are told ------------------------------------------------------------------------------
    async def browsers(self, player: str) -> list[BrowserRow]:
        """The browsers of a player that are told, oldest first."""
        query = BROWSER.select().where(BROWSER.c.player == player).order_by(BROWSER.c.made, BROWSER.c.id)
        return await self._database.records(BrowserRow, query)

    async def put_browser(self, browser: BrowserRow, most: int) -> None:
        """Notes a browser, and forgets the oldest ones of its player beyond `most`."""

        def work(connection: sa.Connection) -> None:
            connection.execute(BROWSER.delete().where(BROWSER.c.id == browser.id))
            insert(connection, BROWSER, [browser])
            mine = sa.select(BROWSER.c.id).where(BROWSER.c.player == browser.player)
            kept = connection.scalars(mine.order_by(BROWSER.c.made.desc(), BROWSER.c.id).limit(most)).all()
            connection.execute(BROWSER.delete().where(BROWSER.c.player == browser.player, BROWSER.c.id.not_in(kept)))

        await self._database.write(work)

    async def forget_browser(self, browser: str, player: str) -> None:
        """Forgets a browser of a player."""
        gone = BROWSER.delete().where(BROWSER.c.id == browser, BROWSER.c.player == player)
        await self._database.write(lambda connection: connection.execute(gone))

    async def kept(self, key: str, made: Callable[[], str]) -> str:
        """The value stored under a key; the first to ask stores what `made` returns."""
        query = sa.select(META.c.value).where(META.c.key == key)
        known = await self._database.scalar(query)
        if known is not None:
            return str(known)
        value = made()

        def work(connection: sa.Connection) -> str:
            found = connection.scalar(query)
            if found is None:
                connection.execute(META.insert(), {"key": key, "value": value})
            return value if found is None else str(found)

        return await self._database.write(work)

    async def account_mail(self, player: str) -> str:
        """The confirmed address of a player's account; empty without one."""
        return str(await self._database.scalar(sa.select(ACCOUNT.c.mail).where(ACCOUNT.c.player == player)) or "")

    async def plays(self, game: str, player: str) -> bool:
        """True for a game that a player made, has a seat in, or has left to the computer."""
        mine = sa.or_(SEAT.c.token == player, SEAT.c.former == player, GAME.c.owner == player)
        query = sa.select(GAME.c.id).join_from(GAME, SEAT, SEAT.c.game == GAME.c.id).where(GAME.c.id == game, mine)
        return bool(player) and bool(await self._database.rows(query))

    # --- what waits ------------------------------------------------------------------------------------------
    async def tell(self, notice: NoticeRow, since: str, most: int, add_up: Callable[[str], str] | None = None) -> None:
        """Adds the notice of an event, in the place of one of that kind and game that still waits, whose text `add_up`
        adds to; nothing beyond `most` of them since a time.
        """
        same = (NOTICE.c.player == notice.player, NOTICE.c.game == notice.game, NOTICE.c.kind == notice.kind)

        def work(connection: sa.Connection) -> None:
            waits = (*same, NOTICE.c.state == "waiting", NOTICE.c.mail == "")
            before = connection.execute(sa.select(NOTICE.c.id, NOTICE.c.text).where(*waits)).first()
            if before is not None:
                text = add_up(before.text) if add_up else notice.text
                connection.execute(NOTICE.update().where(NOTICE.c.id == before.id).values(text=text, made=notice.made))
                return
            made = sa.select(sa.func.count()).select_from(NOTICE).where(*same, NOTICE.c.made > since)
            if connection.execute(made).scalar_one() < most:
                insert(connection, NOTICE, [notice])

        await self._database.write(work)

    async def withdraw(self, game: str, kind: str, at: str) -> None:
        """Drops the waiting notices of a kind about a game: what they tell of no longer stands."""
        waits = (NOTICE.c.game == game, NOTICE.c.kind == kind, NOTICE.c.state == "waiting")
        await self._database.change(NOTICE.update().where(*waits).values(state="dropped", at=at))

    async def renew(self, game: str, at: str, notices: Sequence[NoticeRow]) -> None:
        """Puts notices in the place of those of their kinds about a game that wait for the same players."""

        def work(connection: sa.Connection) -> None:
            for one in notices:
                same = (NOTICE.c.game == game, NOTICE.c.kind == one.kind, NOTICE.c.player == one.player)
                waits = NOTICE.update().where(*same, NOTICE.c.state == "waiting")
                connection.execute(waits.values(state="dropped", at=at))
            insert(connection, NOTICE, notices)

        await self._database.write(work)

    async def look_again(self, at: str, *, game: str = "", player: str = "") -> None:
        """Has the warnings of a game or a player looked at again: time runs otherwise now."""
        of = NOTICE.c.game == game if game else NOTICE.c.player == player
        waits = (of, NOTICE.c.kind.in_(OF_TIME), NOTICE.c.state == "waiting")
        await self._database.change(NOTICE.update().where(*waits).values(due=at))

    async def came(self, game: str, player: str, later: str, at: str) -> None:
        """Has a notice of a player who came to the table wait until `later`, as a reminder; what the player now sees
        there is told no more.
        """
        mine = {"game": game, "player": player}
        found = self._database.rows_at_once(_TOLD_TO, mine)
        if not (
            found if found is not None else await self._database.read(lambda line: line.execute(_TOLD_TO, mine).all())
        ):
            return
        of_mine = (NOTICE.c.game == game, NOTICE.c.player == player, NOTICE.c.state == "waiting")
        waits, seen = (*of_mine, NOTICE.c.kind.in_(_TURNS)), (*of_mine, NOTICE.c.kind.in_(SEEN))
        later_then = NOTICE.update().where(*waits).values(kind="nudge", due=later)
        known = NOTICE.update().where(*seen).values(state="dropped", at=at)

        def work(connection: sa.Connection) -> None:
            connection.execute(later_then)
            connection.execute(known)

        await self._database.write(work)

    async def due(self, at: str, stale: str) -> dict[str, list[NoticeRow]]:
        """The notices that are due, by player; also those whose sender has been silent since `stale`."""
        waiting = sa.and_(NOTICE.c.state == "waiting", NOTICE.c.due <= at)
        lost = sa.and_(NOTICE.c.state == "sending", NOTICE.c.claim < stale)
        due = NOTICE.select().where(sa.or_(waiting, lost)).order_by(NOTICE.c.due)
        found: dict[str, list[NoticeRow]] = {}
        for notice in await self._database.records(NoticeRow, due):
            found.setdefault(notice.player, []).append(notice)
        return found

    async def table(self, game: str) -> TableRow | None:
        """A game as its notices tell of it; None if it is gone."""
        head = sa.select(GAME.c.name, GAME.c.scenario, GAME.c.summary, GAME.c.pace, GAME.c.updated, *_TERMS)
        sits = (SEAT.c.side, SEAT.c.kind, SEAT.c.token, SEAT.c.former, SEAT.c.orders, SEAT.c.looked)
        seats = sa.select(*sits, PLAYER.c.name)
        plays = sa.case((SEAT.c.token != "", SEAT.c.token), else_=SEAT.c.former)
        named = seats.join_from(SEAT, PLAYER, PLAYER.c.id == plays, isouter=True).where(SEAT.c.game == game)
        asked = sa.select(PROPOSAL.c.kind, PROPOSAL.c.side).where(PROPOSAL.c.game == game)

        def work(connection: sa.Connection) -> TableRow | None:
            row = connection.execute(head.where(GAME.c.id == game)).first()
            if row is None:
                return None
            sitting = [
                TableSeat(one.side, one.kind, one.token, one.former, one.name or "", one.orders, one.looked)
                for one in connection.execute(named)
            ]
            proposals = [(one.kind, one.side) for one in connection.execute(asked)]
            return TableRow(
                game, row.name, row.scenario, row.summary, row.pace, row.updated, sitting, proposals,
                row.manner, row.rated, row.leg, row.state,
            )  # fmt: skip

        return await self._database.read(work)

    async def name_of(self, player: str) -> str:
        """The name of a player; empty for one who has none, or is gone."""
        return str(await self._database.scalar(sa.select(PLAYER.c.name).where(PLAYER.c.id == player)) or "")

    async def mails_since(self, player: str, since: str) -> list[str]:
        """When a player's mails were sent since a time, the oldest first."""
        sent = (NOTICE.c.player == player, NOTICE.c.mail == "mail", NOTICE.c.state == "sent", NOTICE.c.at > since)
        return await self._database.scalars(sa.select(NOTICE.c.at).where(*sent).distinct().order_by(NOTICE.c.at))

    async def invited(self, game: str, player: str) -> bool:
        """True while a player is invited to an open seat of a game."""
        query = sa.select(GUEST.c.game).join_from(GUEST, SEAT, GUEST.c.game == SEAT.c.game)
        found = query.where(GUEST.c.game == game, GUEST.c.player == player, SEAT.c.kind == "open")
        return bool(await self._database.rows(found))

    async def bid_missing(self, game: str, player: str) -> bool:
        """True while a game waits for a player's bid."""
        query = sa.select(SEAT.c.side, GAME.c.bids).join_from(SEAT, GAME, SEAT.c.game == GAME.c.id)
        found = query.where(SEAT.c.game == game, SEAT.c.token == player, GAME.c.bids != "")
        return any(row.side not in msgspec.json.decode(row.bids) for row in await self._database.rows(found))

    async def seeds_of(self, game: str) -> str:
        """The players' parts in the dice of a game, as they are stored; empty where it has none."""
        return str(await self._database.scalar(sa.select(CHANCE.c.seeds).where(CHANCE.c.game == game)) or "")

    async def claim(self, notices: Sequence[NoticeRow], mark: str) -> list[NoticeRow]:
        """Claims notices for this sender; returns those that nobody else has claimed or dropped.

        `mark` begins with the time: by it others see when the sender has gone.
        """

        def work(connection: sa.Connection) -> list[NoticeRow]:
            taken = []
            for notice in notices:
                # Its tries, too: another sender may have had it meanwhile, and given it back with its way.
                known = {name: getattr(notice, name) for name in ("id", "state", "claim", "tries", "mail")}
                same = [NOTICE.c[name] == value for name, value in known.items()]
                done = connection.execute(NOTICE.update().where(*same).values(state="sending", claim=mark))
                if done.rowcount == 1:
                    taken.append(msgspec.structs.replace(notice, state="sending", claim=mark))
            return taken

        return await self._database.write(work)

    async def direct(self, notices: Sequence[tuple[NoticeRow, Sequence[str]]]) -> list[NoticeRow]:
        """Gives claimed notices their channels, in one transaction: one notice for each, under the same claim."""

        def work(connection: sa.Connection) -> list[NoticeRow]:
            found: list[NoticeRow] = []
            for notice, ways in notices:
                mine = (NOTICE.c.id == notice.id, NOTICE.c.claim == notice.claim)
                if connection.execute(NOTICE.update().where(*mine).values(mail=ways[0])).rowcount != 1:
                    continue
                copies = [msgspec.structs.replace(notice, id=secrets.token_hex(12), mail=way) for way in ways[1:]]
                insert(connection, NOTICE, copies)
                found += [msgspec.structs.replace(notice, mail=ways[0]), *copies]
            return found

        return await self._database.write(work)

    async def rest(self, mail: str, until: str) -> None:
        """Has an address rest until a time: no notices are sent to it."""
        key = _resting(mail)

        def work(connection: sa.Connection) -> None:
            connection.execute(META.delete().where(META.c.key == key))
            connection.execute(META.insert(), {"key": key, "value": until})

        await self._database.write(work)

    async def rests(self, mail: str, at: str) -> bool:
        """True while an address rests."""
        until = await self._database.scalar(sa.select(META.c.value).where(META.c.key == _resting(mail)))
        return until is not None and str(until) > at

    async def forget(self, at: str) -> int:
        """Deletes what was sent, dropped or given up long ago; returns how many notices those are."""
        old = NOTICE.delete().where(NOTICE.c.state.in_(SETTLED), NOTICE.c.due < after(at, days=-KEPT_DAYS))
        dropped = NOTICE.delete().where(NOTICE.c.state == "dropped", NOTICE.c.due < after(at, days=-DROPPED_DAYS))

        rested = META.delete().where(META.c.key.startswith(_RESTS, autoescape=True), META.c.value < at)

        def work(connection: sa.Connection) -> int:
            connection.execute(rested)
            return connection.execute(old).rowcount + connection.execute(dropped).rowcount

        return await self._database.write(work)

    async def settle(self, notices: Sequence[NoticeRow], more: Sequence[NoticeRow] = ()) -> None:
        """Stores the outcome of claimed notices, unless another sender has claimed them since, and adds others."""

        def work(connection: sa.Connection) -> None:
            for notice in notices:
                values = {**msgspec.structs.asdict(notice), "claim": ""}
                mine = (NOTICE.c.id == notice.id, NOTICE.c.claim == notice.claim)
                connection.execute(NOTICE.update().where(*mine).values(values))
            insert(connection, NOTICE, more)

        await self._database.write(work)


class HandOver(NamedTuple):
    """Another side has to decide: what waits to be sent of a game is out of date, and this is sent in its place."""

    notices: Sequence[NoticeRow] = ()
    """None for a player who needs no notice: the computer, or who plays both sides."""


def replace_waiting(connection: sa.Connection, game: str, at: str, handed: HandOver) -> None:
    """Replaces the waiting notices of a game by those of a hand-over."""
    waits = NOTICE.update().where(NOTICE.c.game == game, NOTICE.c.state == "waiting", NOTICE.c.kind.in_(OF_TURN))
    connection.execute(waits.values(state="dropped", at=at))
    insert(connection, NOTICE, handed.notices)


def after(at: str, **times: float) -> str:
    """A later time, in its stored form."""
    return (datetime.fromisoformat(at) + timedelta(**times)).isoformat(timespec="milliseconds")
