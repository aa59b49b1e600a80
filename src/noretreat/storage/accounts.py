"""The store of accounts, their sessions, and the codes sent by mail."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.notices import AddressRow, NoticeRow
from noretreat.storage.rows import insert, labeled, record_of
from noretreat.storage.tables import ACCOUNT, ADDRESS, CODE, NOTICE, PLAYER, SESSION


class AccountRow(msgspec.Struct):
    """An account. Its player is the one that every seat names; a browser that is signed in plays as that one."""

    id: str
    player: str
    """The hash of the token."""
    token: str
    """The token that the player's browsers would hold without an account; it opens nothing by itself."""
    mail: str
    """Confirmed, in small letters."""
    password: str
    """The hash of the password (Argon2)."""
    made: str


class SessionRow(msgspec.Struct):
    """A browser that is signed in. `id` is the hash of what its cookie holds."""

    id: str
    account: str
    made: str
    seen: str
    program: str
    """The browser's name for itself (its user agent)."""


class CodeRow(msgspec.Struct):
    """A single-use code. `id` is its hash."""

    id: str
    kind: str
    """`open`: makes an account or sets its password; `mail`: changes the address."""
    account: str | None
    mail: str
    made: str
    until: str


class Visit(msgspec.Struct, frozen=True):
    """The owner of a cookie."""

    account: AccountRow
    session: SessionRow | None
    """None for the player's own token, which opens nothing since there is an account."""


