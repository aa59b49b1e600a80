"""The host's measures, as every process keeps to them: suspensions, muted players, read-only and accounts-only mode.

What is in force is read again every `FRESH` seconds while requests come, and at once where another process tells of a
change (`server/http/pubsub.py`). A request that is refused gets a plain sentence; what a page has to tell its reader
stands behind `/api/standing`, and the header of every answer says when that has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, TypeAlias, cast

import msgspec
from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noretreat.core.reasons import Reason, because, reason
from noretreat.explain.sentences.telling import Told, tell
from noretreat.server.clocks.now import now
from noretreat.server.http.errors import REFUSALS, refusal
from noretreat.server.http.rate_limit import visitor_at
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, token_of, visitor_of
from noretreat.server.http.services import AnyConnection, service, services_of
from noretreat.storage.database import StorageError
from noretreat.storage.measures import MeasureRow, MeasureStore
from noretreat.storage.notices import after

log = logging.getLogger("noretreat.server")
FRESH: Final = 2.0
"""Seconds for which a process believes what it has read of the measures."""
LOOKS: Final = 30.0
"""Seconds between two looks without being asked, where others tell of changes, ..."""
LOOKS_ALONE: Final = 3.0
"""... and where nobody does."""
OVERLAP: Final = 5
"""Seconds that are looked at twice: a line of the log is stored a moment after its time."""
HEADER: Final = b"x-noretreat-standing"
"""The header by which a page sees that its standing has changed."""
Network: TypeAlias = IPv4Network | IPv6Network

_LOOKS: Final = re.compile(
    r"/api/(?:cookie|positions|people/find|account/link|games/[^/]+/(?:query|orders|ask|hint|hurry)"
    r"|account/(?:sign-in|sign-out|passkeys/ask|passkeys/sign-in)|admin/.*)"
)
"""Calls that change nothing but who is signed in; and those of hosts, which have a guard of their own."""
_OWN: Final = re.compile(r"/api/(?:account(?:/.*)?|notices(?:/.*)?|me/recovery/revoke|games/[^/]+/talk/\d+/report)")
"""Calls about one's own account and mails, and reports: those who are suspended may still make them."""
_LEAVES: Final = re.compile(r"/api/account/(?:sign-out|delete|sessions/end)")
"""What is left to those who are signed in behind a suspended address."""
_SPEAKS: Final = re.compile(r"/api/(?:games/[^/]+/(?:talk|name|guests)|me)")
"""Calls by which other people get to read something."""
_BEGINS: Final = re.compile(
    r"/api/(?:games|games/import|sandboxes|games/[^/]+/(?:copy|onward|join|proposals/(?:rematch|again)(?:/answer)?))"
)
"""Calls by which a game begins, or somebody sits down at one."""
_OF_GAME: Final = re.compile(r"/api/games/([^/]+)/(?:talk|name|public|guests)")
"""What is not done any more in a game that was marked as abusive."""
_JOINS: Final = re.compile(r"/join/[^/]+/[^/]+")
"""The link of an invitation, by which a program sits down at once."""


class Standing(msgspec.Struct, frozen=True):
    """What the host has to tell the visitor of a page. Times are empty for what has no end."""

    announcement: str = ""
    read_only: bool = False
    read_only_until: str = ""
    accounts_only: bool = False
    """Only players with accounts begin games; not told to those who have one."""
    suspended: bool = False
    suspended_until: str = ""
    network: bool = False
    """It is the address that is suspended, whoever plays behind it."""
    muted: bool = False
    muted_until: str = ""

    def reasons(self) -> list[Reason]:
        """The same as sentences, the gravest first; the announcement is the host's own words."""
        out = "address-suspended" if self.network else "suspended"
        return [
            *([_timed(out, self.suspended_until)] if self.suspended else []),
            *([_timed("read-only", self.read_only_until)] if self.read_only else []),
            *([_timed("muted", self.muted_until)] if self.muted else []),
            *([because("accounts-only")] if self.accounts_only and not self.read_only else []),
        ]


