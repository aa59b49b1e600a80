"""The live channel: tells every open page of a game that the game has moved on; the page then fetches the new
position.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, Protocol

import msgspec
from litestar.exceptions import WebSocketDisconnect

from noretreat.ai.thought import Stage
from noretreat.server.http.responses import AnySocket

LINGERS: Final = 2.0
"""Seconds until the others are told that a page was closed."""


class Thinking(msgspec.Struct, frozen=True):
    """A computer player's current stage, and the share of it that is done, from 0 to 1."""

    stage: Stage
    share: float


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """News for a page: the ply of its game (-1: the game was deleted), whether a seat has been taken, what the
    computer is at while it thinks, and whether there is news of the people at the table.
    """

    ply: int
    seats: bool = False
    thinking: Thinking | None = None
    company: bool = False


class OtherProcesses(Protocol):
    """Carries news to the other processes of a site."""

    def tell(self, game: str, news: News) -> None:
        """Tells the pages of a game."""

    def tell_of_people(self, game: str) -> None:
        """Tells them that something about the people at the table has changed."""

    def tell_who_is_here(self, game: str, players: list[str]) -> None:
        """Tells who has a page of a game open in this process."""

    def hurry(self, game: str) -> None:
        """Makes the computer answer at once."""


class Hub:
    """The pages that are open on each game: they hear the news, and whoever looks at one of them is here."""

    def __init__(self) -> None:
        self.pubsub: OtherProcesses | None = None
        self._others: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        self._listeners: defaultdict[str, dict[asyncio.Queue[News], str]] = defaultdict(dict)
        self._plies: dict[str, int] = {}

    def publish(
        self,
        game: str,
        ply: int,
        *,
        seats: bool = False,
        thinking: Thinking | None = None,
        company: bool = False,
        stored: bool = False,
    ) -> None:
        """Tells all listeners the ply of a game, that a seat was taken, and what the computer is at. Only the newest
        counts, so no listener falls behind; a seat that was taken meanwhile, and news of the people, are not forgotten.
        `stored`: the other processes hear it from the store.
        """
        news = News(ply, seats, thinking, company)
        self.heard(game, news)
        if self.pubsub is not None and not stored:
            self.pubsub.tell(game, news)

    def heard(self, game: str, news: News) -> None:
        """Passes news on to the pages that are open in this process."""
        if game in self._listeners:
            self._plies[game] = news.ply
        for queue in self._listeners.get(game, ()):
            taken, people = news.seats, news.company
            while not queue.empty():
                missed = queue.get_nowait()
                taken, people = missed.seats or taken, missed.company or people
            queue.put_nowait(News(news.ply, taken, news.thinking, people))

    def tell_of_people(self, game: str) -> None:
        """Tells all listeners that something about the people at the table has changed."""
        self.heard_of_people(game)
        if self.pubsub is not None:
            self.pubsub.tell_of_people(game)

    def heard_of_people(self, game: str) -> None:
        """Tells the pages in this process that something about the people has changed."""
        if game in self._listeners:
            self.heard(game, News(self._plies[game], company=True))

    def here(self, game: str) -> list[str]:
        """The viewers of a game, one for each open page; empty for a browser that is no player."""
        elsewhere = (players.get(game, ()) for players in self._others.values())
        return [*self._here(game), *(player for players in elsewhere for player in players)]

    def _here(self, game: str) -> list[str]:
        return list(self._listeners.get(game, {}).values())

    def all_here(self) -> dict[str, list[str]]:
        """The viewers in this process, by game."""
        return {game: self._here(game) for game in self._listeners}

    def elsewhere(self, process: str, game: str, players: list[str]) -> None:
        """Notes who has a page of a game open in another process."""
        before = self.here(game)
        if players:
            self._others[process][game] = players
        else:
            self._others[process].pop(game, None)
        if sorted(self.here(game)) != sorted(before):
            self.heard_of_people(game)

    def gone(self, process: str) -> None:
        """Drops the viewers of a process that has ended."""
        for game in self._others.pop(process, {}):
            self.heard_of_people(game)

    @contextlib.contextmanager
    def listen(self, game: str, ply: int = 0, player: str = "") -> Iterator[asyncio.Queue[News]]:
        """A queue that holds the latest news while the block lasts; the other pages are told who comes and goes."""
        queue: asyncio.Queue[News] = asyncio.Queue()
        self._came_or_left(game, player)
        self._plies[game] = ply
        self._listeners[game][queue] = player
        self._tell_who_is_here(game)
        try:
            yield queue
        finally:
            del self._listeners[game][queue]
            if not self._listeners[game]:
                del self._listeners[game], self._plies[game]
                self._tell_who_is_here(game)
            else:
                # A page that is reloaded is gone for only a moment.
                asyncio.get_running_loop().call_later(LINGERS, self._came_or_left, game, player)

    def _came_or_left(self, game: str, player: str) -> None:
        """Tells the others that somebody has come or left, unless another page of the same player is open."""
        if not player or player not in self.here(game):
            self.heard_of_people(game)
        self._tell_who_is_here(game)

    def _tell_who_is_here(self, game: str) -> None:
        if self.pubsub is not None:
            self.pubsub.tell_who_is_here(game, self._here(game))


async def follow(socket: AnySocket, hub: Hub, game: str, ply: int, player: str = "") -> None:
    """Serves one open page of a player until it closes."""
    with hub.listen(game, ply, player) as queue:
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
