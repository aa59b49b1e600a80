"""Sessions: the browsers that are signed in to an account, and who it is that a request comes from.

What a cookie belongs to is remembered for a moment, so that not every request asks the store: a session that another
process has ended goes on there for `REMEMBERED` seconds at most.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final, cast

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Scope, Send

from noretreat.server.clocks.now import now
from noretreat.server.http.security import VISITOR, Visitor, hashed, new_token, sent
from noretreat.server.http.services import AnyConnection, services_of
from noretreat.storage.accounts import AccountStore, SessionRow, Visit
from noretreat.storage.notices import after

REMEMBERED: Final = 5.0
MOST_REMEMBERED: Final = 20_000
IDLE: Final = 30
"""Days without a visit after which a session is over."""
NOTED: Final = 1
"""Hours between updates of a session's last use."""
LONGEST_PROGRAM: Final = 200


class Sessions:
    """The sessions of all accounts."""

    def __init__(self, store: AccountStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._known: OrderedDict[str, tuple[float, Visit | None]] = OrderedDict()

    async def visitor(self, cookie: str) -> Visitor | None:
        """The owner of a cookie; None for a guest or an expired session."""
        found = await self._visit(hashed(cookie))
        if found is None:
            return None
        if found.session is None:
            return Visitor("", "", "", "")
        return Visitor(found.account.token, cookie, found.account.id, found.session.id)

    async def _visit(self, key: str) -> Visit | None:
        at = self._clock()
        kept = self._known.get(key)
        if kept is not None and at - kept[0] < REMEMBERED:
            return kept[1]
        found = await self._in_use(await self._store.visit(key))
        self._known[key] = (at, found)
        self._known.move_to_end(key)
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return found

    async def _in_use(self, found: Visit | None) -> Visit | None:
        """Notes a visit now and then; None if its session has expired."""
        if found is None or found.session is None:
            return found
        if found.session.seen < after(now(), days=-IDLE):
            await self._store.end(found.account.id, only=found.session.id)
            return None
        if found.session.seen < after(now(), hours=-NOTED):
            await self._store.saw(found.session.id, now())
        return found

    async def of(self, account: str) -> list[SessionRow]:
        """The unexpired sessions of an account, the most recently used first."""
        stale = after(now(), days=-IDLE)
        return [one for one in await self._store.sessions(account) if one.seen >= stale]

    async def end(self, account: str, *, only: str = "", but: str = "") -> None:
        """Ends the sessions of an account: one alone, or all but one."""
        self.forget(await self._store.end(account, only=only, but=but))

    def forget(self, keys: Iterable[str]) -> None:
        """Drops these hashes of cookies from the cache."""
        for key in keys:
            self._known.pop(key, None)


def new_session(program: str, account: str = "") -> tuple[str, SessionRow]:
    """The cookie value and the row of a new session."""
    cookie, at = new_token(), now()
    said = "".join(sign for sign in program if sign.isprintable())[:LONGEST_PROGRAM]
    return cookie, SessionRow(hashed(cookie), account, at, at, said)


def name_of(session: SessionRow) -> str:
    """The name of a session in the list."""
    return session.id[:16]


class Recognized:
    """Middleware that finds the signed-in visitor of a request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(("/api/", "/join/")):
            connection: AnyConnection = ASGIConnection(scope)
            sessions = services_of(connection).find(Sessions)
            cookie = sent(connection)
            if sessions is not None and isinstance(cookie, str):
                found = await sessions.visitor(cookie)
                if found is not None:
                    cast("dict[str, Any]", scope)[VISITOR] = found
        await self.app(scope, receive, send)