class StandingTold(msgspec.Struct, frozen=True):
    """What the host has to tell the visitor of a page, as a client says it."""

    standing: Standing
    reasons: list[Told]
    """The sentences for it, but for the announcement."""


_NOTHING: Final = Standing()


class InForce:
    """The measures that are in force."""

    def __init__(self, rows: list[MeasureRow]) -> None:
        self.rows = rows
        self._one = {(row.kind, row.target): row for row in rows}
        self._networks: list[tuple[Network, MeasureRow]] = [
            (ip_network(row.target, strict=False), row) for row in rows if row.kind == "network"
        ]

    def find(self, kind: str, target: str = "") -> MeasureRow | None:
        """A measure, until its time is over."""
        found = self._one.get((kind, target))
        return found if found is not None and (not found.until or found.until > now()) else None

    def network(self, address: str) -> MeasureRow | None:
        """The measure against the network of an address."""
        if not self._networks:
            return None
        try:
            found = ip_address(address.partition("/")[0])
        except ValueError:
            return None
        at = now()
        return next((row for net, row in self._networks if found in net and (not row.until or row.until > at)), None)

    def standing(self, player: str, address: str, *, account: bool) -> Standing:
        """What a visitor is told."""
        if not self.rows:
            return _NOTHING
        said, closed = self.find("announce"), self.find("read-only")
        accounts = None if account else self.find("accounts-only")
        theirs, net, muted = self.find("suspend", player), self.network(address), self.find("mute", player)
        out = theirs or net
        return Standing(
            announcement=said.text if said else "",
            read_only=closed is not None,
            read_only_until=closed.until if closed else "",
            accounts_only=accounts is not None,
            suspended=out is not None,
            suspended_until=out.until if out else "",
            network=theirs is None and net is not None,
            muted=muted is not None,
            muted_until=muted.until if muted else "",
        )


