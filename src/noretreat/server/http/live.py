"""The live channel: tells every open page of a game that the game has moved on; the page then fetches the new
position. The page in turn says every few seconds whether its player looks at it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, Protocol, TypeAlias

import msgspec
from litestar.exceptions import WebSocketDisconnect

from noretreat.ai.thought import Stage
from noretreat.server.http.responses import AnySocket

LINGERS: Final = 2.0
"""Seconds until the others are told that a page was closed, or that nobody looks at it any more."""
SILENT: Final = 90.0
"""Seconds of silence after which a page counts as gone. A hidden one speaks once a minute: browsers slow its timers."""
MOST_FRAMES: Final = 20
"""Frames that a page may send at once; each second allows one more. A page that sends more is closed."""
LONGEST: Final = 200
"""Characters in a frame; a longer one is a sign of life and no more."""


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


class Greeting(msgspec.Struct, frozen=True):
    """The first news for a page: the ply of its game, and how it stands, in a word that changes with it. A page that
    has come back and shows it so fetches nothing.
    """

    ply: int
    stands: str


class Look(msgspec.Struct, frozen=True):
    """What a page says: whether it is visible and has been used in the last minutes."""

    here: bool


class Page(asyncio.Queue[News]):
    """An open page: the latest news for it, whose it is, and whether that player looks at it."""

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player, self.here = player, False


class OtherProcesses(Protocol):
    """Carries news to the other processes of a site."""

    def tell(self, game: str, news: News) -> None:
        """Tells the pages of a game."""

    def tell_of_people(self, game: str) -> None:
        """Tells them that something about the people at the table has changed."""

    def tell_who_is_here(self, game: str, players: list[str]) -> None:
        """Tells who looks at a game in this process."""

    def hurry(self, game: str) -> None:
        """Makes the computer answer at once."""


class Hub:
    """The pages that are open on each game: they hear the news, and whoever looks at one of them is here."""

    def __init__(self) -> None:
        self.pubsub: OtherProcesses | None = None
        self.changed: Callable[[str], None] = lambda game: None
        """Is told of each game of which there is news, whoever may have it open."""
        self._others: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        self._pages: defaultdict[str, list[Page]] = defaultdict(list)
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
        self.changed(game)
        if game in self._pages:
            self._plies[game] = news.ply
        for page in self._pages.get(game, ()):
            taken, people = news.seats, news.company
            while not page.empty():
                missed = page.get_nowait()
                taken, people = missed.seats or taken, missed.company or people
            page.put_nowait(News(news.ply, taken, news.thinking, people))

    def tell_of_people(self, game: str) -> None:
        """Tells all listeners that something about the people at the table has changed."""
        self.heard_of_people(game)
        if self.pubsub is not None:
            self.pubsub.tell_of_people(game)

    def heard_of_people(self, game: str) -> None:
        """Tells the pages in this process that something about the people has changed."""
        if game in self._pages:
            self.heard(game, News(self._plies[game], company=True))

    def have_all_look(self) -> None:
        """Has every page in this process ask for the people of its game, and so for what the host has to tell."""
        for game in list(self._pages):
            self.heard_of_people(game)

    def have_read_again(self, game: str) -> None:
        """Has the pages of a game in this process read it again: another program has changed it."""
        self.changed(game)
        if game in self._pages:
            self.heard(game, News(-1, company=True))

    def here(self, game: str) -> list[str]:
        """Who looks at a game, once for each page; empty for a browser that is no player."""
        elsewhere = (players.get(game, ()) for players in self._others.values())
        return [*self._here(game), *(player for players in elsewhere for player in players)]

    def _here(self, game: str) -> list[str]:
        return [page.player for page in self._pages.get(game, ()) if page.here]

    def all_here(self) -> dict[str, list[str]]:
        """Who looks at each game that has an open page in this process."""
        return {game: self._here(game) for game in self._pages}

    def elsewhere(self, process: str, game: str, players: list[str]) -> None:
        """Notes who looks at a game in another process."""
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
    def listen(self, game: str, ply: int = 0, player: str = "") -> Iterator[Page]:
        """An open page, which holds the latest news while the block lasts. Nobody looks at it until it says so."""
        page = Page(player)
        self._plies[game] = ply
        self._pages[game].append(page)
        try:
            yield page
        finally:
            self._pages[game].remove(page)
            if not self._pages[game]:
                del self._pages[game], self._plies[game]
            self.look(game, page, here=False)

    def look(self, game: str, page: Page, *, here: bool) -> bool:
        """Notes whether its player looks at a page, and tells the others; true if that is new."""
        if here == page.here:
            return False
        alone = page.player not in self.here(game)
        page.here = here
        if here and (alone or not page.player):
            self.heard_of_people(game)
        elif not here and game in self._pages:
            # A page that is reloaded is gone for only a moment, and so is a tab that one looks away from.
            asyncio.get_running_loop().call_later(LINGERS, self._left, game, page.player)
        self._tell_who_is_here(game)
        return True

    def _left(self, game: str, player: str) -> None:
        """Tells the others that somebody has left, unless the same player has come back or looks at another page."""
        if not player or player not in self.here(game):
            self.heard_of_people(game)

    def _tell_who_is_here(self, game: str) -> None:
        if self.pubsub is not None:
            self.pubsub.tell_who_is_here(game, self._here(game))


Looked: TypeAlias = Callable[[bool], Awaitable[None]]
"""Hears that a player has begun to look at a page, or does so no more."""


async def follow(socket: AnySocket, hub: Hub, game: str, greeting: Greeting, player: str, looked: Looked) -> None:
    """Serves one open page of a player until it closes, or is silent for too long."""
    with hub.listen(game, greeting.ply, player) as page:
        await socket.accept()
        work = [
            asyncio.ensure_future(_tell(socket, page, greeting)),
            asyncio.ensure_future(_hear(socket, hub, game, page, looked)),
        ]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in work:
                one.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            was_here = page.here
    if was_here:
        with contextlib.suppress(asyncio.CancelledError):  # a server that stops waits for no page
            await looked(False)
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):  # the page may be gone, or the line dead
        await socket.close(code=1001)


async def _tell(socket: AnySocket, page: Page, greeting: Greeting) -> None:
    """Sends the news to a page until it closes."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.send_json(msgspec.to_builtins(greeting))
        while True:
            await socket.send_json(msgspec.to_builtins(await page.get()))


async def _hear(socket: AnySocket, hub: Hub, game: str, page: Page, looked: Looked) -> None:
    """Hears whether somebody looks at a page, and answers each time, so that the page knows the line to be good; ends
    when it closes, says nothing for too long, or says too much. Whatever else it sends is not listened to.
    """
    clock = asyncio.get_running_loop().time
    may, before = float(MOST_FRAMES), clock()
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError, TimeoutError):
        while True:
            async with asyncio.timeout(SILENT):
                said = await socket.receive_data("text")
            may, before = min(MOST_FRAMES, may + clock() - before) - 1, clock()
            if may < 0:
                break
            with contextlib.suppress(msgspec.MsgspecError, UnicodeError):
                look = msgspec.json.decode(said if len(said) <= LONGEST else "", type=Look)
                await socket.send_json({})
                if hub.look(game, page, here=look.here):
                    await looked(look.here)
