"""Admission: how many connections a process takes at a time (`--most-connections`), and what is answered beyond.

Whoever comes beyond the limit is told to come again (503, `Retry-After`), pages' sockets too. Health checks and
figures are answered nevertheless: a supervisor must not take a busy server for a dead one.
"""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec

from noretreat.core.reasons import because
from noretreat.explain.sentences.telling import tell
from noretreat.server.http.errors import refusal
from noretreat.server.http.prompt_requests import PromptProtocol
from noretreat.server.http.security import WATCHED

_ALWAYS: Final = tuple(path.encode() for path in WATCHED)
AGAIN: Final = (1, 5)
"""Seconds after which to come again, from and to: not all at once."""


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


class Bounded(PromptProtocol):
    """The protocol of a connection, with a limit of its own in place of uvicorn's."""

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
        self.app = _close_busy if self._full() and not self._always() else self._site
        super().on_headers_complete()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Opens the socket of a page, if there is room."""
        if not self._full():
            super().handle_websocket_upgrade(*event)
            return
        content = _said()
        lines = [b"HTTP/1.1 503 Service Unavailable", *(b": ".join(pair) for pair in _headers(content))]
        self.transport.write(b"\r\n".join([*lines, b"connection: close", b"", content]))
        self.transport.close()
