"""The live channel: tells every open page of a game that the game has moved on; the page then fetches the new
position.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator

import msgspec
from litestar.exceptions import WebSocketDisconnect

from noretreat.ai.thought import Stage
from noretreat.server.exchange import AnySocket


class Thinking(msgspec.Struct, frozen=True):
    """What a computer player is at, and which share of it is done, from 0 to 1."""

    stage: Stage
    share: float


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page hears: the ply of its game (-1: the game was deleted), whether a seat has been taken, and what the
    computer is at while it thinks.
    """

    ply: int
    seats: bool = False
    thinking: Thinking | None = None


class Hub:
    """The listeners of each game."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Queue[News]]] = defaultdict(set)

    def publish(self, game: str, ply: int, *, seats: bool = False, thinking: Thinking | None = None) -> None:
        """Tells all listeners the ply of a game, that a seat was taken, and what the computer is at. Only the newest
        counts, so no listener falls behind; a seat that was taken meanwhile is not forgotten.
        """
        for queue in self._listeners.get(game, ()):
            taken = seats
            while not queue.empty():
                taken = queue.get_nowait().seats or taken
            queue.put_nowait(News(ply, taken, thinking))

    @contextlib.contextmanager
    def listen(self, game: str) -> Iterator[asyncio.Queue[News]]:
        """A queue of the newest news, while the block lasts."""
        queue: asyncio.Queue[News] = asyncio.Queue()
        self._listeners[game].add(queue)
        try:
            yield queue
        finally:
            self._listeners[game].discard(queue)
            if not self._listeners[game]:
                del self._listeners[game]


async def follow(socket: AnySocket, hub: Hub, game: str, ply: int) -> None:
    """Serves one open page until it closes."""
    with hub.listen(game) as queue:
        await socket.accept()
        gone = asyncio.ensure_future(_until_gone(socket))
        try:
            await socket.send_json(msgspec.to_builtins(News(ply)))
            while not gone.done():
                news = asyncio.ensure_future(queue.get())
                await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not news.done():
                    news.cancel()
                    break
                await socket.send_json(msgspec.to_builtins(news.result()))
        except (WebSocketDisconnect, OSError, RuntimeError):
            pass  # the page closed meanwhile
        finally:
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone


async def _until_gone(socket: AnySocket) -> None:
    """Reads and ignores what the page sends; ends when it closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data("text")
