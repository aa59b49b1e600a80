"""The store of passkeys, and of the challenges that each is used with once."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from noretreat.storage.accounts import CodeRow
from noretreat.storage.database import Database
from noretreat.storage.notices import NoticeRow
from noretreat.storage.rows import insert
from noretreat.storage.tables import CODE, NOTICE, PASSKEY


class PasskeyRow(msgspec.Struct):
    """A passkey of an account. `id` is that of the credential, `key` its public key, both as base64url."""

    id: str
    account: str
    key: str
    count: int
    """Its signature counter; zero for passkeys synced across devices."""
    name: str
    made: str
    used: str = ""


class PasskeyStore:
    """Passkeys in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: str) -> list[PasskeyRow]:
        """The passkeys of an account, the oldest first."""
        mine = PASSKEY.select().where(PASSKEY.c.account == account).order_by(PASSKEY.c.made)
        return await self._database.records(PasskeyRow, mine)

    async def by_id(self, passkey: str) -> PasskeyRow | None:
        """A passkey by the id of its credential."""
        return await self._database.record(PasskeyRow, PASSKEY.select().where(PASSKEY.c.id == passkey))

    async def challenge(self, code: CodeRow) -> None:
        """Keeps a challenge; what has run out is dropped."""

        def work(connection: sa.Connection) -> None:
            connection.execute(CODE.delete().where(CODE.c.until < code.made))
            insert(connection, CODE, [code])

        await self._database.write(work)

    async def answered(self, challenge: str, account: str | None, at: str) -> bool:
        """Uses up a challenge: whether it was in force, and this account's (None: nobody's yet)."""
        owner = CODE.c.account.is_(None) if account is None else CODE.c.account == account
        used = CODE.delete().where(CODE.c.id == challenge, CODE.c.kind == "passkey", CODE.c.until > at, owner)
        return await self._database.change(used) == 1

    async def add(self, passkey: PasskeyRow, notice: NoticeRow) -> bool:
        """Stores a passkey; False if there is one of that id. `notice` says so."""

        def work(connection: sa.Connection) -> bool:
            if connection.execute(sa.select(PASSKEY.c.id).where(PASSKEY.c.id == passkey.id)).first() is not None:
                return False
            insert(connection, PASSKEY, [passkey])
            insert(connection, NOTICE, [notice])
            return True

        return await self._database.write(work)

    async def use(self, passkey: PasskeyRow, count: int, at: str) -> bool:
        """Notes that a passkey was used; False if another one of the same count was quicker: it may be a copy."""
        same = (PASSKEY.c.id == passkey.id, PASSKEY.c.count == passkey.count)
        change = PASSKEY.update().where(*same).values(count=count, used=at)
        return await self._database.change(change) == 1

    async def remove(self, account: str, passkey: str, notice: NoticeRow) -> bool:
        """Removes a passkey of an account; False if it has none of that id. `notice` says so."""
        gone = PASSKEY.delete().where(PASSKEY.c.id == passkey, PASSKEY.c.account == account)

        def work(connection: sa.Connection) -> bool:
            if connection.execute(gone).rowcount != 1:
                return False
            insert(connection, NOTICE, [notice])
            return True

        return await self._database.write(work)
