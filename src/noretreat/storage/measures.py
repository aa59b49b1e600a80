"""The store of the host's measures, of the log of security events, and of what a host looks up.

A measure and its line in the log are one transaction, in which the other processes are told, too.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.engine import notify
from noretreat.storage.rows import insert
from noretreat.storage.tables import ACCOUNT, ADDRESS, GAME, MEASURE, PLAYER, SEAT, SECURITY

MeasureKind: TypeAlias = Literal["suspend", "network", "mute", "mark", "announce", "read-only", "accounts-only"]
"""`suspend` and `mute` are about a player, `network` about an address, `mark` about a game, the others about the
site."""
PERSONAL: Final = ("suspend", "mute")
OWN: Final = ("sign-in-locked", "password", "address", "passkey-added", "passkey-removed")
"""Events of a player's own account: they go with it."""
_KINDS: Final[tuple[str, ...]] = get_args(MeasureKind)
ACTS: Final = (
    *_KINDS, *(f"lift-{kind}" for kind in _KINDS), "rename", "remove", "export", "end", *OWN, "account-deleted",
)  # fmt: skip
"""All that the log tells of."""
MOST_FOUND: Final = 50


class MeasureRow(msgspec.Struct):
    """A measure of the host. `target` is the hash of a player's token, a network, the id of a game, or empty."""

    kind: str
    target: str = ""
    until: str = ""
    """The time of its end; empty for none."""
    text: str = ""
    """The sentence of an announcement."""
    at: str = ""


class SecurityRow(msgspec.Struct):
    """A line of the log of security events."""

    id: str
    at: str
    by: str
    """The host who did it: the user of the machine, or the address of an account; `player` for a player's own acts."""
    act: str
    subject: str = ""
    """The hash of a player's token, a network, or the id of a game; empty for the site."""
    about: str = ""
    """A name or a sentence, for whoever reads the log."""
    until: str = ""
    """The time of its end, if it has one."""
    why: str = ""


def event_of(
    at: str, by: str, act: str, subject: str = "", about: str = "", why: str = "", until: str = ""
) -> SecurityRow:
    """A new line of the log."""
    return SecurityRow(secrets.token_hex(8), at, by, act, subject, about, until, why)


def mail_target(mail: str) -> str:
    """The target of a measure that has outlived its account: it comes back to a new one of the same address, which
    the store cannot read from it.
    """
    return "mail " + hashlib.sha256(f"measure {mail}".encode()).hexdigest()


class FoundPlayerRow(msgspec.Struct):
    """A player as a host finds one."""

    id: str
    name: str = ""
    page: str = ""
    seen: str = ""
    mail: str = ""
    """The address of the account; empty for a guest."""
    made: str = ""
    """The time when the account was made."""


class FoundGameRow(msgspec.Struct):
    """A game as a host finds one."""

    id: str
    name: str
    scenario: str
    owner: str
    created: str
    updated: str
    ended: str
    ply: int
    shared: str
    rated: bool


