"""Rate limits: a token bucket for each address, and one for each browser.

Every request takes a token, a dear one (a game made, a file read, a position set up) takes many; the buckets fill up
again with time. Whoever finds one empty is told to wait, and how long.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final, TypeVar, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from noretreat.core.reasons import reason
from noretreat.explain.sentences.telling import tell
from noretreat.server.http.errors import Problem, refusal

T = TypeVar("T")

DEAR: Final = 25
"""Tokens of a request that makes a game, reads a file, sets up a position, asks for a review or a model, looks for a
player, or for words in the archive."""
_DEAR_GETS: Final = re.compile(r"/schema.*|/api/games/[^/]+/chance")
"""What is long, and seldom wanted."""
_DEAR_PATHS: Final = ("/api/games", "/api/games/import", "/api/positions", "/api/sandboxes", "/api/people/find")
_DEAR_POSTS: Final = re.compile(r"/api/games/[^/]+/(?:review|ask/model)")
_DEAR_SEARCH: Final = re.compile(rb"(?:^|&)q=[^&]")
"""What a search of the archive for words asks for, ..."""
_SEARCHED: Final = "/api/archive"
"""... and where."""
_OURS: Final = re.compile(rb"noretreat_\w+=[\w-]{43}")
"""Our cookie, whatever else is sent."""
MOST_BUCKETS: Final = 20_000
"""Visitors remembered; the one that has not come for longest is forgotten, and begins with a full bucket."""
MOST_PAGES: Final = 100
"""Pages that one address may have open at a time: a school behind one has fewer, one who wants all connections more."""
LONGEST_QUEUE: Final = 16
"""Long pieces of work that may wait for each other; who comes later is told to try again."""


REQUESTS: Final = 15
"""Requests in a second that a visitor of a site may make for as long as they like."""
AT_ONCE: Final = 20
"""Seconds' worth of requests that may come at once: opening a page takes many."""


class Rate(msgspec.Struct, frozen=True):
    """The capacity of a token bucket, and its refill in a second."""

    most: float = AT_ONCE * REQUESTS
    refill: float = REQUESTS


def rate_of(requests: float) -> Rate:
    """A rate of so many requests in a second."""
    return Rate(AT_ONCE * requests, requests)


class Buckets:
    """The buckets of all visitors."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._pages: Counter[str] = Counter()

    @contextlib.contextmanager
    def page(self, address: str) -> Iterator[bool]:
        """Counts a page of an address while it is open; False if it has too many by now."""
        self._pages[address] += 1
        try:
            yield self._pages[address] <= MOST_PAGES
        finally:
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]

    def wait(self, visitor: str, cost: float) -> float:
        """Takes tokens from a bucket: 0; or nothing, if there are too few: the seconds until there are enough."""
        now = self._clock()
        left, since = self._left.get(visitor, (self._rate.most, now))
        left = min(self._rate.most, left + (now - since) * self._rate.refill)
        missing = cost - left
        self._left[visitor] = (left if missing > 0 else left - cost, now)
        self._left.move_to_end(visitor)
        while len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return max(0.0, missing / self._rate.refill)


class RateLimit:
    """Middleware that refuses requests beyond the rate limit (429)."""

    def __init__(self, app: ASGIApp, buckets: Buckets | None) -> None:
        """`buckets`: those of the whole server, as every route has a stack of its own; None: no limits."""
        self.app, self._buckets = app, buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seconds = self._seconds(scope)
        if scope["type"] == ScopeType.WEBSOCKET and self._buckets is not None:
            with self._buckets.page(_address(scope)) as room:
                if room and not seconds:
                    await self.app(scope, receive, send)
                    return
                await receive()
                await send(cast("Any", {"type": "websocket.close", "code": 4429, "reason": "too many requests"}))
        elif not seconds:
            await self.app(scope, receive, send)
        else:
            await _refuse(send, seconds)

    def _seconds(self, scope: Scope) -> int:
        """Seconds that this visitor has to wait. Files of the client cost nothing."""
        if self._buckets is None or not scope["path"].startswith(("/api/", "/join/", "/schema")):
            return 0
        cost = DEAR if _is_dear(scope) else 1
        waits = [self._buckets.wait(f"address {_address(scope)}", cost)]
        sent = b";".join(value for name, value in scope["headers"] if name.lower() == b"cookie")
        if ours := _OURS.search(sent):
            waits.append(self._buckets.wait(f"browser {hash(ours[0])}", cost))
        return int(max(waits) + 0.999)


def visitor_at(address: str) -> str:
    """The visitor behind an IP address, as limits count them: of IPv6 the network (/64), which is one household's."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, 64), strict=False))
    return address


def _is_dear(scope: Scope) -> bool:
    if scope["type"] != ScopeType.HTTP:
        return False
    if scope["method"] == "POST":
        return scope["path"] in _DEAR_PATHS or _DEAR_POSTS.fullmatch(scope["path"]) is not None
    if _DEAR_GETS.fullmatch(scope["path"]):
        return True
    return scope["path"] == _SEARCHED and _DEAR_SEARCH.search(scope["query_string"]) is not None


def _address(scope: Scope) -> str:
    """The visitor behind a request."""
    return visitor_at(str((scope.get("client") or ("", 0))[0]))


async def _refuse(send: Send, seconds: int) -> None:
    why = reason("too-many", seconds=seconds)
    content = msgspec.json.encode(refusal("too_many", tell(why).words, why))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
        (b"retry-after", str(seconds).encode()),
    ]
    await send(cast("Any", {"type": "http.response.start", "status": 429, "headers": headers}))
    await send(cast("Any", {"type": "http.response.body", "body": content}))


class WorkQueue:
    """Runs long pieces of work one at a time, in a thread, so that nobody else waits for them."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        """Runs `work` when its turn comes and returns its result; raises a 503 if too many wait already."""
        if self._waiting >= LONGEST_QUEUE:
            raise Problem(503, "busy", "server-busy")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