class AccountStore:
    """Accounts in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- who is it -------------------------------------------------------------------------------------------
    async def visit(self, cookie: str) -> Visit | None:
        """The account behind the hash of a cookie; None for a guest."""
        session = SESSION.join(ACCOUNT, ACCOUNT.c.id == SESSION.c.account)
        signed_in = (
            sa.select(*ACCOUNT.columns, *labeled(SESSION, "session_"))
            .select_from(session)
            .where(SESSION.c.id == cookie)
        )
        nothing = [sa.literal("").label(f"session_{column.name}") for column in SESSION.columns]
        own = sa.select(*ACCOUNT.columns, *nothing).where(ACCOUNT.c.player == cookie)

        def work(connection: sa.Connection) -> Visit | None:
            row = connection.execute(sa.union_all(signed_in, own)).first()
            if row is None:
                return None
            found = record_of(SessionRow, row, "session_")
            return Visit(record_of(AccountRow, row), found if found.id else None)

        return await self._database.read(work)

    async def by_mail(self, mail: str) -> AccountRow | None:
        """The account of a mail address."""
        return await self._database.record(AccountRow, ACCOUNT.select().where(ACCOUNT.c.mail == mail))

    async def by_id(self, account: str) -> AccountRow | None:
        """An account by its id."""
        return await self._database.record(AccountRow, ACCOUNT.select().where(ACCOUNT.c.id == account))

    # --- sessions --------------------------------------------------------------------------------------------
    async def begin(self, session: SessionRow, before: str = "") -> None:
        """Signs a browser in; the session that it had before is over."""

        def work(connection: sa.Connection) -> None:
            connection.execute(SESSION.delete().where(SESSION.c.id == before))
            insert(connection, SESSION, [session])

        await self._database.write(work)

    async def saw(self, session: str, at: str) -> None:
        """Notes when a session was last used."""
        change = SESSION.update().where(SESSION.c.id == session).values(seen=at)
        await self._database.change(change)

    async def sessions(self, account: str) -> list[SessionRow]:
        """The sessions of an account, the most recently used first."""
        mine = SESSION.select().where(SESSION.c.account == account)
        return await self._database.records(SessionRow, mine.order_by(SESSION.c.seen.desc()))

    async def end(self, account: str, *, only: str = "", but: str = "") -> list[str]:
        """Ends the sessions of an account: one alone, or all but one; returns those that are over."""
        which = [SESSION.c.account == account, SESSION.c.id == only if only else SESSION.c.id != but]

        def work(connection: sa.Connection) -> list[str]:
            gone = [str(one) for one in connection.scalars(sa.select(SESSION.c.id).where(*which))]
            connection.execute(SESSION.delete().where(SESSION.c.id.in_(gone)))
            return gone

        return await self._database.write(work)

    # --- codes -----------------------------------------------------------------------------------------------
    async def send(self, code: CodeRow, notice: NoticeRow) -> None:
        """Keeps a code and has it sent; what has run out is dropped."""

        def work(connection: sa.Connection) -> None:
            connection.execute(CODE.delete().where(CODE.c.until < code.made))
            insert(connection, CODE, [code])
            insert(connection, NOTICE, [notice])

        await self._database.write(work)

    async def sent(self, mail: str, since: str) -> int:
        """The number of account mails to an address since a time."""
        asked = (NOTICE.c.kind == "account", NOTICE.c.mail == mail, NOTICE.c.made > since)
        return int(await self._database.scalar(sa.select(sa.func.count()).select_from(NOTICE).where(*asked)))

    async def code(self, code: str, kind: str, at: str) -> CodeRow | None:
        """A code that is in force."""
        return await self._database.record(CodeRow, CODE.select().where(*_in_force(code, kind, at)))

    async def open(
        self, code: str, at: str, wanted: AccountRow, session: SessionRow, notice: NoticeRow, off: str = ""
    ) -> AccountRow | None:
        """Uses up a code: makes the account of its address, or gives that one another password and ends all its
        sessions. The browser is signed in, and `notice` says so. Returns the account, None if the code is not in force.

        `wanted` is the account as it is made; its address is filled in. `off`: the code that ends the mails about the
        games of a new account, which go to its address; empty for none.
        """

        def work(connection: sa.Connection) -> AccountRow | None:
            mail = _use_up(connection, code, "open", at)
            if mail is None:
                return None
            row = connection.execute(ACCOUNT.select().where(ACCOUNT.c.mail == mail.mail)).first()
            if row is None:
                account = msgspec.structs.replace(wanted, mail=mail.mail)
                insert(connection, ACCOUNT, [account])
                # The codes of a guest open a token that opens nothing any more.
                mine = PLAYER.update().where(PLAYER.c.id == account.player)
                connection.execute(mine.values(recovery="", sealed=""))
                if off:
                    _tell_there(connection, account, off)
            else:
                account = msgspec.structs.replace(record_of(AccountRow, row), password=wanted.password)
                connection.execute(ACCOUNT.update().where(ACCOUNT.c.id == account.id).values(password=account.password))
                connection.execute(SESSION.delete().where(SESSION.c.account == account.id))
                insert(connection, NOTICE, [msgspec.structs.replace(notice, mail=account.mail)])
            connection.execute(CODE.delete().where(CODE.c.mail == account.mail))
            insert(connection, SESSION, [msgspec.structs.replace(session, account=account.id)])
            return account

        return await self._database.write(work)

    async def set_password(self, account: str, password: str, session: str, notice: NoticeRow) -> list[str]:
        """Stores a changed password; returns the sessions that are over: all but one."""

        def work(connection: sa.Connection) -> list[str]:
            connection.execute(ACCOUNT.update().where(ACCOUNT.c.id == account).values(password=password))
            others = (SESSION.c.account == account, SESSION.c.id != session)
            gone = [str(one) for one in connection.scalars(sa.select(SESSION.c.id).where(*others))]
            connection.execute(SESSION.delete().where(*others))
            insert(connection, NOTICE, [notice])
            return gone

        return await self._database.write(work)

    async def rehash(self, account: str, password: str) -> None:
        """Stores a password's new hash."""
        change = ACCOUNT.update().where(ACCOUNT.c.id == account).values(password=password)
        await self._database.change(change)

    async def change_mail(self, code: str, at: str, notice: NoticeRow) -> str | None:
        """Uses up a code that changes an account's address; returns the account, None if the code is not in force or
        the address has an account by now. `notice` goes to the address of before.
        """

        def work(connection: sa.Connection) -> str | None:
            found = _use_up(connection, code, "mail", at)
            if found is None or found.account is None:
                return None
            if connection.execute(sa.select(ACCOUNT.c.id).where(ACCOUNT.c.mail == found.mail)).first() is not None:
                return None
            mine = ACCOUNT.c.id == found.account
            before = connection.scalar(sa.select(ACCOUNT.c.mail).where(mine))
            connection.execute(ACCOUNT.update().where(mine).values(mail=found.mail))
            # Mails about games that went to the address of the account go on going there.
            theirs = sa.select(ACCOUNT.c.player).where(mine).scalar_subquery()
            same = (ADDRESS.c.player == theirs, ADDRESS.c.mail == before)
            connection.execute(ADDRESS.update().where(*same).values(mail=found.mail, confirmed=True, code=""))
            connection.execute(CODE.delete().where(CODE.c.mail.in_([found.mail, before])))
            insert(connection, NOTICE, [msgspec.structs.replace(notice, mail=before)])
            return found.account

        return await self._database.write(work)


def _tell_there(connection: sa.Connection, account: AccountRow, off: str) -> None:
    """Has the mails about a player's games go to the address of the account, which is confirmed."""
    told = AddressRow(account.player, account.mail, confirmed=True, off=off)
    values = {"mail": told.mail, "confirmed": True, "code": "", "off": off}
    mine = ADDRESS.c.player == account.player
    if not connection.execute(ADDRESS.update().where(mine).values(values)).rowcount:
        insert(connection, ADDRESS, [told])


def _in_force(code: str, kind: str, at: str) -> tuple[sa.ColumnElement[bool], ...]:
    return CODE.c.id == code, CODE.c.kind == kind, CODE.c.until > at


def _use_up(connection: sa.Connection, code: str, kind: str, at: str) -> CodeRow | None:
    """Uses up a code: only the first caller gets it."""
    row = connection.execute(CODE.select().where(*_in_force(code, kind, at))).first()
    if row is None or connection.execute(CODE.delete().where(CODE.c.id == code)).rowcount != 1:
        return None
    return record_of(CodeRow, row)
