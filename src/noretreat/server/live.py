"""The live channel: tells every open page of a game that the game has moved on; the page then fetches the new
position.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect


class Hub:
    """The listeners of each game."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Queue[int]]] = defaultdict(set)

    def publish(self, game: str, ply: int) -> None:
        """Tells all listeners the ply of a game. Only the newest one counts, so no listener falls behind."""
        for queue in self._listeners.get(game, ()):
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(ply)

    @contextlib.contextmanager
    def listen(self, game: str) -> Iterator[asyncio.Queue[int]]:
        """A queue of the newest ply, while the block lasts."""
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._listeners[game].add(queue)
        try:
            yield queue
        finally:
            self._listeners[game].discard(queue)
            if not self._listeners[game]:
                del self._listeners[game]


async def follow(socket: WebSocket[Any, Any, Any], hub: Hub, game: str, ply: int) -> None:
    """Serves one open page until it closes."""
    with hub.listen(game) as queue:
        await socket.accept()
        gone = asyncio.ensure_future(_until_gone(socket))
        try:
            await socket.send_json({"ply": ply})
            while not gone.done():
                news = asyncio.ensure_future(queue.get())
                await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not news.done():
                    news.cancel()
                    break
                await socket.send_json({"ply": news.result()})
        except (WebSocketDisconnect, OSError, RuntimeError):
            pass  # the page closed meanwhile
        finally:
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    """Reads and ignores what the page sends; ends when it closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data("text")
