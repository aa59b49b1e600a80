"""Admission: how many connections (`--most-connections`) and how much work a process takes, and the answer beyond.

Whoever comes beyond a limit is told to come again (503, `Retry-After`), pages' sockets too. Health checks and figures
are answered nevertheless: a supervisor must not take a busy server for a dead one.

Work has a limit because one process does one thing at a time: what it accepts beyond what it can do makes everybody
wait, longer and longer. How long a newcomer would wait follows from the requests that are in work and from how fast
they are done; the newest are refused before they are read, strangers first and moves last.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec

from noretreat.core.reasons import because
from noretreat.explain.sentences.telling import tell
from noretreat.server.http.errors import refusal
from noretreat.server.http.prompt_requests import PromptProtocol
from noretreat.server.http.security import WATCHED

_ALWAYS: Final = tuple(path.encode() for path in WATCHED)
AGAIN: Final = (1, 5)
"""Seconds after which to come again, from and to: not all at once."""


FEW: Final = 20
"""Requests in work up to which nobody is refused: one that takes long says nothing of the others."""
LONGEST_GAP: Final = 0.1
"""Seconds between the ends of two requests that count at most: what takes longer does not keep the process busy."""
WEIGHT: Final = 0.05
"""The share of the newest of these gaps in their mean."""
STRANGERS, PLAYERS, MOVES = 0.2, 0.35, 0.5
"""Seconds of work ahead with which a request is refused: of whoever is not known here, of a browser that is, and a move
or another answer of a player.
"""
_COOKIE: Final = b"noretreat_"
_TABLE: Final = re.compile(rb"/api/games/[^/?]+/(?:actions|undo|redo|restart|take-back|windows|proposals)\b")


class Load:
    """The work of a process: the requests that it has accepted and not answered, and how fast they are done."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.in_work = 0
        self.gap = 0.0
        """The mean of the seconds between the ends of two requests while there is always one in work."""
        self._last = 0.0

    def begin(self) -> None:
        """A request is accepted."""
        if not self.in_work:
            self._last = self._clock()
        self.in_work += 1

    def end(self) -> None:
        """A request is answered, or gone."""
        at = self._clock()
        self.in_work -= 1
        self.gap += WEIGHT * (min(LONGEST_GAP, at - self._last) - self.gap)
        self._last = at

    def is_too_much(self, seconds: float) -> bool:
        """True if whoever comes now would wait for longer than so many seconds."""
        return self.in_work >= FEW and self.in_work * self.gap > seconds


class _Accepted:
    """An application that answers one request, which counts until it is done or given up."""

    def __init__(self, site: Any, load: Load) -> None:
        self._site, self._load, self._open = site, load, True
        load.begin()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self._site(scope, receive, send)
        finally:
            self._end()

    def _end(self) -> None:
        if self._open:
            self._open = False
            self._load.end()

    def __del__(self) -> None:  # one that waited behind another on its line, which was cut
        self._end()


def _said() -> bytes:
    why = because("server-busy")
    return msgspec.json.encode(refusal("busy", tell(why).text, why))


def _headers(content: bytes) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
        (b"retry-after", str(random.randint(*AGAIN)).encode()),
        (b"cache-control", b"no-store"),
    ]


async def _close_busy(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers a request with 503, and ends its connection."""
    content = _said()
    headers = [*_headers(content), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _busy(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers a request with 503; its connection may stay, as a new one would cost more than the answer."""
    content = _said()
    await send({"type": "http.response.start", "status": 503, "headers": _headers(content)})
    await send({"type": "http.response.body", "body": content})


class Bounded(PromptProtocol):
    """The protocol of a connection, with limits of its own in place of uvicorn's."""

    load: ClassVar[Load] = Load()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._most, self._site = self.config.limit_concurrency, self.app
        self.limit_concurrency = None

    def _full(self) -> bool:
        return self._most is not None and (len(self.connections) > self._most or len(self.tasks) >= self._most)

    def _always(self) -> bool:
        return self.url.partition(b"?")[0].endswith(_ALWAYS)

    def on_headers_complete(self) -> None:
        """Chooses who answers, once it is known what is asked for."""
        if self._always() or self.parser.should_upgrade():
            self.app = self._site
        elif self._full():
            self.app = _close_busy
        elif self.load.is_too_much(self._patience()):
            self.app = _busy
        else:
            self.app = _Accepted(self._site, self.load)
        super().on_headers_complete()
        self.app = self._site

    def _patience(self) -> float:
        """The seconds of work ahead with which this request is still accepted."""
        if not any(name == b"cookie" and _COOKIE in value for name, value in self.headers):
            return STRANGERS
        return MOVES if self.parser.get_method() == b"POST" and _TABLE.search(self.url) else PLAYERS

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Opens the socket of a page, if there is room."""
        if not self._full() and not self.load.is_too_much(STRANGERS):
            super().handle_websocket_upgrade(*event)
            return
        content = _said()
        lines = [b"HTTP/1.1 503 Service Unavailable", *(b": ".join(pair) for pair in _headers(content))]
        self.transport.write(b"\r\n".join([*lines, b"connection: close", b"", content]))
        self.transport.close()
