"""The archive: finished games to look for, one's own and those that both players have made public; and the page of a
public game, of which other sites show a preview.

To a reader without a seat a game that is not public, or no longer, is as one that there never was: the archive does not
have it, its page says nothing, its picture is not found.
"""

from __future__ import annotations

from collections import OrderedDict
from html import escape
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect

from noretreat.data.facts import Side
from noretreat.server.game.listing import ListedGame
from noretreat.server.game.picture import HEIGHT, WIDTH, drawable, picture
from noretreat.server.http.base_path import based
from noretreat.server.http.briefly import Briefly
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import WorkQueue
from noretreat.server.http.reachability import Reachability
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import token_of
from noretreat.server.http.services import service
from noretreat.server.http.static_files import Pages, to_the_right_name
from noretreat.server.lobby.catalog import GameList
from noretreat.server.notify.messages import preferred
from noretreat.server.notify.texts import MessageTexts

Whose: TypeAlias = Literal["mine", "public"]
SHOWN: Final = 20
"""Games in a page of the archive."""
PICTURES: Final = 100
"""Pictures kept in memory; one has about 100 kB."""


class ArchivePage(msgspec.Struct, frozen=True):
    """A page of the archive, the newest games first."""

    games: list[ListedGame]
    more: bool
    """There are further pages."""


class Archive:
    """Finished games, and the previews of public ones."""

    def __init__(self, games: GameList) -> None:
        self._games = games
        self._recent: Briefly[list[ListedGame]] = Briefly()
        self._pictures: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._queue = WorkQueue()

    async def page(self, token: str, whose: Whose, sought: str, scenario: str, start: int) -> ArchivePage:
        """A page of finished games of a scenario (empty: of any) on which all the words sought stand."""

        async def read() -> list[ListedGame]:
            mine = token if whose == "mine" else ""
            return await self._games.finished(mine, public=whose == "public", sought=sought, scenario=scenario,
                                              start=start, most=SHOWN + 1)  # fmt: skip

        found = await (read() if whose == "mine" else self._recent.get((sought, scenario, start), read))
        return ArchivePage(found[:SHOWN], len(found) > SHOWN)

    async def public(self, game_id: str) -> ListedGame | None:
        """A public game, as somebody without a seat sees it; None for every other one."""
        return await self._games.public(game_id)

    async def picture(self, game_id: str) -> bytes:
        """The picture of a public game as it stands."""
        found = await self.public(game_id) if drawable() else None
        if found is None:
            raise Problem(404, "not_found", "no-game")
        key = (found.id, found.ply, found.updated)
        if key not in self._pictures:
            pieces = found.pieces or {}
            self._pictures[key] = await self._queue.do(lambda: picture(pieces))
            while len(self._pictures) > PICTURES:
                self._pictures.popitem(last=False)
        return self._pictures[key]


def preview(row: ListedGame, words: MessageTexts, url: str, image: str) -> bytes:
    """What the head of a page says of a public game, for those who show links to it (Open Graph)."""
    players = " – ".join(row.people[side].name or words.side(side) for side in Side)
    name = words.known(f"scenario.{row.scenario}.title") or row.scenario_title
    title = f"{name if row.name_said else row.name}: {players}"
    about = [_result(row, words), words("home.turn", n=row.turn)]
    told = {
        "og:type": "website",
        "og:site_name": "No Retreat! The Russian Front",
        "og:title": title,
        "og:description": " · ".join(filter(None, about)),
        "og:url": url,
        "og:image": image,
    }
    if image.endswith("/picture"):
        told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:type": "image/png"}
    lines = [f'<meta property="{key}" content="{escape(value)}">' for key, value in told.items()]
    lines += [
        f'<meta name="description" content="{escape(told["og:description"])}">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return "".join(lines).encode()


def _result(row: ListedGame, words: MessageTexts) -> str:
    """How a game ended; empty while it is played."""
    if row.outcome is None:
        return words("home.over") if row.finished else ""
    return words.ended(row.outcome)


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/archive", responses=REFUSALS)
async def show_archive(
    request: AnyRequest,
    whose: FromQuery[Whose] = "public",
    q: Annotated[str, QueryParameter(max_length=100)] = "",
    scenario: Annotated[str, QueryParameter(max_length=60)] = "",
    start: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Response[ArchivePage]:
    """A page of finished games: one's own, or public ones. `q`: words of names; `start`: how many newer ones are left
    out.
    """
    found = await service(request, Archive).page(token_of(request), whose, q, scenario, start)
    return as_json(found)


@get("/api/games/{name:str}/picture", media_type="image/png", responses=REFUSALS)
async def show_picture(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The picture of a public game, 1200 by 630 dots, for previews of links to it."""
    content = await service(request, Archive).picture(name)
    return Response(content, media_type="image/png", headers={"cache-control": "public, max-age=300"})


@get("/g/{name:str}", include_in_schema=False)
async def game_page(request: AnyRequest, name: FromPath[str]) -> Response[bytes] | Redirect:
    """The client, at a game; that of a public game tells other sites what it is about."""
    if (elsewhere := to_the_right_name(request)) is not None:
        return elsewhere
    found = await service(request, Archive).public(name)
    if found is None:
        return service(request, Pages).page(request)
    site = service(request, Reachability).address or str(request.base_url).rstrip("/")
    origin = site.removesuffix(based(request, ""))
    drawn = f"/api/games/{found.id}/picture" if drawable() else "/icons/icon-512.png"
    words = MessageTexts(preferred(request.headers.get("accept-language", "")))
    head = preview(found, words, origin + based(request, f"/g/{found.id}"), origin + based(request, drawn))
    return service(request, Pages).page(request, head)


HANDLED: Final[list[Any]] = [show_archive, show_picture, game_page]