class MeasureStore:
    """Measures and security events. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- measures --------------------------------------------------------------------------------------------
    async def in_force(self, at: str) -> list[MeasureRow]:
        """The measures that are in force at a time."""
        which = sa.or_(MEASURE.c.until == "", MEASURE.c.until > at)
        return await self._database.records(MeasureRow, MEASURE.select().where(which).order_by(MEASURE.c.at))

    async def impose(self, measure: MeasureRow, event: SecurityRow) -> None:
        """Takes a measure, in the place of one of its kind and target."""

        def work(connection: sa.Connection) -> None:
            connection.execute(MEASURE.delete().where(*_same(measure.kind, measure.target)))
            insert(connection, MEASURE, [measure])
            insert(connection, SECURITY, [event])
            self._tell(connection)

        await self._database.write(work)

    async def lift(self, kind: str, target: str, event: SecurityRow) -> bool:
        """Ends a measure; False, and nothing is noted, if it is not in force."""

        def work(connection: sa.Connection) -> bool:
            if not connection.execute(MEASURE.delete().where(*_same(kind, target))).rowcount:
                return False
            insert(connection, SECURITY, [event])
            self._tell(connection)
            return True

        return await self._database.write(work)

    def _tell(self, connection: sa.Connection) -> None:
        """Tells the other processes once it is stored (`server/http/pubsub.py` listens)."""
        if self._database.shared:
            message = {"sender": f"measures {self._database.process}", "measures": True}
            notify(connection, msgspec.json.encode(message).decode())

    async def inherit(self, mail: str, player: str) -> None:
        """Gives a new account what was ordered against one of the same address that is gone."""
        change = MEASURE.update().where(MEASURE.c.target == mail_target(mail)).values(target=player)
        await self._database.change(change)

    # --- the log ---------------------------------------------------------------------------------------------
    async def note(self, event: SecurityRow) -> None:
        """Adds a line to the log."""
        await self._database.write(lambda connection: insert(connection, SECURITY, [event]))

    async def events(self, most: int, *, subject: str = "") -> list[SecurityRow]:
        """The newest lines of the log, the newest first; all, or those about what begins so: a player, a game
        or a network.
        """
        query = SECURITY.select().order_by(SECURITY.c.at.desc(), SECURITY.c.id).limit(most)
        about = SECURITY.c.subject.startswith(subject, autoescape=True)
        return await self._database.records(SecurityRow, query.where(about) if subject else query)

    async def touched(self, since: str) -> list[str]:
        """The players, games and networks that hosts have dealt with since a time."""
        return await self._database.scalars(
            sa.select(SECURITY.c.subject).where(SECURITY.c.at > since, SECURITY.c.by != "player")
        )

    # --- looking up ------------------------------------------------------------------------------------------
    async def players(self, sought: str) -> list[FoundPlayerRow]:
        """Players by a part of the name, by an address, by the id of their page, or by the beginning of their own id;
        also guests who have no name yet.
        """
        low, like = sought.lower(), _part_of(sought.lower())
        reached = sa.select(ADDRESS.c.player).where(sa.func.lower(ADDRESS.c.mail) == low)
        which = [sa.func.lower(PLAYER.c.name).like(like, escape="\\"), PLAYER.c.page == low, PLAYER.c.id.in_(reached)]
        if _is_id(low):
            which.append(PLAYER.c.id.startswith(low))
        known = (
            sa.select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.page, PLAYER.c.seen, ACCOUNT.c.mail, ACCOUNT.c.made)
            .join_from(PLAYER, ACCOUNT, ACCOUNT.c.player == PLAYER.c.id, isouter=True)
            .where(sa.or_(*which, ACCOUNT.c.mail.like(like, escape="\\")))
            .order_by(PLAYER.c.seen.desc(), PLAYER.c.id)
            .limit(MOST_FOUND)
        )
        # Of a player without a name there may be nothing but an account, or the seats.
        bare = sa.select(ACCOUNT.c.player, ACCOUNT.c.mail, ACCOUNT.c.made).where(
            sa.or_(
                ACCOUNT.c.mail.like(like, escape="\\"), ACCOUNT.c.player.startswith(low) if _is_id(low) else sa.false()
            )
        )
        seated = sa.union(
            sa.select(SEAT.c.token).where(SEAT.c.token.startswith(low)),
            sa.select(GAME.c.owner).where(GAME.c.owner.startswith(low)),
        ).limit(MOST_FOUND)

        def work(connection: sa.Connection) -> list[FoundPlayerRow]:
            found = {row.id: FoundPlayerRow(*(value or "" for value in row)) for row in connection.execute(known)}
            for player, mail, made in connection.execute(bare.limit(MOST_FOUND)):
                found.setdefault(player, FoundPlayerRow(player, mail=mail, made=made))
            for player in connection.scalars(seated) if _is_id(low) else ():
                found.setdefault(player, FoundPlayerRow(player))
            return list(found.values())

        return await self._database.read_consistently(work)

    async def games(self, sought: str, players: Sequence[str] = ()) -> list[FoundGameRow]:
        """Games by their id, by a part of their name, or by their players."""
        columns = [GAME.c[name] for name in FoundGameRow.__struct_fields__]
        seated = sa.select(SEAT.c.game).where(SEAT.c.token.in_(players))
        which: list[Any] = [GAME.c.owner.in_(players), GAME.c.id.in_(seated)]
        if sought:
            which += [GAME.c.id == sought, sa.func.lower(GAME.c.name).like(_part_of(sought.lower()), escape="\\")]
        query = sa.select(*columns).where(sa.or_(*which)).order_by(GAME.c.updated.desc(), GAME.c.id)
        return await self._database.records(FoundGameRow, query.limit(MOST_FOUND))

    async def close_to_others(self, game: str) -> None:
        """Takes a game out of all lists of others."""

        def work(connection: sa.Connection) -> None:
            connection.execute(GAME.update().where(GAME.c.id == game).values(shared=""))
            connection.execute(SEAT.update().where(SEAT.c.game == game).values(public=False))

        await self._database.write(work)


def _same(kind: str, target: str) -> tuple[sa.ColumnElement[bool], ...]:
    return MEASURE.c.kind == kind, MEASURE.c.target == target


def _is_id(text: str) -> bool:
    """True for what can be the beginning of a player's id."""
    return len(text) >= 8 and all(sign in "0123456789abcdef" for sign in text)


def _part_of(text: str) -> str:
    """A pattern that every text with this part fits."""
    kept = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{kept}%"
