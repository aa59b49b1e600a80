"""Requests have to come in time: whoever sends half of one and then nothing holds no connection for long.

The head of a request is watched where the connection is, since the application hears of it only when it is complete;
the body, and the reading of the answer, in a middleware.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noretreat.server.http.errors import Problem

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD: Final = 10.0
"""Seconds within which the head of a request has to be there, counted from the connection, or from its first byte."""
LAST_CALL: Final = 1.0
"""Seconds that a new connection has for its first request when the process ends: it was accepted, so it is answered."""
MOST_HALF: Final = 256
"""Connections that may be without a whole head at a time; of more, the one that has been so for longest is closed."""
BODY: Final = 15.0
"""Seconds within which the body of a request has to be there, ..."""
SLOWEST: Final = 20_000
"""... and bytes for each of which it gets a second more: a large save file over a slow line."""
TAKEN: Final = 60.0
"""Seconds within which a visitor has to take some of the answer."""
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class PromptProtocol(AutoHTTPProtocol):
    """The HTTP of the web server, for which the head of a request may not take for ever."""

    head: ClassVar[float] = HEAD
    last_call: ClassVar[float] = LAST_CALL
    half: ClassVar[OrderedDict[PromptProtocol, asyncio.TimerHandle]] = OrderedDict()
    """The connections without a whole head, the oldest first, and when they are closed."""

    def connection_made(self, transport: Any) -> None:
        """A new connection: its first request is waited for."""
        super().connection_made(transport)
        self._made = self.loop.time()
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._head_is_there()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or all of it."""
        if not self._answering:
            self._wait_for_head()
        super().data_received(data)
        if self._answering:
            self._head_is_there()

    def shutdown(self) -> None:
        """The process ends, and so does the connection, after the answer that is being given; one without a request
        yet, which would be cut off without a word, once it has had time to send it.
        """
        asked: Any = self.cycle
        left = self._made + self.last_call - self.loop.time()
        if asked is None and left > 0:
            self.loop.call_later(left, self._end)
        else:
            super().shutdown()

    def _end(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """The connection becomes a socket."""
        self._head_is_there()
        super().handle_websocket_upgrade(*event)

    @property
    def _answering(self) -> bool:
        """True from the head of a request to the end of its answer."""
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait_for_head(self) -> None:
        if self in self.half:
            return
        self.half[self] = self.loop.call_later(self.head, self._give_up)
        while len(self.half) > MOST_HALF:
            next(iter(self.half))._give_up()

    def _head_is_there(self) -> None:
        if timer := self.half.pop(self, None):
            timer.cancel()

    def _give_up(self) -> None:
        self._head_is_there()
        if not self.transport.is_closing():
            self.transport.write(_LATE)
            self.transport.close()


class PromptBodies:
    """Middleware that waits for the body of a request, and for its answer to be taken, for so long and no longer."""

    def __init__(self, app: ASGIApp, body: float = BODY, taken: float = TAKEN) -> None:
        self.app, self._body, self._taken = app, body, taken

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        clock = asyncio.get_running_loop().time
        begun, size, more = clock(), 0, True

        async def receive_promptly() -> Any:
            nonlocal size, more
            if not more:
                return await receive()
            left = begun + self._body + size / SLOWEST - clock()
            try:
                async with asyncio.timeout(max(left, 0.01)):
                    message = await receive()
            except TimeoutError:
                raise Problem(408, "too_slow", "too-slow") from None
            size += len(cast("dict[str, bytes]", message).get("body", b""))
            more = bool(message.get("more_body", False))
            return message

        async def send_promptly(message: Message) -> None:
            async with asyncio.timeout(self._taken):
                await send(message)

        await self.app(scope, cast("Receive", receive_promptly), send_promptly)