class Measures:
    """The measures as this process knows them. `noticed` is called when they have changed, `touched` with each game
    that a host has dealt with, where no other way leads from one process to another (SQLite).
    """

    def __init__(
        self,
        store: MeasureStore,
        noticed: Callable[[], None] = lambda: None,
        touched: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._noticed, self._touched, self._clock = store, noticed, touched, clock
        self._known, self._read = InForce([]), float("-inf")
        self._changes, self._seen, self._reading = 0, 0, asyncio.Lock()
        self._since, self._due = now(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def current(self) -> InForce:
        """What is in force. Without the store it is what was in force before."""
        if self._is_fresh():
            return self._known
        async with self._reading:
            if self._clock() - self._read >= FRESH or self._seen != self._changes:
                await self._look()
        return self._known

    def _is_fresh(self) -> bool:
        """True if nobody has to wait for the store: after a change everybody does, while it is read again as it is from
        time to time only the first one does.
        """
        return self._seen == self._changes and (self._reading.locked() or self._clock() - self._read < FRESH)

    async def _look(self) -> None:
        # A change that comes while this is read has it read once more.
        at, seen = self._clock(), self._changes
        try:
            found = await self._store.in_force(now())
        except StorageError as error:
            log.warning("the host's measures were not read: %s", error)
        else:
            before, self._known = self._known, InForce(found)
            if before.rows != found:
                self._noticed()
        self._read, self._seen = at, seen

    def changed(self) -> None:
        """Has them read again at once."""
        self._changes += 1
        self._due.set()

    def start(self) -> None:
        """Looks by itself, until `close`: open pages hear of a change without asking for anything."""
        self._task = asyncio.create_task(self._run(), name="measures")

    async def close(self) -> None:
        """Stops."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), LOOKS if self._touched is None else LOOKS_ALONE)
            self._due.clear()
            await self.current()
            if self._touched is not None:
                await self._look_at_games(self._touched)

    async def _look_at_games(self, touched: Callable[[str], None]) -> None:
        at = after(now(), seconds=-OVERLAP)
        try:
            found = await self._store.touched(self._since)
        except StorageError:  # said above
            return
        self._since = at
        for subject in found:
            touched(subject)

    @property
    def read_only(self) -> bool:
        """True while nothing is changed, as far as is known."""
        return self._known.find("read-only") is not None


class Moderated:
    """Middleware that refuses what the host has forbidden."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not scope["path"].startswith(("/api/", "/join/")):
            await self.app(scope, receive, send)
            return
        connection: AnyConnection = ASGIConnection(scope)
        measures = services_of(connection).find(Measures)
        in_force = await measures.current() if measures is not None else None
        if in_force is None or not in_force.rows:
            await self.app(scope, receive, send)
            return
        standing = standing_of(connection, in_force)
        refused = _refused(scope, standing, in_force)
        mark = mark_of(standing)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start" and mark:
                message["headers"] = [*message["headers"], (HEADER, mark)]
            await send(message)

        if refused is None:
            await self.app(scope, receive, send_on)
        else:
            await _refuse(send_on, *refused)


def standing_of(connection: AnyConnection, in_force: InForce) -> Standing:
    """What the visitor behind a request is told."""
    visitor = visitor_of(connection)
    client = connection.scope.get("client")
    account = visitor is not None and bool(visitor.account)
    return in_force.standing(hashed(token_of(connection)), str(client[0]) if client else "", account=account)


def mark_of(standing: Standing) -> bytes:
    """What tells one standing from another; empty for one of which there is nothing to tell."""
    if standing == _NOTHING:
        return b""
    return hashlib.sha256(msgspec.json.encode(standing)).hexdigest()[:12].encode()


def _refused(scope: Scope, standing: Standing, in_force: InForce) -> tuple[int, str, Reason] | None:
    """Status, code and reason if a request is refused."""
    path, method = scope["path"], cast("Any", scope)["method"]
    if method in ("GET", "HEAD", "OPTIONS"):
        if not _JOINS.fullmatch(path) or _is_page(scope):
            return None
        path = "/api/games/-/join"
    found = _OF_GAME.fullmatch(path)
    if not (found and in_force.find("mark", found[1])) and standing == _NOTHING:
        return None
    if standing.read_only and not _LOOKS.fullmatch(path):
        return 409, "read_only", _timed("read-only", standing.read_only_until)
    if standing.suspended and not (_LEAVES if standing.network else _OWN).fullmatch(path):
        which = "address-suspended" if standing.network else "suspended"
        if not _LOOKS.fullmatch(path) or (standing.network and path.startswith("/api/account/")):
            return 403, "suspended", _timed(which, standing.suspended_until)
    if found and in_force.find("mark", found[1]):
        return 403, "marked", because("game-marked")
    if standing.muted and _SPEAKS.fullmatch(path):
        return 403, "muted", _timed("muted", standing.muted_until)
    if standing.accounts_only and _BEGINS.fullmatch(path):
        return 403, "accounts_only", because("accounts-only")
    return None


def _timed(code: str, until: str) -> Reason:
    return reason(f"{code}-until", until=until) if until else because(code)


def _is_page(scope: Scope) -> bool:
    """True for a browser that wants the page of an invitation: it only looks."""
    accepted = b",".join(value for name, value in scope["headers"] if name.lower() == b"accept")
    return b"text/html" in accepted


async def _refuse(send: Send, status: int, code: str, why: Reason) -> None:
    content = msgspec.json.encode(refusal(code, tell(why).words, why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send(cast("Any", {"type": "http.response.start", "status": status, "headers": headers}))
    await send(cast("Any", {"type": "http.response.body", "body": content}))


def network_of(text: str) -> str:
    """A network as measures name it: 192.0.2.7/32, 192.0.2.0/24, or of IPv6 at least the /64 that one visitor has.

    Raises `ValueError` for what is none.
    """
    if "/" not in text:
        text = visitor_at(str(ip_address(text.strip())))
    return str(ip_network(text.strip(), strict=False))


@get("/api/standing", responses=REFUSALS)
async def show_standing(request: AnyRequest) -> Response[StandingTold]:
    """What the host has to tell this visitor: an announcement, what the site does not accept, a suspension."""
    found = standing_of(request, await service(request, Measures).current())
    return as_json(StandingTold(found, [tell(one) for one in found.reasons()]))


HANDLED: Final = [show_standing]
